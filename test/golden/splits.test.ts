// Each folder in splits/ holds a prompt, what is told of it and the team that is drafted from it. ACCEPT=1 writes both anew: read the difference before keeping it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import { promptFromRole, promptFromText, roleAt, type PromptSource } from '../../src/engine/split/promptSource';
import { shouldSplit } from '../../src/engine/split/shouldSplit';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { slashPath } from '../../src/node/slashPath';

const splits = path.join(path.dirname(fileURLToPath(import.meta.url)), 'splits');
const files = createNodeFiles();

describe('should this be split?', () => {
  for (const name of readdirSync(splits)) {
    const folder = path.join(splits, name);
    it(`${name.replaceAll('-', ' ')}: is answered as expected`, async () => {
      const source = await sourceIn(folder);
      const { sheet, team } = shouldSplit(source);
      compare(path.join(folder, 'sheet.md'), sheet);
      compare(path.join(folder, 'team.yaml'), team ?? '');
    });

    it(`${name.replaceAll('-', ' ')}: gives the places of its evidence`, async () => {
      const source = await sourceIn(folder);
      const whole = existsSync(path.join(folder, 'case.txt')) ? await files.readText(`${slashPath(caseOf(folder)[0])}/${caseOf(folder)[1]}`) : promptIn(folder);
      const lines = whole.split('\n');
      for (const { evidence } of shouldSplit(source).signals) {
        for (const { line, words } of evidence) assert.ok(lines.slice(line - 1, line + 3).join(' ').replaceAll(/\s+/g, ' ').includes(words.slice(0, 20).trim()), `line ${line}: ${words}`);
      }
    });

    it(`${name.replaceAll('-', ' ')}: what is drafted passes the check without a word`, async () => {
      const { team } = shouldSplit(await sourceIn(folder));
      if (team === null) return;
      const drafted = { ...files, readText: async (file: string) => (file.endsWith('/team.yaml') ? team : files.readText(file)) };
      const loaded = await loadTeam(`${slashPath(folder)}/team.yaml`, drafted, await loadSchemas());
      assert.deepEqual(loaded.diagnostics.filter(({ code }) => code !== 'folder-missing').map(({ message }) => message), []);
      assert.ok(loaded.team);
    });
  }
});

function promptIn(folder: string): string {
  const file = readdirSync(folder).find((each) => each.startsWith('prompt.'))!;
  return readFileSync(path.join(folder, file), 'utf8');
}

/** A team's folder, a file in it, and the line of the cursor. */
function caseOf(folder: string): readonly [string, string, number] {
  const [team = '', file = '', line = ''] = readFileSync(path.join(folder, 'case.txt'), 'utf8').trim().split(' ');
  return [team, file, Number(line)];
}

async function sourceIn(folder: string): Promise<PromptSource> {
  if (!existsSync(path.join(folder, 'case.txt'))) return promptFromText(readdirSync(folder).find((each) => each.startsWith('prompt.'))!, promptIn(folder));
  const [team, file, line] = caseOf(folder);
  const { sources } = await loadTeam(slashPath(team), files, await loadSchemas());
  assert.ok(sources);
  const role = roleAt(sources, `${slashPath(team)}/${file}`, line);
  assert.ok(role);
  return promptFromRole(role, sources);
}

function compare(file: string, actual: string): void {
  if (process.env['ACCEPT'] === '1' && (actual !== '' || existsSync(file))) writeFileSync(file, actual);
  assert.equal(actual, existsSync(file) ? readFileSync(file, 'utf8') : '', 'run with ACCEPT=1, then read it');
}
