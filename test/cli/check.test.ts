import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { rolecall, type Ended } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

const brokenWriter = 'role: writer\nresponsibility: Write.\nreads: [plan]\nwrites: { report: { type: string } }\nforbiden: [x]\n';

describe('rolecall check', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder(smallTeamFiles);
  });
  afterEach(() => folder.remove());
  const check = (...args: string[]): Promise<Ended> => rolecall(['check', ...args], { cwd: folder.path });

  it('finds nothing wrong with a good team, named by file, folder, card or not at all', async () => {
    for (const args of [[], ['.'], ['team'], ['team/team.yaml'], ['team/roles/writer.yaml']]) {
      const { code, out, err } = await check(...args);
      assert.deepEqual([code, err], [0, ''], args.join(' ') + out);
      assert.match(out, /: no problems\.\n$/);
    }
  });

  it('prints file:line:column, what is wrong and what to do, and goes on after the first problem', async () => {
    await folder.write({ 'team/roles/writer.yaml': brokenWriter, 'team/team.yaml': smallTeamFiles['team/team.yaml']!.replace('to: planner', 'to: planer') });
    const { code, out } = await check();
    assert.equal(code, 1);
    assert.match(out, /^team\/roles\/writer\.yaml:5:1: error: .*forbiden.*\[unknown-key\]\n {4}.+/m);
    assert.match(out, /^team\/team\.yaml:10:\d+: error: .*planer/m);
    assert.match(out, /^team\/team\.yaml: 2 errors/m);
  });

  it('checks all teams below a folder, and says where there is none', async () => {
    await folder.write({ 'more/other.team.yaml': 'team: other\n' });
    const { code, out } = await check();
    assert.equal(code, 1);
    assert.match(out, /^more\/other\.team\.yaml:1:\d+: error/m);
    assert.match(out, /^2 teams: /m);
    await folder.write({ 'empty/readme.md': 'x' });
    const none = await check('empty');
    assert.deepEqual([none.code, none.out], [1, '']);
    assert.match(none.err, /There is no team in .*empty/);
  });

  it('shows only the problems of a card that it was given, and counts the others', async () => {
    await folder.write({ 'team/roles/writer.yaml': brokenWriter });
    const other = await check('team/roles/planner.yaml');
    assert.equal(other.code, 0);
    assert.match(other.out, /^team\/roles\/planner\.yaml: no problems \(1 more in other files of its team\)\.\n$/);
    assert.equal((await check('team/roles/writer.yaml')).code, 1);
  });

  it('tells what may be said against a design, at the level that is asked for', async () => {
    const cycle = 'team: two\ngoal: x\nmodels: { m: { provider: openai, model: x } }\nroles:\n  - { role: a, responsibility: A., reads: [b], writes: [a] }\n  - { role: b, responsibility: B., reads: [a], writes: [b] }\n';
    await folder.write({ 'two/team.yaml': cycle });
    const hint = await check('two');
    assert.deepEqual([hint.code, hint.err], [0, '']);
    assert.match(hint.out, /^two\/team\.yaml:5:7: hint: `a` → `b` → `a`.*\[endless-cycle\]$/m);
    assert.match((await check('two', '--lint', 'endless-cycle=off')).out, /no problems/);
    const error = await check('two', '--lint', 'endless-cycle=error', '--format', 'json');
    assert.equal(error.code, 1);
    assert.equal((JSON.parse(error.out) as { readonly teams: readonly { readonly ok: boolean }[] }).teams[0]?.ok, false);
    const unknown = await check('two', '--lint', 'endles-cycle=off');
    assert.match(unknown.err, /knows no finding "endles-cycle".*\n.*Did you mean endless-cycle\?/);
    assert.match((await check('two', '--lint', 'endless-cycle=loud')).err, /no such level/);
  });

  it('knows the roles of a script that teams share, of the team around and of that within', async () => {
    const { out } = await check(fileURLToPath(new URL('../golden/checks/script-shared', import.meta.url)));
    assert.match(out, /^.*demo\.script\.yaml:5:13: warning: There is no role `stranger`.*\n.*\n2 teams: 1 warning\.\n$/);
  });

  it('prints JSON with the same places', async () => {
    await folder.write({ 'team/roles/writer.yaml': brokenWriter });
    const { code, out } = await check('--format', 'json');
    assert.equal(code, 1);
    const found = JSON.parse(out) as { readonly teams: readonly unknown[]; readonly problems: readonly Readonly<Record<string, unknown>>[] };
    assert.deepEqual(found.teams, [{ file: 'team/team.yaml', team: 'two-steps', ok: false }]);
    assert.deepEqual(found.problems.map(({ file, line, column, severity, code: name }) => ({ file, line, column, severity, name })), [
      { file: 'team/roles/writer.yaml', line: 5, column: 1, severity: 'error', name: 'unknown-key' },
    ]);
    assert.equal((await check('--format', 'xml')).code, 1);
  });
});
