import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRunLogs } from '../../../src/node/runLog/runLogs';
import { runsFolderFor } from '../../../src/node/runLog/runsFolder';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

describe('where runs are kept', () => {
  let top: TempFolder;
  let team: string;
  beforeEach(async () => {
    top = await tempFolder({ 'repo/packages/app/teams/a/team.yaml': 'team: a' });
    team = `${top.path}/repo/packages/app/teams/a/team.yaml`;
  });
  afterEach(() => top.remove());

  it('beside the team where there is nothing else, and makes nothing by looking', async () => {
    assert.equal(await runsFolderFor(team), `${top.path}/repo/packages/app/teams/a/.rolecall/runs`);
    await assert.rejects(access(`${top.path}/repo/packages/app/teams/a/.rolecall`));
  });

  it('at the root of the repository or the workspace folder, whichever is nearer', async () => {
    await mkdir(`${top.path}/repo/.git`);
    assert.equal(await runsFolderFor(team), `${top.path}/repo/.rolecall/runs`);
    assert.equal(await runsFolderFor(team, `${top.path}/repo/packages/app`), `${top.path}/repo/packages/app/.rolecall/runs`);
    assert.equal(await runsFolderFor(team, top.path), `${top.path}/repo/.rolecall/runs`);
    assert.equal(await runsFolderFor(team, `${top.path}/elsewhere`), `${top.path}/repo/.rolecall/runs`);
    await writeFile(`${top.path}/repo/packages/.git`, 'gitdir: ../x');
    assert.equal(await runsFolderFor(team), `${top.path}/repo/packages/.rolecall/runs`);
  });

  it('under the nearest folder that has runs already, before everything else', async () => {
    await mkdir(`${top.path}/repo/.git`);
    await mkdir(`${top.path}/.rolecall`);
    await mkdir(`${top.path}/repo/.rolecall`);
    assert.equal(await runsFolderFor(team, `${top.path}/repo/packages`), `${top.path}/repo/.rolecall/runs`);
    await writeFile(`${top.path}/repo/packages/.rolecall`, 'a file is no folder of runs');
    assert.equal(await runsFolderFor(team), `${top.path}/repo/.rolecall/runs`);
  });

  it('C11: keeps itself out of git', async () => {
    execFileSync('git', ['init', '-q'], { cwd: `${top.path}/repo` });
    const log = await createRunLogs(await runsFolderFor(team)).create();
    await log.close();
    assert.equal(await readFile(`${top.path}/repo/.rolecall/.gitignore`, 'utf8'), '*\n');
    const status = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: `${top.path}/repo`, encoding: 'utf8' });
    assert.ok(!status.includes('rolecall'), status);
    await writeFile(`${top.path}/repo/.rolecall/.gitignore`, 'mine\n');
    await (await createRunLogs(await runsFolderFor(team)).create()).close();
    assert.equal(await readFile(`${top.path}/repo/.rolecall/.gitignore`, 'utf8'), 'mine\n');
  });
});
