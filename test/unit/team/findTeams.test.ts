// Where teams lie, on a real file system.
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { findTeams, teamFileOf } from '../../../src/engine/team/findTeams';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

const team = 'team: t\ngoal: g\nmodels: { m: { provider: openai, model: m } }\n';
const card = (id: string): string => `role: ${id}\nresponsibility: Help.\n`;

describe('finding teams', () => {
  let folder: TempFolder;
  const files = createNodeFiles();

  before(async () => {
    folder = await tempFolder({
      'one/team.yaml': team,
      'one/roles/b.yaml': card('b'),
      'one/roles/a.yml': card('a'),
      'one/roles/notes.md': 'no card',
      'one/scenarios/s.yaml': 'scenario: s\nteam: ..\ntask: the task\n',
      'one/docs/x.yaml': 'x: 1\n',
      'two/night.team.yml': team,
      'two/day.team.yaml': team,
      'two/deep/er/team.yml': team,
      'skip/node_modules/x/team.yaml': team,
      'skip/.rolecall/team.yaml': team,
      'skip/.git/team.yaml': team,
      'skip/dist/team.yaml': team,
      'skip/ours/team.yaml': team,
      'skip/notteam.yaml': 'x: 1\n',
    });
    await symlink(folder.path, `${folder.path}/one/loop`);
  });
  after(() => folder.remove());

  it('below a folder, in order, each once, and not where nobody wrote one', async () => {
    const found = await findTeams(folder.path, files, { ignore: (file) => file.endsWith('/ours') });
    assert.deepEqual(found.map((file) => file.slice(folder.path.length)), ['/one/team.yaml', '/two/day.team.yaml', '/two/deep/er/team.yml', '/two/night.team.yml']);
  });

  it('the team of a card, a scenario, a team file; none for other files', async () => {
    const of = async (file: string) => (await teamFileOf(`${folder.path}/${file}`, files))?.slice(folder.path.length) ?? null;
    assert.equal(await of('one/roles/a.yml'), '/one/team.yaml');
    assert.equal(await of('one/scenarios/s.yaml'), '/one/team.yaml');
    assert.equal(await of('two/night.team.yml'), '/two/night.team.yml');
    assert.equal(await of('two/script.yaml'), '/two/day.team.yaml');
    assert.equal(await of('one/docs/x.yaml'), null);
    assert.equal(await of('skip/notteam.yaml'), null);
  });

  it('a folder is its team, its cards in order of their names', async () => {
    const loaded = await loadTeam(`${folder.path}/one`, files, await loadSchemas());
    assert.equal(loaded.file, `${folder.path}/one/team.yaml`);
    assert.deepEqual(loaded.diagnostics, []);
    assert.deepEqual(loaded.roles.map((role) => [role.id, role.range.start.line]), [['a', 1], ['b', 1]]);
    assert.deepEqual(loaded.scenarios, [{ name: 's', file: `${folder.path}/one/scenarios/s.yaml`, task: 'the task' }]);
    assert.deepEqual(loaded.files.map((file) => file.slice(folder.path.length + 5)), ['team.yaml', 'roles/a.yml', 'roles/b.yaml', 'scenarios/s.yaml']);
  });

  it('a team whose file is not there says so', async () => {
    const { team: none, diagnostics } = await loadTeam(`${folder.path}/gone/team.yaml`, files, await loadSchemas());
    assert.equal(none, null);
    assert.deepEqual(diagnostics.map((each) => each.code), ['file-unreadable']);
  });
});
