// Each file below language/<feature>/ asks the editor's language features about the team in language/team: its first line names the file that its
// text stands for, ‸ in the text is the cursor, and behind ===== is what must be answered. ACCEPT=1 writes the answers anew: read the difference before keeping it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinPath } from '../../src/engine/shared/paths';
import { slashPath } from '../../src/node/slashPath';
import { answers, type Question } from '../support/languageAnswers';

const folder = slashPath(path.join(path.dirname(fileURLToPath(import.meta.url)), 'language'));
const team = joinPath(folder, 'team');
const divider = '\n=====\n';

describe('the language features', () => {
  for (const [feature, answer] of Object.entries(answers)) {
    for (const name of readdirSync(path.join(folder, feature))) {
      it(`${feature}: ${name.replace('.txt', '').replaceAll('-', ' ')}`, async () => {
        const file = path.join(folder, feature, name);
        const [asked = '', expected] = readFileSync(file, 'utf8').split(divider);
        const actual = `${(await answer(questionIn(asked))).trimEnd()}\n`;
        if (process.env['ACCEPT'] === '1') writeFileSync(file, `${asked}${divider}${actual}`);
        assert.equal(actual, expected ?? 'no expectation: run with ACCEPT=1, then read it');
      });
    }
  }
});

/** `roles/writer.yaml`, or `roles/writer.yaml new-name`; without a text, the file as it is. `\r`, `\t` and `\ufeff` are written out. */
function questionIn(asked: string): Question {
  const [head = '', ...lines] = asked.split('\n');
  const [name = '', argument = ''] = head.split(' ');
  const own = lines.length === 0 ? readFileSync(path.join(team, name), 'utf8') : lines.join('\n');
  const marked = own.replaceAll('\\r', '\r').replaceAll('\\t', '\t').replaceAll('\\ufeff', '\uFEFF');
  const offset = marked.indexOf('‸');
  return { team, file: joinPath(team, name), text: marked.replace('‸', ''), offset: Math.max(0, offset), argument };
}
