// A line in the middle of a log that cannot be read: every command believes the same part of it, says so, and nothing behind it is lost.
import assert from 'node:assert/strict';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { rolecallHere, type Said } from '../support/cliInProcess';
import { rolecall } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

interface Result {
  readonly status: string;
  readonly reason: string | null;
  readonly steps: number;
  readonly path?: readonly string[];
  readonly state?: unknown;
  readonly warnings?: readonly string[];
}

const standing = ({ status, reason, steps }: Result) => ({ status, reason, steps });

describe('a log that is damaged in its middle', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let cwd: string;
  let log: string;
  let lines: readonly string[];
  let whole: Result;

  beforeEach(async () => {
    folder = await tempFolder(smallTeamFiles);
    cwd = `${folder.path}/team`;
    log = `${cwd}/.rolecall/runs/1/events.jsonl`;
    whole = resultOf(await here('run', '.', '--task', 'rain', '--json', '--quiet'));
    lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  });
  afterEach(() => folder.remove());
  const here = (...args: string[]): Promise<Said> => rolecallHere(cwd, ...args);
  const resultOf = ({ out, err }: Pick<Said, 'out' | 'err'>): Result => {
    assert.notEqual(out, '', err);
    return JSON.parse(out) as Result;
  };
  /** Line `number` (from 1) with its middle gone, as a bad block leaves it. */
  const damage = async (number: number): Promise<string> => {
    const damaged = lines.map((line, index) => (index === number - 1 ? `${line.slice(0, 20)}${'\0'.repeat(8)}${line.slice(28)}` : line)).join('\n') + '\n';
    await writeFile(log, damaged);
    return damaged;
  };

  it('is believed up to there by every command, which say the same about it', async () => {
    for (let number = 2; number < lines.length; number++) {
      await damage(number);
      const shown = await here('show', '1', '--json');
      const warnings = shown.err.split('\n').filter((line) => line.startsWith('Run 1: ')).map((line) => line.slice('Run 1: '.length));
      assert.match(warnings[0]!, new RegExp(`^Line ${number} of ${lines.length} cannot be read \\(it is not complete JSON\\)\\. It and the ${lines.length - number} lines? behind it are left out; everything before it is here\\.$`));
      assert.equal(warnings[1], `If the run goes on, its whole log as it is now is kept in ${log.replace('events.jsonl', 'events.damaged-1.jsonl')}.`);
      const [listed] = JSON.parse((await here('runs', '--json')).out) as readonly Result[];
      assert.deepEqual([standing(listed!), listed!.warnings], [standing(resultOf(shown)), warnings], `line ${number}`);
      assert.deepEqual([listed!.status, listed!.reason], ['stopped', 'interrupted']);
      const replayed = await here('replay', '1', '--json', '--quiet');
      assert.deepEqual([replayed.code, standing(resultOf(replayed)), replayed.err], [130, standing(resultOf(shown)), shown.err], `line ${number}`);
    }
    assert.match((await here('runs')).err, /^Run 1: Line \d+ of \d+ cannot be read/);
  });

  for (const [what, more] of [
    ['of no type that events have', '"type":"__proto__"'],
    ['of a type that every object has a member of', '"type":"toString"'],
    ['that tells of no event of a team within', '"type":"team.event","step":1,"event":{"seq":1,"at":1,"type":"valueOf"}'],
    ['that nests lists without end', `"type":"tool.returned","step":1,"result":${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ]) {
    it(`is believed up to a line ${what}`, async () => {
      await writeFile(log, `${[...lines.slice(0, 5), `{"seq":6,"at":1,${more}}`, ...lines.slice(5)].join('\n')}\n`);
      const shown = await here('show', '1', '--json');
      assert.match(shown.err, /^Run 1: Line 6 of \d+ cannot be read \(.+\)\. It and the \d+ lines behind it are left out/);
      const [listed] = JSON.parse((await here('runs', '--json')).out) as readonly Result[];
      assert.deepEqual(standing(listed!), standing(resultOf(shown)));
      const resumed = await here('resume', '1', '--json', '--quiet');
      assert.deepEqual([resumed.code, standing(resultOf(resumed)), resultOf(resumed).state], [0, standing(whole), whole.state], resumed.err);
    });
  }

  it('is forked from what is whole', async () => {
    const end = lines.findIndex((line) => line.includes('"type":"role.finished"')) + 1;
    await damage(end);
    const early = await here('fork', '1', '--at', '1');
    assert.deepEqual([early.code, early.out], [1, '']);
    assert.match(early.err, /Line \d+ of \d+ cannot be read(.|\n)*Run 1 cannot be forked after step 1: step 1 has not ended, and no other has\./);
    const damaged = await damage(end + 1);
    const forked = await here('fork', '1', '--at', '1', '--json', '--quiet');
    assert.deepEqual([forked.code, resultOf(forked).state], [0, whole.state], forked.err);
    assert.equal(await readFile(log, 'utf8'), damaged, 'it stays as it is');
  });

  it('goes on to the same end from any line, and is kept as it was beside it', async () => {
    for (let number = 2; number < lines.length; number++) {
      const run = String(number);
      await cp(`${cwd}/.rolecall/runs/1`, `${cwd}/.rolecall/runs/${run}`, { recursive: true });
      const damaged = await damage(number);
      await writeFile(log.replace('/1/', `/${run}/`), damaged);
      const resumed = await here('resume', run, '--json', '--quiet');
      assert.deepEqual([resumed.code, standing(resultOf(resumed)), resultOf(resumed).path, resultOf(resumed).state], [0, standing(whole), whole.path, whole.state], resumed.err);
      const copy = log.replace('/1/events.jsonl', `/${run}/events.damaged-1.jsonl`);
      assert.ok(resumed.err.includes(`is kept in ${copy}.`), resumed.err);
      assert.equal(await readFile(copy, 'utf8'), damaged);
      const shown = await here('show', run, '--json');
      assert.deepEqual([shown.out, shown.err], [resumed.out, `Run ${run}: It went on without lines that could not be read; its log as it was then is kept in ${copy}.\n`]);
      const listed = (JSON.parse((await here('runs', '--json')).out) as readonly (Result & { readonly run: string })[]).find((one) => one.run === run)!;
      assert.deepEqual([standing(listed), listed.warnings], [standing(whole), [shown.err.trimEnd().slice(`Run ${run}: `.length)]]);
      const replayed = await here('replay', run, '--json', '--quiet');
      assert.deepEqual([replayed.code, replayed.out], [0, resumed.out], replayed.err);
    }
  });

  it('says so from a process of its own', async () => {
    const damaged = await damage(6);
    const { code, out, err } = await rolecall(['resume', '1', '--json', '--quiet'], { cwd });
    assert.deepEqual([code, standing(resultOf({ out, err }))], [0, standing(whole)], err);
    assert.match(err, /^Run 1: Line 6 of \d+ cannot be read(.|\n)*is kept in .*\/1\/events\.damaged-1\.jsonl\.\n/);
    assert.equal(await readFile(log.replace('events.jsonl', 'events.damaged-1.jsonl'), 'utf8'), damaged);
  });
});

describe('a run whose value is lost', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let blobs: string;
  let lost: string;

  beforeEach(async () => {
    folder = await tempFolder({
      ...smallTeamFiles,
      'team/team.yaml': `${smallTeamFiles['team/team.yaml']!}limits: { steps: 1 }\n`,
      'team/demo.script.yaml': 'replies:\n  - { role: planner, output: { plan: ["{{ task }}{{ task }}{{ task }}{{ task }}{{ task }}"] } }\n  - { role: writer, output: { report: "{{ size(state.plan[0]) }} signs" } }\n',
    });
    blobs = `${folder.path}/team/.rolecall/runs/1/blobs`;
    assert.equal((await here('run', '.', '--task', 'rain'.repeat(250), '--quiet')).code, 2);
    const names = await readdir(blobs);
    const texts = await Promise.all(names.map((name) => readFile(`${blobs}/${name}`, 'utf8')));
    lost = names[texts.findIndex((text) => text.includes('rainrain'))]!;
    await rename(`${blobs}/${lost}`, `${folder.path}/${lost}`);
  });
  afterEach(() => folder.remove());
  const here = (...args: string[]): Promise<Said> => rolecallHere(`${folder.path}/team`, ...args);
  const goOn = ['resume', '1', '--limit', 'steps=2', '--json', '--quiet'];
  const reportOf = (said: Said): unknown => (JSON.parse(said.out) as { state: { report: unknown } }).state.report;

  it('is looked at, and does not go on: what is missing and what to do is said', async () => {
    const shown = await here('show', '1', '--json');
    assert.match(shown.err, /a value kept in blobs\/[0-9a-f]{64} is missing or damaged/);
    for (const args of [goOn, ['fork', '1', '--at', '1', '--json', '--quiet']]) {
      const { code, out, err } = await here(...args);
      assert.deepEqual([code, (JSON.parse(out) as Result).reason], [1, 'error:log']);
      assert.match(err, /`plan` cannot be read any more: blobs\/[0-9a-f]{64} of the run's folder is missing or damaged\nPut the file back, or give a value anew: --set plan=<json>\./);
    }
  });

  it('goes on once the file is back', async () => {
    assert.equal((await here(...goOn)).code, 1);
    await rename(`${folder.path}/${lost}`, `${blobs}/${lost}`);
    const said = await here(...goOn);
    assert.deepEqual([said.code, reportOf(said)], [0, '5000 signs'], said.err);
  });

  it('goes on with a value that is given anew', async () => {
    const said = await here(...goOn, '--set', 'plan=["sun"]');
    assert.deepEqual([said.code, reportOf(said)], [0, '3 signs'], said.err);
  });
});
