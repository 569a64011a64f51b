import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { markdownText } from '../../../src/engine/shared/markdownText';

describe('markdownText', () => {
  it('leaves plain words alone', () => {
    assert.equal(markdownText('Turn findings into figures, 5 of them'), 'Turn findings into figures, 5 of them');
  });

  it('takes the meaning out of links, pictures, icons, code, tables and addresses', () => {
    for (const hostile of ['![x](https://example.org/x.png)', '[a](command:x)', '$(error)', '<img src=x>', '`code`', '# head', '| a | b |', 'https://example.org', '&lt;', '**b**', '- item', '1. item']) {
      const text = markdownText(hostile);
      assert.equal(text.replaceAll('\\', ''), hostile);
      assert.match(text.replaceAll(/\\[^\w\s]/g, ''), /^[\w\s/="';,]*$/);
    }
  });

  it('keeps a text on one line, so that it cannot begin a block', () => {
    assert.equal(markdownText('a\n\nb\r\nc'), 'a b c');
  });
});
