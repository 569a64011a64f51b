// `rolecall resume` in processes of its own: what it goes on with, what it refuses, and what it says. Crashes are in crashCommand.test.ts, answers in answers.test.ts.
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { rolecallHere } from '../support/cliInProcess';
import { rolecall, startRolecall, type Ended } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

interface Result {
  readonly run: string;
  readonly status: string;
  readonly reason: string;
  readonly path: readonly string[];
  readonly state: Readonly<Record<string, unknown>>;
  readonly spend: { readonly total: { readonly calls: number } };
}

const resultOf = ({ out }: Pick<Ended, 'out'>): Result => JSON.parse(out) as Result;
const slowWriter = smallTeamFiles['team/demo.script.yaml']!.replace('usage: { input: 200, output: 30 }', 'delay_ms: 600000');

describe('rolecall resume', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let cwd: string;
  beforeEach(async () => {
    folder = await tempFolder(smallTeamFiles);
    cwd = `${folder.path}/team`;
  });
  afterEach(() => folder.remove());
  const command = (...args: string[]): Promise<Ended> => rolecall(args, { cwd });
  /** One that a limit has ended. */
  const limited = async (): Promise<void> => assert.equal((await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--limit', 'steps=1', '--quiet')).code, 2);

  it('goes on with a run that was stopped, makes no call twice, and prints what run would have printed', async () => {
    const whole = await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--json', '--quiet');
    await folder.write({ 'team/demo.script.yaml': slowWriter });
    const started = startRolecall(['run', '.', '--task', 'rain'], { cwd });
    await started.says(/2 writer: asks/);
    started.child.kill('SIGINT');
    assert.equal((await started.ended).code, 130);
    await folder.write(smallTeamFiles);
    const resumed = await command('resume', '2', '--team', '.', '--json');
    assert.equal(resumed.code, 0, resumed.err);
    const { run: _run, log: _log, ...essence } = resultOf(resumed) as Result & { readonly log: string };
    const { run: _first, log: _other, ...wanted } = resultOf(whole) as Result & { readonly log: string };
    // The call that was stopped is made again: it counts as a request of its own.
    assert.deepEqual({ ...essence, spend: null }, { ...wanted, spend: null });
    assert.match(resumed.err, /^The run goes on\n/);
    assert.ok(!resumed.err.includes('planner: asks'), 'what is known is not told again');
  });

  it('goes on past a limit when it is raised, and says how where it is not', async () => {
    await limited();
    const log = `${cwd}/.rolecall/runs/1/events.jsonl`;
    const before = await readFile(log);
    const refused = await command('resume', '1', '--json');
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(refused.err, /Run 1 has used up its limit of steps: 1 of 1\.\nGo on with a higher one: --limit steps=2\.\n$/);
    assert.deepEqual(await readFile(log), before, 'a refusal writes nothing');
    const raised = await command('resume', '1', '--limit', 'steps=2', '--json', '--quiet');
    assert.deepEqual([raised.code, raised.err], [0, '']);
    const { status, path, state, spend } = resultOf(raised);
    assert.deepEqual([status, path, state['report'], spend.total.calls], ['completed', ['planner', 'writer'], 'About rain: 2 points', 2]);
  });

  it('goes on past a request that was too large once it may be larger, and says how where it may not', async () => {
    await folder.write({ 'team/team.yaml': `${await readFile(`${cwd}/team.yaml`, 'utf8')}limits: { tokens_per_call: 40 }\n` });
    assert.equal((await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet')).code, 2);
    const refused = await command('resume', '1', '--limit', 'tokens_per_call=41');
    assert.match(refused.err, /The next request of run 1 has \d+ input tokens, and a call may have 41\.\nGo on with a higher limit: --limit tokens_per_call=\d+\.\n$/);
    const raised = await command('resume', '1', '--limit', 'tokens_per_call=9000', '--json', '--quiet');
    assert.deepEqual([raised.code, resultOf(raised).status], [0, 'completed']);
  });

  it('has nothing to do for a completed run, says so, and shows it', async () => {
    const ran = await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--json', '--quiet');
    const again = await command('resume', '1', '--json');
    assert.deepEqual([again.code, again.out], [0, ran.out]);
    assert.match(again.err, /^Run 1 is completed: there is nothing to go on with\. `rolecall fork` starts a new run/);
  });

  it('goes on with a failed run once its cause is gone, and tells that the team has changed', async () => {
    await folder.write({ 'team/demo.script.yaml': 'replies:\n  - { role: planner, output: { plan: [a] } }\n' });
    const failed = await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet');
    assert.equal(failed.code, 1);
    await folder.write({ 'team/demo.script.yaml': smallTeamFiles['team/demo.script.yaml']! });
    const same = await command('resume', '1', '--quiet', '--json');
    assert.deepEqual([same.code, resultOf(same).status], [1, 'failed']);
    assert.match(same.err, /^demo\.script\.yaml has changed since; the run goes on with the team as it was recorded\. To use it as it is now: --team team\.yaml\n/);
    const mended = await command('resume', '1', '--team', '.', '--quiet', '--json');
    assert.deepEqual([mended.code, resultOf(mended).status, resultOf(mended).state['report']], [0, 'completed', 'About rain: 1 points'], mended.err);
  });

  it('writes a field first, as a person, or asks another model', async () => {
    await limited();
    const set = await command('resume', '1', '--limit', 'steps=9', '--set', 'plan=["a","b","c"]', '--json', '--quiet');
    assert.deepEqual([set.code, resultOf(set).state['report'], resultOf(set).path], [0, 'About rain: 3 points', ['planner', 'writer']], set.err);
    assert.match((await rolecallHere(cwd, 'show', '1')).out, /^plan +3 items: a, b, c \(person, version 2,/m);
    await limited();
    const other = await command('resume', '2', '--limit', 'steps=9', '--model', 'other', '--json', '--quiet');
    assert.deepEqual([other.code, resultOf(other).state['report']], [0, 'other'], other.err);
  });

  it('takes the path of a run or of its log, from anywhere', async () => {
    for (const [run, path] of [['1', 'team/.rolecall/runs/1'], ['2', 'team/.rolecall/runs/2/events.jsonl']] as const) {
      await limited();
      const { code, out, err } = await rolecall(['resume', path, '--limit', 'steps=9', '--json', '--quiet'], { cwd: folder.path });
      assert.deepEqual([code, (JSON.parse(out) as Result).run], [0, run], err);
    }
  });

  it('goes on with a copied run in its own place', async () => {
    await limited();
    await cp(`${cwd}/.rolecall/runs/1`, `${cwd}/.rolecall/runs/7`, { recursive: true });
    const first = await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`);
    const shown = await rolecallHere(cwd, 'show', '7', '--json');
    assert.equal(resultOf(shown).run, '7');
    const resumed = await command('resume', '7', '--limit', 'steps=9', '--json', '--quiet');
    assert.deepEqual([resumed.code, resultOf(resumed).run, resultOf(resumed).status], [0, '7', 'completed'], resumed.err);
    assert.deepEqual(await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`), first);
  });

  for (const [what, args, wanted] of [
    ['no run', [], /^rolecall: Which run\?\n`rolecall runs` lists them\.\n$/],
    ['an empty run', [''], /^rolecall: `rolecall resume` was given an empty word\.\n/],
    ['a run that is not there', ['9'], /^rolecall: There is no run 9: .*runs\/9\/events\.jsonl does not exist\.\n.+\n$/],
    ['a number that no run has', ['0'], /^rolecall: There is no run 0 in .*\.\n.+\n$/],
    ['a path that is not there', ['nowhere'], /^rolecall: There is no run nowhere\.\nWrite its number \(`rolecall runs` lists them\) or the path of its log\.\n$/],
    ['a folder that is no run', ['roles'], /^rolecall: There is no run roles in .*\.\n.+\n$/],
    ['two runs', ['1', '2'], /does not know what to do with "2"/],
    ['another task', ['1', '--task', 'snow'], /^rolecall: Run 1 keeps the task it was started with: "rain"\.\n.*`rolecall run`\.\n$/],
    ['a task as a field', ['1', '--set', 'task="snow"'], /^rolecall: --set cannot change the task\.\n/],
    ['a field that is not there', ['1', '--set', 'pan=[]'], /The team has no field "pan"\.\nDid you mean plan\?/],
    ['a model that is not there', ['1', '--model', 'dem'], /has no model "dem"\.\nDid you mean demo\?/],
    ['a team that is not there', ['1', '--team', 'teem'], /teem does not exist\./],
    ['a limit of nothing', ['1', '--limit', 'steps=0'], /--limit steps cannot be "0"/],
    ['an answer that nothing waits for', ['1', '--approve'], /^rolecall: Run 1 waits for no answer\.\n/],
    ['a step, which is fork’s', ['1', '--at', '1'], /has no option --at\./],
  ] as const) {
    it(`says what is wrong with ${what}, and does nothing`, async () => {
      await limited();
      const log = await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`);
      const { code, out, err } = await rolecallHere(cwd, 'resume', ...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, wanted);
      assert.deepEqual(await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`), log);
    });
  }
});
