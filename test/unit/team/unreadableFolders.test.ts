// Folders that are there and cannot be looked into. A link to itself stands for all of them: it is unreadable for every user.
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { rolecall } from '../../support/rolecallCommand';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

const team = 'team: t\ngoal: About {{ task }}\nmodels: { m: { provider: openai, model: m } }\n';
const helper = '  - role: helper\n    responsibility: Help.\n';

describe('a folder that cannot be read', () => {
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder();
  });
  afterEach(() => folder.remove());
  const problems = async (): Promise<readonly string[]> => {
    const loaded = await loadTeam(`${folder.path}/t`, createNodeFiles(), await loadSchemas());
    assert.equal(loaded.team, null);
    return loaded.diagnostics.filter((each) => each.code === 'file-unreadable').map((each) => each.message);
  };

  for (const name of ['roles', 'scenarios']) {
    it(`is an error of its team where it is ${name}/`, async () => {
      await folder.write({ 't/team.yaml': `${team}roles:\n${helper}` });
      await symlink(name, `${folder.path}/t/${name}`);
      assert.match((await problems()).join(), new RegExp(`^The folder \`${name}\` cannot be read: .*/t/${name} is a link that leads back to itself`));
    });
  }

  it('is an error where a file stands in its place', async () => {
    await folder.write({ 't/team.yaml': `${team}roles:\n${helper}`, 't/roles': 'x' });
    assert.match((await problems()).join(), /^The folder `roles` cannot be read: .* is not a folder/);
  });

  it('is an error of the role whose team lies in it', async () => {
    await folder.write({ 't/team.yaml': `${team}roles:\n${helper}    team: ./inner\n` });
    await symlink('inner', `${folder.path}/t/inner`);
    assert.match((await problems()).join(), /^The team at `\.\/inner` cannot be read: /);
  });

  it('is told on the command line, named or passed over', async () => {
    await folder.write({ 't/team.yaml': `${team}roles:\n${helper}` });
    await symlink('shut', `${folder.path}/shut`);
    for (const args of [['check', 'shut'], ['run', 'shut', '--task', 'x']]) {
      const { code, err } = await rolecall(args, { cwd: folder.path });
      assert.equal(code, 1);
      assert.match(err, /\/shut is a link that leads back to itself/);
    }
  });
}).timeout(30_000);
