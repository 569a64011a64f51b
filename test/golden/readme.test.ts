// What the README shows is done as it says: its files are written, its commands typed in, and what they print has to be what it shows.
// ACCEPT=1 writes what they print into the README.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandWords } from '../support/rolecallCommand';
import { tempFolder, type TempFolder } from '../support/tempFolder';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));
const text = readFileSync(readme, 'utf8');

/** As `<name>`: and then the block. */
const files = Object.fromEntries([...text.matchAll(/as `([\w./]+)`:\n\n```yaml\n(.*?)```/gs)].map(([, name, content]) => [name!, content!]));
const session = /```console\n(.*?)```/s.exec(text)![1]!;

describe('the README', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  afterEach(() => folder.remove());

  /** Standard output, and what was said on standard error. */
  const type = (command: string): string => {
    const rolecall = [process.execPath, ...commandWords()].map((word) => `'${word}'`).join(' ');
    const done = spawnSync('sh', ['-c', `rolecall() { ${rolecall} "$@"; }\n${command}`], { cwd: folder.path, encoding: 'utf8' });
    return done.stdout + done.stderr;
  };

  it('shows a team and a script that print what it says when they are typed in', async () => {
    assert.deepEqual(Object.keys(files), ['team.yaml', 'demo.script.yaml']);
    folder = await tempFolder(files);
    const commands = session.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
    assert.ok(commands.some((command) => command.startsWith('rolecall run ')));
    const printed = commands.map((command) => `$ ${command}\n${untimed(type(command))}`).join('');
    if (process.env['ACCEPT'] === '1') writeFileSync(readme, text.replace(session, () => printed));
    else assert.equal(printed, session);
  });

  it('shows a smallest team, and replies of every kind, that the check has nothing against', async () => {
    const [, smallest] = /smallest useful one:\n\n```yaml\n(.*?)```/s.exec(text)!;
    const [, replies] = /you write the same keys:\n\n```yaml\n(.*?)```/s.exec(text)!;
    folder = await tempFolder({ 'smallest/team.yaml': smallest!, 'whole/team.yaml': files['team.yaml']!.replace('goal:', 'supervisor: {}\ngoal:'), 'whole/demo.script.yaml': replies!, 'whole/docs/how.md': 'A heat pump moves heat.' });
    assert.equal(type('rolecall check'), '2 teams: no problems.\n');
  });
});

/** How long a run takes is not the README's. */
function untimed(printed: string): string {
  return printed.replace(/(\d steps), \d+:\d\d\./, '$1, 0:00.');
}
