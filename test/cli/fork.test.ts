// `rolecall fork` in processes of its own: a new run from a step of another, which stays as it is.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { rolecallHere } from '../support/cliInProcess';
import { rolecall, startRolecall, type Ended } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

interface Result {
  readonly run: string;
  readonly status: string;
  readonly path: readonly string[];
  readonly state: Readonly<Record<string, unknown>>;
  readonly spend: { readonly total: { readonly calls: number } };
  readonly forked_from?: { readonly run: string; readonly step: number };
}

const resultOf = ({ out }: Pick<Ended, 'out'>): Result => JSON.parse(out) as Result;
/** The planner has one reply: who asks it again fails. */
const script = smallTeamFiles['team/demo.script.yaml']!.replace('usage: { input: 200, output: 30 } }', 'usage: { input: 200, output: 30 }, repeat: true }');

describe('rolecall fork', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let cwd: string;
  let first: Buffer;
  beforeEach(async () => {
    folder = await tempFolder({ ...smallTeamFiles, 'team/demo.script.yaml': script });
    cwd = `${folder.path}/team`;
    assert.equal((await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet')).code, 0);
    first = await readFile(logOf('1'));
  });
  afterEach(() => folder.remove());
  const logOf = (run: string): string => `${cwd}/.rolecall/runs/${run}/events.jsonl`;
  const fork = (...args: string[]): Promise<Ended> => rolecall(['fork', ...args], { cwd });

  it('goes on after the step, as a new run that says where it is from; what came before is not asked again', async () => {
    const ended = await fork('1', '--at', '1', '--json');
    assert.equal(ended.code, 0, ended.err);
    const { run, status, path, state, spend, forked_from } = resultOf(ended);
    assert.deepEqual([run, status, path, state['report'], spend.total.calls, forked_from], ['2', 'completed', ['planner', 'writer'], 'About rain: 2 points', 2, { run: '1', step: 1 }]);
    assert.ok(!ended.err.includes('planner: asks') && ended.err.includes('2 writer: asks'), ended.err);
    assert.deepEqual(await readFile(logOf('1')), first);
    assert.match((await rolecallHere(cwd, 'runs')).out, /^2 .*\(from run 1 after step 1\) rain$/m);
    assert.match((await rolecallHere(cwd, 'show', '2')).out, /^Forked from run 1 after step 1\.$/m);
  });

  it('writes fields first, as a person: what follows from the old value is not carried over', async () => {
    const ended = await fork('1', '--at', '1', '--set', 'plan=["a","b","c"]', '--json', '--quiet');
    assert.deepEqual([ended.code, ended.err], [0, '']);
    assert.deepEqual([resultOf(ended).state['plan'], resultOf(ended).state['report']], [['a', 'b', 'c'], 'About rain: 3 points']);
    assert.match((await rolecallHere(cwd, 'show', '2')).out, /^plan +3 items: a, b, c \(person, version 2,/m);
  });

  it('C5: forks from forks move on along their own way', async () => {
    await fork('1', '--at', '1', '--set', 'plan=["a","b","c"]', '--quiet');
    const again = await fork('2', '--at', '1', '--quiet', '--json');
    assert.deepEqual([resultOf(again).run, resultOf(again).state['report'], resultOf(again).forked_from], ['3', 'About rain: 2 points', { run: '2', step: 1 }], again.err);
    const onward = await fork('2', '--at', '2', '--set', 'report=""', '--quiet', '--json');
    assert.deepEqual([resultOf(onward).path, resultOf(onward).state['report']], [['planner', 'writer', 'writer'], 'About rain: 3 points'], onward.err);
  });

  it('begins at the beginning with step 0, with another model or another team', async () => {
    const other = await fork('1', '--at', '0', '--model', 'other', '--json', '--quiet');
    assert.deepEqual([resultOf(other).state['plan'], resultOf(other).state['report']], [['one'], 'other'], other.err);
    await folder.write({ 'team/demo.script.yaml': script.replace('About', 'All about') });
    const recorded = await fork('1', '--at', '1', '--json');
    assert.equal(resultOf(recorded).state['report'], 'About rain: 2 points');
    assert.match(recorded.err, /^demo\.script\.yaml has changed since; the run goes on with the team as it was recorded\. To use it as it is now: --team team\.yaml\n/);
    const changed = await fork('1', '--at', '1', '--team', '.', '--json', '--quiet');
    assert.deepEqual([changed.code, changed.err, resultOf(changed).state['report']], [0, '', 'All about rain: 2 points']);
  });

  it('takes steps that have ended from a run that still goes on', async () => {
    await folder.write({ 'team/demo.script.yaml': smallTeamFiles['team/demo.script.yaml']!.replace('usage: { input: 200, output: 30 }', 'delay_ms: 600000') });
    const going = startRolecall(['run', '.', '--task', 'rain'], { cwd });
    await going.says(/2 writer: asks/);
    await folder.write({ 'team/demo.script.yaml': script });
    const ended = await fork('2', '--at', '1', '--team', '.', '--json', '--quiet');
    assert.deepEqual([ended.code, resultOf(ended).run, resultOf(ended).status], [0, '3', 'completed'], ended.err);
    const open = await fork('2', '--at', '2', '--json');
    assert.match(open.err, /Run 2 cannot be forked after step 2: the run has no step 2 that ended; only step 1 has\./);
    going.child.kill('SIGKILL');
    await going.ended;
  });

  it('ends as any run does, and can be gone on with', async () => {
    const limited = await fork('1', '--at', '1', '--limit', 'steps=1', '--json', '--quiet');
    assert.deepEqual([limited.code, resultOf(limited).status], [2, 'partial'], limited.err);
    const resumed = await rolecall(['resume', '2', '--limit', 'steps=5', '--json', '--quiet'], { cwd });
    assert.deepEqual([resumed.code, resultOf(resumed).status, resultOf(resumed).forked_from], [0, 'completed', { run: '1', step: 1 }], resumed.err);
    const replayed = await rolecall(['replay', '2', '--json', '--quiet'], { cwd });
    assert.deepEqual([replayed.code, replayed.out], [0, resumed.out], replayed.err);
  });

  for (const [what, args, wanted] of [
    ['no run', [], /^rolecall: Which run\?\n/],
    ['no step', ['1'], /^rolecall: After which step of run 1\?\nWrite --at <step>\. `rolecall show 1` lists its steps; 0 is its beginning\.\n$/],
    ['a step without a number', ['1', '--at', 'writer'], /^rolecall: --at cannot be "writer"\.\nWrite the number of a step\./],
    ['a step before the first', ['1', '--at', '-1'], /^rolecall: --at cannot be "-1"\.\n/],
    ['half a step', ['1', '--at', '1.5'], /^rolecall: --at cannot be "1\.5"\.\n/],
    ['a step that is not there', ['1', '--at', '7'], /^rolecall: Run 1 cannot be forked after step 7: the run has no step 7 that ended; steps 1 and 2 have\.\n/],
    ['a run that is not there', ['9', '--at', '1'], /^rolecall: There is no run 9: /],
    ['a field that is not there', ['1', '--at', '1', '--set', 'pan=[]'], /The team has no field "pan"\.\nDid you mean plan\?/],
    ['a value that does not fit', ['1', '--at', '1', '--set', 'plan=7'], /does not fit the field: plan must be array/],
    ['another task', ['1', '--at', '1', '--task', 'snow'], /^rolecall: Run 1 keeps the task it was started with: "rain"\.\n/],
    ['a task as a field', ['1', '--at', '0', '--set', 'task="snow"'], /^rolecall: --set cannot change the task\.\n/],
    ['an answer to a question', ['1', '--at', '1', '--approve', 's2.before'], /--approve cannot be "s2\.before" here: what the run asks is not known yet\.\n.*`rolecall resume` takes an answer/],
    ['a rejection', ['1', '--at', '1', '--reject', 's2.before'], /has no option --reject\./],
    ['a broken team', ['1', '--at', '1', '--team', 'broken'], /has 1 error, so nothing was run\./],
  ] as const) {
    it(`says what is wrong with ${what}, and leaves no run behind`, async () => {
      await folder.write({ 'team/broken/team.yaml': 'team: broken\ngoal: x\n' });
      const { code, out, err } = await rolecallHere(cwd, 'fork', ...args);
      assert.deepEqual([code, out], [1, ''], err);
      assert.match(err, wanted);
      assert.deepEqual(await readdir(`${cwd}/.rolecall/runs`), ['1']);
      assert.deepEqual(await readFile(logOf('1')), first);
    });
  }
});
