// The place of every character of a text, however it is written in YAML: what an error inside an expression is shown by.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Document, Scalar } from 'yaml';
import { Findings } from '../../../src/engine/cards/findings';
import { MapReader, type CardText } from '../../../src/engine/cards/mapReader';
import { readYaml } from '../../../src/engine/cards/yamlSource';
import type { SourceRange } from '../../../src/engine/shared/source';
import { offsetOf } from '../../support/mended';

function textIn(yaml: string): CardText {
  const { root } = readYaml('/t/card.yaml', yaml, new Findings());
  assert.ok(root?.kind === 'map', yaml);
  const text = new MapReader(root).text('text');
  assert.ok(text !== null, yaml);
  return text;
}

function cut(yaml: string, { start, end }: SourceRange): string {
  return yaml.slice(offsetOf(yaml, start), offsetOf(yaml, end));
}

/** What stands in the file where the text has `wanted`. */
function written(yaml: string, wanted: string): string {
  const text = textIn(yaml);
  const at = text.text.indexOf(wanted);
  assert.ok(at >= 0, `${JSON.stringify(text.text)} has no ${wanted}`);
  return cut(yaml, text.span(at, at + wanted.length));
}

describe('places inside texts', () => {
  const cases: Readonly<Record<string, string>> = {
    plain: 'text: a == wrong\n',
    'plain over lines': 'text: a ==\n  b &&\n\n  wrong || c\n',
    single: "text: 'it''s == ''x'' && wrong'\n",
    'single over lines': "text: 'it''s\n  ''x'' &&\n   wrong'\n",
    double: 'text: "a == \\"x\\" \\t\\u0041\\x42 && wrong"\n',
    'double over lines': 'text: "a \\"x\\"\n   b \\\n   wrong \\\n   c"\n',
    'double with a pair of halves': 'text: "\\U0001F600 wrong"\n',
    literal: 'text: |\n  a ==\n    b\n\n  c wrong\n',
    'literal with stated indentation': 'text: |2-\n    a\n   wrong\n',
    folded: 'text: >-\n  a ==\n  b &&\n\n\n    more\n  c wrong\n',
    'folded, with carriage returns': 'text: >\r\n  a ==\r\n  b wrong\r\n',
    'literal, with carriage returns': 'text: |\r\n  a ==\r\n  b wrong\r\n',
    'in a flow map': 'x: 1\ntext: { }\n'.replace('{ }', '"{ a, wrong }"'),
    'torn and mended': "text: a ? 'b' : wrong\n",
    'torn, with quotes to double': 'text: !has(a) && b == "\\\\" || c == \'d\' && wrong\n',
  };
  for (const [name, yaml] of Object.entries(cases)) {
    it(name, () => assert.equal(written(yaml, 'wrong'), 'wrong'));
  }

  it('an escape is one character of the text and all of its signs in the file', () => {
    assert.equal(written('text: "a\\u0041b"\n', 'A'), '\\u0041');
    assert.equal(written("text: 'a''b'\n", "'"), "''");
  });

  it('an empty span stands behind the last character', () => {
    const text = textIn('text: "1 +"\n');
    assert.deepEqual(text.span(3, 3).start, { line: 1, column: 11 });
  });

  it('holds for whatever text in whatever style', () => {
    const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;
    const letters = fc.array(fc.constantFrom('a', 'b', '7', ' ', '  ', '\n', '\n\n', "'", '"', '\\', '==', ' && ', '{{ ', ' }}', '#', ': ', 'ä', '漢', '😀', '\t', '- '), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(letters, letters, fc.constantFrom(...styles), fc.integer({ min: 20, max: 90 }), (before, after, style, lineWidth) => {
        const value = `${before.join('')}wrong${after.join('')}`;
        const scalar = new Scalar(value);
        scalar.type = style;
        const yaml = new Document({ outer: 1, text: scalar }).toString({ lineWidth });
        // The library's own folding does not always give the value back; what counts is what it reads.
        const text = textIn(yaml);
        const at = text.text.indexOf('wrong');
        assert.ok(at >= 0, yaml);
        assert.equal(cut(yaml, text.span(at, at + 5)).replace(/\\\n\s*/, ''), 'wrong', yaml);
      }),
      { numRuns: 1_000 },
    );
  });
});
