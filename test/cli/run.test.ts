import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { rolecall, startRolecall, type Ended } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

interface Result {
  readonly run: string;
  readonly status: string;
  readonly reason: string;
  readonly steps: number;
  readonly path: readonly string[];
  readonly state: Readonly<Record<string, unknown>>;
  readonly spend: { readonly total: Readonly<Record<string, unknown>>; readonly roles: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  readonly log: string;
}

const resultOf = ({ out }: Ended): Result => JSON.parse(out) as Result;

describe('rolecall run', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder(smallTeamFiles);
  });
  afterEach(() => folder.remove());
  const run = (...args: string[]): Promise<Ended> => rolecall(['run', ...args], { cwd: folder.path });

  it('prints exactly one JSON object with the keys of the format', async () => {
    const ended = await run('team', '--task', 'heat pumps', '--json');
    assert.equal(ended.code, 0, ended.err);
    const result = resultOf(ended);
    assert.deepEqual(Object.keys(result), ['run', 'team', 'status', 'reason', 'steps', 'path', 'state', 'spend', 'log']);
    assert.deepEqual({ ...result, spend: null, log: null }, {
      run: '1', team: 'two-steps', status: 'completed', reason: 'finish_when', steps: 2, path: ['planner', 'writer'],
      state: { ...result.state, plan: ['price', 'support'], report: 'About heat pumps: 2 points' }, spend: null, log: null,
    });
    const planner = result.spend.roles['planner']!;
    assert.deepEqual(
      { calls: planner['calls'], input_tokens: planner['input_tokens'], cached_tokens: planner['cached_tokens'], output_tokens: planner['output_tokens'], reasoning_tokens: planner['reasoning_tokens'] },
      { calls: 1, input_tokens: 100, cached_tokens: 40, output_tokens: 20, reasoning_tokens: 5 },
    );
    assert.ok('context_hit_rate' in planner && 'used_rate' in planner);
    assert.equal(result.spend.total['calls'], 2);
    assert.ok(Math.abs((result.spend.total['cost_usd'] as number) - (100 + 200 + 2 * 50) / 1e6) < 1e-12, String(result.spend.total['cost_usd']));
    assert.equal(result.log, `${folder.path}/team/.rolecall/runs/1/events.jsonl`);
    const lines = (await readFile(result.log, 'utf8')).trimEnd().split('\n');
    assert.match(lines.at(-1)!, /"type":"run\.finished"/);
    assert.match(ended.err, /^Run 1 of two-steps: heat pumps\n/);
    assert.equal(ended.err.trimEnd().split('\n').length, lines.length, 'a line an event');
  });

  it('tells people what became of the run, and with --quiet nothing while it goes on', async () => {
    const { code, out, err } = await run('team/team.yaml', '--task', 'heat pumps', '--quiet');
    assert.equal(code, 0);
    assert.equal(err, '');
    for (const words of [/^Run 1 of two-steps completed: finish_when \(team\.yaml:12\)\. 2 steps/, /Path: planner → writer/, /planner +demo +1 +100/, /Total +2 +300/, /report +About heat pumps/, /Log: team\/\.rolecall\/runs\/1\/events\.jsonl/]) assert.match(out, words);
    assert.ok(!out.includes('\u001b'), 'no colours where nobody looks');
  });

  it('takes initial values, another model and limits, and ends as partial when a limit ends it', async () => {
    const set = await run('team', '--task', 'x', '--set', 'plan=["a"]', '--model', 'other', '--json', '--quiet');
    assert.deepEqual([resultOf(set).path, resultOf(set).state['report']], [['writer'], 'other'], set.err);
    const limited = await run('team', '--task', 'x', '--limit', 'steps=1', '--json', '--quiet');
    assert.deepEqual([limited.code, resultOf(limited).status, resultOf(limited).reason, resultOf(limited).run], [2, 'partial', 'limit:steps', '2']);
  });

  it('fails with what, where and what to do when a script has no reply left', async () => {
    await folder.write({ 'team/demo.script.yaml': 'replies:\n  - { role: planner, output: { plan: [a] } }\n' });
    const { code, out, err } = await run('team', '--task', 'x', '--json', '--quiet');
    assert.equal(code, 1);
    const result = resultOf({ code, out, err });
    assert.equal(result.status, 'failed');
    assert.match(result.reason, /^error:/);
    assert.match(err, /writer/);
    const human = await run('team', '--task', 'x', '--quiet');
    assert.match(human.out, /failed: error:/);
    assert.match(human.out, /writer/);
  });

  it('stops cleanly at the first interruption, keeping what was done', async () => {
    await folder.write({ 'team/demo.script.yaml': 'replies:\n  - { role: planner, output: { plan: [a] } }\n  - { role: writer, output: { report: never }, delay_ms: 600000 }\n' });
    const started = startRolecall(['run', 'team', '--task', 'x', '--json'], { cwd: folder.path });
    await started.says(/2 writer: asks/);
    started.child.kill('SIGINT');
    const ended = await started.ended;
    assert.equal(ended.code, 130, ended.err);
    const result = resultOf(ended);
    assert.deepEqual([result.status, result.reason, result.path], ['stopped', 'stopped', ['planner']]);
    assert.match(ended.err, /Stopping/);
    const listed = JSON.parse((await rolecall(['runs', '--json'], { cwd: `${folder.path}/team` })).out) as readonly Readonly<Record<string, unknown>>[];
    assert.equal(listed[0]?.['status'], 'stopped');
  });

  for (const [what, more, reason] of [['comes before the first has had its effect', '', 'stopped'], ['comes because the first has none', 'AbortController.prototype.abort = () => undefined;', 'interrupted']] as const) {
    it(`ends at the second interruption that ${what}, says what there is, and leaves the run free`, async () => {
      await folder.write({
        'team/demo.script.yaml': 'replies:\n  - { role: planner, output: { plan: [a] } }\n  - { role: writer, output: { report: never }, delay_ms: 600000 }\n',
        'twice.mjs': `process.on('SIGUSR2', () => { ${more} process.emit('SIGINT'); process.emit('SIGINT'); });\n`,
      });
      const env = { NODE_OPTIONS: `--import=file://${folder.path}/twice.mjs` };
      const started = startRolecall(['run', 'team', '--task', 'x', '--json'], { cwd: folder.path, env });
      await started.says(/2 writer: asks/);
      started.child.kill('SIGUSR2');
      const ended = await started.ended;
      assert.equal(ended.code, 130, ended.err);
      assert.deepEqual([resultOf(ended).status, resultOf(ended).reason, resultOf(ended).path], ['stopped', reason, ['planner']]);
      assert.match(ended.err, /Stopping\. Once more ends at once\.\n/);
      const left = await readdir(`${folder.path}/team/.rolecall/runs/1`);
      assert.deepEqual(left.filter((name) => name.startsWith('lock')), []);
      assert.equal((await rolecall(['show', 'team/.rolecall/runs/1', '--json'], { cwd: folder.path })).out, ended.out, 'the log holds all that was said');
    });
  }

  it('leaves no damage behind when it is killed, and numbers the next run on', async () => {
    await folder.write({ 'team/demo.script.yaml': 'replies:\n  - { role: planner, output: { plan: [a] } }\n  - { role: writer, output: { report: never }, delay_ms: 600000 }\n' });
    const started = startRolecall(['run', 'team', '--task', 'x'], { cwd: folder.path });
    await started.says(/2 writer: asks/);
    started.child.kill('SIGKILL');
    await started.ended;
    const shown = await rolecall(['show', '1', '--json'], { cwd: `${folder.path}/team` });
    assert.equal(shown.code, 0, shown.err);
    assert.deepEqual([resultOf(shown).status, resultOf(shown).reason, resultOf(shown).path], ['stopped', 'interrupted', ['planner']]);
    await folder.write({ 'team/demo.script.yaml': smallTeamFiles['team/demo.script.yaml']! });
    assert.equal(resultOf(await run('team', '--task', 'x', '--json', '--quiet')).run, '2');
  });

  it('does not mind a reader that goes away', async () => {
    const started = startRolecall(['run', 'team', '--task', 'x'], { cwd: folder.path });
    started.child.stdout?.destroy();
    started.child.stderr?.destroy();
    assert.equal((await started.ended).code, 0);
  });

  it('runs nothing when the team is broken, and shows its problems', async () => {
    await folder.write({ 'team/roles/writer.yaml': 'role: writer\nresponsibility: Write.\nreads: [plan]\nwrits: [report]\n' });
    const { code, out, err } = await run('team', '--task', 'x', '--json');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /team\/roles\/writer\.yaml:4:1: error: .*writs.*/);
    assert.match(err, /nothing was run/);
    await assert.rejects(readFile(`${folder.path}/team/.rolecall/runs/1/events.jsonl`));
  });

  for (const [what, args, wanted] of [
    ['no team', [], /Which team\?/],
    ['a path that is not there', ['teem', '--task', 'x'], /teem does not exist\.\nDid you mean .*\/team\?/],
    ['a folder without a team', ['.', '--task', 'x'], /holds no team/],
    ['a card', ['team/roles/writer.yaml', '--task', 'x'], /is not a team file\.\nIt belongs to .*team\.yaml/],
    ['no task', ['team'], /--task/],
    ['a task that is empty', ['team', '--task', ' '], /needs to be told what it is to do\.\nWrite --task/],
    ['a field that is not there', ['team', '--task', 'x', '--set', 'pan=[]'], /no field "pan"\.\nDid you mean plan\?/],
    ['a value that is not JSON', ['team', '--task', 'x', '--set', 'plan=price'], /not JSON: price\n.*--set 'plan="price"'/],
    ['a value that is too deep', ['team', '--task', 'x', '--set', `plan=${'['.repeat(10_000)}${']'.repeat(10_000)}`], /--set plan holds lists and objects in each other, more than 200 levels deep\.\n/],
    ['a value with a number out of range', ['team', '--task', 'x', '--set', 'plan=[{"n":1e400}]'], /--set plan holds a number that is too large, at \[0\]\.n\.\nNumbers go up to/],
    ['a value that does not fit', ['team', '--task', 'x', '--set', 'plan=7'], /does not fit the field: plan must be array/],
    ['a model that is not there', ['team', '--task', 'x', '--model', 'dem'], /no model "dem"\.\nDid you mean demo\?/],
    ['a limit that is not there', ['team', '--task', 'x', '--limit', 'stps=3'], /names no limit\.\nDid you mean steps\?/],
    ['a limit without a value', ['team', '--task', 'x', '--limit', 'steps'], /--limit steps has no value\.\nWrite --limit steps=40/],
    ['a limit that is no number', ['team', '--task', 'x', '--limit', 'steps=many'], /steps cannot be "many": it is a whole number of 1 or more\.\nWrite --limit steps=40/],
    ['a limit of no steps', ['team', '--task', 'x', '--limit', 'steps=0'], /steps cannot be "0": it is a whole number of 1 or more/],
    ['a limit of no time', ['team', '--task', 'x', '--limit', 'time=0'], /time cannot be "0": it is a duration above zero\.\nWrite --limit time=10m/],
    ['a limit of no money', ['team', '--task', 'x', '--limit', 'cost_usd=0'], /cost_usd cannot be "0": it is an amount of dollars above zero/],
    ['an answer nobody knows', ['team', '--task', 'x', '--approve', 'maybe'], /--approve all or --approve none/],
    ['an answer without a word', ['team', '--task', 'x', '--approve'], /--approve needs a value\.\nWrite --approve all\|none/],
    ['a task that is set as a field', ['team', '--set', 'task="x"'], /--set cannot change the task\.\nSay what you want with --task/],
    ['a word that is empty', ['', '--task', 'x'], /`rolecall run` was given an empty word\..*\n.*variable of your shell/],
    ['an option that is not there', ['team', '--tsk', 'x'], /no option --tsk\.\nDid you mean --task\?/],
    ['an option without its value', ['team', '--task', '--json'], /--task needs a value/],
    ['a value for an option that takes none', ['team', '--json=yes', '--task', 'x'], /--json takes no value/],
    ['a task that was not put in quotes', ['team', '--task', 'heat', 'pumps'], /does not know what to do with "pumps"\.\n.*quotes/],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      const { code, out, err } = await run(...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, wanted);
      assert.ok(!/\n {4}at /.test(err), 'no stack');
    });
  }

  it('says that a key is missing, naming its variable, before any call', async () => {
    await folder.write({ 'team/team.yaml': smallTeamFiles['team/team.yaml']!.replace(/ {2}demo: .*/, '  demo: { provider: openai, base_url: "https://models.example.org/v1", model: m, api_key_env: TEAM_KEY }') });
    const { code, out, err } = await run('team', '--task', 'x', '--quiet');
    assert.equal(code, 1, err);
    assert.match(out, /needs a key, and TEAM_KEY is not set/);
    assert.match(out, /Set TEAM_KEY/);
  });

  it('says that the root of a tool is missing', async () => {
    await folder.write({
      'team/team.yaml': `${smallTeamFiles['team/team.yaml']}tools:\n  docs: { type: search, root: no-such-folder }\n`,
      'team/roles/writer.yaml': `${smallTeamFiles['team/roles/writer.yaml']}tools: [docs]\n`,
    });
    const { code, out, err } = await run('team', '--task', 'x', '--quiet');
    assert.equal(code, 1);
    assert.match(out + err, /no-such-folder/);
  });
});
