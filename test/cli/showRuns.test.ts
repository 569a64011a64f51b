import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { rolecall, type Ended } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

describe('rolecall runs and show', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let ran: Ended;
  before(async () => {
    folder = await tempFolder(smallTeamFiles);
    ran = await rolecall(['run', 'team', '--task', 'heat pumps', '--json', '--quiet'], { cwd: folder.path });
    assert.equal(ran.code, 0, ran.err);
  });
  after(() => folder.remove());
  const inTeam = (...args: string[]): Promise<Ended> => rolecall(args, { cwd: `${folder.path}/team` });

  it('lists the runs of the current folder', async () => {
    const { code, out } = await inTeam('runs');
    assert.equal(code, 0);
    assert.match(out, /^Run +Started +Team +Status +Steps +Task\n1 +\d{4}-\d\d-\d\d \d\d:\d\d +two-steps +completed: finish_when +2 +heat pumps\n$/);
    const [run] = JSON.parse((await inTeam('runs', '--json')).out) as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual({ ...run, started_at: null }, {
      run: '1', team: 'two-steps', task: 'heat pumps', status: 'completed', reason: 'finish_when', steps: 2, log: `${folder.path}/team/.rolecall/runs/1/events.jsonl`, started_at: null,
    });
  });

  it('says so where there are none', async () => {
    const { code, out } = await rolecall(['runs'], { cwd: folder.path });
    assert.equal(code, 0);
    assert.equal(out, 'There are no runs in .rolecall/runs.\nRuns are kept with their team: `rolecall runs <folder>` lists those of another one.\n');
    assert.equal((await rolecall(['runs', '--json'], { cwd: folder.path })).out, '[]\n');
  });

  it('lists those of a folder or a team that is named, and says where a path leads nowhere', async () => {
    const { out } = await inTeam('runs');
    for (const named of ['team', 'team/team.yaml', 'team/.rolecall/runs']) assert.equal((await rolecall(['runs', named], { cwd: folder.path })).out, out, named);
    const lost = await rolecall(['runs', 'taem'], { cwd: folder.path });
    assert.equal(lost.code, 1);
    assert.match(lost.err, /taem does not exist\.\nDid you mean .*team\?\n$/);
  });

  it('names the runs there are, and the command that lists them, where one is not there', async () => {
    for (const command of ['show', 'resume', 'replay']) {
      const { code, err } = await inTeam(command, '9');
      assert.deepEqual([code, err], [1, 'rolecall: There is no run 9 in .rolecall/runs.\n`rolecall runs` lists those there are: 1.\n'], command);
    }
    const elsewhere = await rolecall(['show', '1'], { cwd: folder.path });
    assert.equal(elsewhere.err, 'rolecall: There is no run 1 in .rolecall/runs.\nThere are none. Runs are kept with their team: `rolecall runs <folder>` lists those of another one.\n');
  });

  it('shows the same object as run did, from the log alone', async () => {
    assert.equal((await inTeam('show', '1', '--json')).out, ran.out);
    assert.equal((await rolecall(['show', 'team/.rolecall/runs/1', '--json'], { cwd: folder.path })).out, ran.out);
    assert.equal((await rolecall(['show', 'team/.rolecall/runs/1/events.jsonl', '--json'], { cwd: folder.path })).out, ran.out);
  });

  it('shows people the steps, who decided and what came of them', async () => {
    const { code, out } = await inTeam('show', '1');
    assert.equal(code, 0);
    assert.match(out, /^1 +planner +team\.yaml:10 +committed +120 /m);
    assert.match(out, /^2 +writer +team\.yaml:11 +committed +230 /m);
    assert.match(out, /Run 1 of two-steps completed/);
  });

  it('shows one step in full: the prompt as it was sent, the reply, the commit', async () => {
    const { out } = await inTeam('show', '1', '--step', '2');
    for (const words of [/Step 2 of run 1: writer, committed/, /size\(state\.plan\) == 0 → planner: did not hold/, /Given: plan v1/, /\[system\]\nYou are/, /\["price","support"\]/, /"report": "About heat pumps: 2 points"/, /report: v0 → v1/]) assert.match(out, words);
    const step = JSON.parse((await inTeam('show', '1', '--step', '2', '--json')).out) as { readonly step: number; readonly attempts: readonly { readonly calls: readonly { readonly prompt: readonly { readonly text: string }[] }[] }[] };
    assert.equal(step.step, 2);
    assert.match(step.attempts[0]!.calls[0]!.prompt.map(({ text }) => text).join('\n'), /\["price","support"\]/);
  });

  for (const [what, args, wanted] of [
    ['no run', ['show'], /Which run\?/],
    ['a run that is not there', ['show', '9'], /no run 9/],
    ['a path that is not there', ['show', 'nowhere'], /no run nowhere/],
    ['a step that is not there', ['show', '1', '--step', '7'], /no step 7\.\nIt has steps 1 to 2\./],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      const { code, out, err } = await inTeam(...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, wanted);
    });
  }

  it('shows what is whole of a damaged log and says what was left out', async () => {
    const log = `${folder.path}/team/.rolecall/runs/1/events.jsonl`;
    const whole = await readFile(log, 'utf8');
    try {
      await appendFile(log, '{"seq":99,"at');
      const { code, out, err } = await inTeam('show', '1', '--json');
      assert.deepEqual([code, out], [0, ran.out]);
      assert.match(err, /^Run 1: Line \d+, the last, was cut short and is left out \(13 bytes\)\./);
      await writeFile(log, whole.slice(0, 40));
      const broken = await inTeam('show', '1');
      assert.equal(broken.code, 1);
      assert.match(broken.err, /cannot be opened/);
    } finally {
      await writeFile(log, whole);
    }
  });
});

describe('rolecall itself', function () {
  this.timeout(60_000);
  const cwd = process.cwd();

  it('says what it can do, and its version', async () => {
    const help = await rolecall(['--help'], { cwd });
    assert.equal(help.code, 0);
    for (const name of ['check', 'run', 'runs', 'show']) assert.match(help.out, new RegExp(`rolecall ${name}`));
    assert.deepEqual(await rolecall(['help'], { cwd }), help);
    assert.match((await rolecall(['run', '--help'], { cwd })).out, /--set field=<json>/);
    assert.deepEqual((await rolecall(['help', 'run'], { cwd })).out, (await rolecall(['run', '-h'], { cwd })).out);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
    assert.equal((await rolecall(['--version'], { cwd })).out, `${version}\n`);
  });

  it('fails for no command, one that is unknown, and one that this version does not have', async () => {
    const none = await rolecall([], { cwd });
    assert.deepEqual([none.code, none.out], [1, '']);
    const unknown = await rolecall(['chek'], { cwd });
    assert.deepEqual([unknown.code, unknown.out], [1, '']);
    assert.match(unknown.err, /did you mean `check`\?/);
    const later = await rolecall(['eval', '1', '--json'], { cwd });
    assert.deepEqual(later, { code: 1, out: '', err: 'rolecall: this version does not have `eval` yet.\n' });
  });
});
