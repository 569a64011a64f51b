// Questions to people on the command line: several wait at once, and each answer reaches the one it is for.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { rolecallHere, type Said } from '../support/cliInProcess';
import { rolecall, type Ended } from '../support/rolecallCommand';
import { tempFolder, type TempFolder } from '../support/tempFolder';

const files: Readonly<Record<string, string>> = {
  'team.yaml': `team: notes
goal: Notes on {{ task }}
models: { demo: { provider: scripted, script: demo.script.yaml } }
model: demo
state: { notes: { type: array, reducer: append }, parts: { type: array, initial: [a, b, c] } }
roles:
  - { role: worker, responsibility: Work., writes: { notes: { type: array } } }
  - { role: joiner, responsibility: Join., reads: [notes], writes: { report: { type: string } } }
routes:
  - { when: size(state.notes) == 0, to: worker, for_each: state.parts, as: part }
  - { when: state.report == '', to: joiner }
finish_when: state.report != ''
approvals: [{ after: worker }]
`,
  'demo.script.yaml': `replies:
  - { role: worker, output: { notes: ["{{ subtask.input.part }}"] }, repeat: true }
  - { role: joiner, output: { report: "{{ state.notes.join(',') }}" }, repeat: true }
`,
};

interface Result {
  readonly status: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly waiting?: readonly { readonly id: string }[];
  readonly go_on?: string;
}

const resultOf = ({ out }: Pick<Ended, 'out'>): Result => JSON.parse(out) as Result;
const waiting = (said: Pick<Ended, 'out'>): readonly string[] => (resultOf(said).waiting ?? []).map(({ id }) => id);

describe('answers to a run that waits', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let cwd: string;
  beforeEach(async () => {
    folder = await tempFolder(files);
    cwd = folder.path;
  });
  afterEach(() => folder.remove());
  const here = (...args: string[]): Promise<Said> => rolecallHere(cwd, ...args);
  const resume = (...args: string[]): Promise<Ended> => rolecall(['resume', '1', '--json', '--quiet', ...args], { cwd });

  it('B2: takes an answer for each question by its id, in reverse order, and none without an id while several wait', async () => {
    const ran = await rolecall(['run', '.', '--task', 'rain', '--json', '--quiet'], { cwd });
    assert.deepEqual([ran.code, waiting(ran), resultOf(ran).go_on], [3, ['s1.after', 's2.after', 's3.after'], 'rolecall resume 1 --approve all']);
    const log = await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`);
    for (const option of ['--approve', '--reject']) {
      const bare = await resume(option);
      assert.deepEqual([bare.code, bare.out], [1, '']);
      assert.equal(bare.err, 'rolecall: Run 1 waits for 3 answers: which question is this the answer to?\nName it: --approve s1.after or --reject s1.after. It waits for an answer to: s1.after, s2.after, s3.after.\n');
    }
    assert.deepEqual(await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`), log, 'a refused answer is not kept');
    const some = await resume('--reject', 's2.after', '--approve', 's3.after');
    assert.deepEqual([some.code, waiting(some)], [3, ['s1.after']], some.err);
    const last = await resume('--approve');
    assert.deepEqual([last.code, resultOf(last).status, resultOf(last).state['notes'], resultOf(last).state['report']], [2, 'partial', ['a', 'c'], 'a,c'], last.err);
    const { out } = await here('show', '1');
    assert.match(out, /^2 +worker +.* +skipped +.*A person did not approve worker$/m);
  });

  it('B2: keeps a question’s id from one process to the next, and an answer that was given', async () => {
    assert.equal((await here('run', '.', '--task', 'rain', '--quiet')).code, 3);
    for (const [answered, left] of [['s3.after', ['s1.after', 's2.after']], ['s1.after', ['s2.after']]] as const) {
      const said = await here('resume', '1', '--json', '--quiet', '--approve', answered);
      assert.deepEqual([said.code, waiting(said)], [3, left], said.err);
    }
    const again = await here('resume', '1', '--approve', 's3.after');
    assert.deepEqual([again.code, again.out], [1, '']);
    assert.match(again.err, /^rolecall: Run 1 does not ask "s3\.after"\.\nDid you mean s2\.after\? It waits for an answer to: s2\.after\.\n$/);
    const done = await here('resume', '1', '--json', '--quiet', '--reject');
    assert.deepEqual([done.code, resultOf(done).state['notes']], [2, ['a', 'c']], done.err);
  });

  it('B8: takes words that are neither an answer nor a new run for nothing, and says how to write either', async () => {
    assert.equal((await here('run', '.', '--task', 'rain', '--quiet')).code, 3);
    const log = await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`);
    const meant = await here('resume', '1', '--task', 'please make it shorter');
    assert.deepEqual([meant.code, meant.out], [1, '']);
    assert.match(meant.err, /keeps the task it was started with: "rain"\.\nLeave --task out, or start a new run with `rolecall run`\. To answer what it asks, write --approve or --reject and the question: s1\.after, s2\.after, s3\.after\.\n$/);
    for (const word of ['please', 'yes']) assert.notEqual((await here('resume', '1', word)).code, 0);
    assert.deepEqual(await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`), log, 'nothing was answered');
    assert.equal((await here('runs', '--json')).out.match(/"run":/g)?.length, 1, 'and no run was started');
  });

  it('lets `all` and `none` be about the rest', async () => {
    await here('run', '.', '--task', 'rain', '--quiet');
    const none = await here('resume', '1', '--json', '--quiet', '--approve', 'none', '--approve', 's1.after');
    assert.deepEqual([none.code, waiting(none)], [3, ['s2.after', 's3.after']], none.err);
    const all = await here('resume', '1', '--json', '--quiet', '--approve', 'all', '--reject', 's2.after');
    assert.deepEqual([all.code, resultOf(all).state['notes']], [2, ['a', 'c']], all.err);
  });

  it('tells people the ids and how to answer', async () => {
    const { out } = await here('run', '.', '--task', 'rain', '--quiet');
    assert.match(out, /Waits for a person:\n {2}s1\.after \(step 1\): May the result of worker be committed\? \{"output":\{"notes":\["a"\]\}(.|\n)*s3\.after \(step 3\)/);
    assert.match(out, /\nTo approve them all: rolecall resume 1 --approve all\nTo answer one: rolecall resume 1 --approve s1\.after, or --reject s1\.after\n/);
    assert.match((await here('show', '1')).out, /^1 +worker +.*waiting +.*Waiting for a person$/m);
  });

  it('takes a higher limit for the answer to whether the run is to end on it', async () => {
    await folder.write({ 'team.yaml': `${files['team.yaml']!.replace('approvals: [{ after: worker }]\n', '')}limits: { steps: 3 }\non_limit: ask\n` });
    const ran = await here('run', '.', '--task', 'rain', '--json', '--quiet');
    assert.deepEqual([ran.code, waiting(ran)], [3, ['limit:steps.4']], ran.err);
    const again = await here('resume', '1', '--json', '--quiet');
    assert.deepEqual([again.code, waiting(again)], [3, ['limit:steps.4']], again.err);
    const other = await here('fork', '1', '--at', '3', '--limit', 'steps=9', '--json', '--quiet');
    assert.deepEqual([other.code, resultOf(other).state['report']], [0, 'a,b,c'], other.err);
    const ended = await here('resume', '1', '--approve', 'limit:steps.4', '--json', '--quiet');
    assert.deepEqual([ended.code, resultOf(ended).status, resultOf(ended).state['report']], [2, 'partial', ''], ended.err);
    const raised = await here('resume', '1', '--limit', 'steps=9', '--json', '--quiet');
    assert.deepEqual([raised.code, resultOf(raised).state['report']], [0, 'a,b,c'], raised.err);
  });

  it('says which answers were not used, since their question was not asked any more', async () => {
    await here('run', '.', '--task', 'rain', '--quiet');
    await folder.write({ 'team.yaml': files['team.yaml']!.replace('approvals: [{ after: worker }]\n', '') });
    const { code, err } = await here('resume', '1', '--team', '.', '--quiet', '--reject', 's2.after');
    assert.deepEqual([code, err], [0, 's2.after was not asked any more; its answer was not used.\n']);
  });

  for (const [what, args, wanted] of [
    ['an id that nobody asked', ['--approve', 's9.after'], /^rolecall: Run 1 does not ask "s9\.after"\.\nDid you mean s\d\.after\? It waits for an answer to: s1\.after, s2\.after, s3\.after\.\n$/],
    ['a word that is no id', ['--approve', 'yes'], /^rolecall: Run 1 does not ask "yes"\.\nIt waits for an answer to: s1\.after, s2\.after, s3\.after\.\n$/],
    ['a rejection of all', ['--reject', 'all'], /^rolecall: Run 1 does not ask "all"\.\n/],
    ['two answers to one question', ['--approve', 's1.after', '--reject', 's1.after'], /^rolecall: There are two answers to s1\.after\.\nLeave one of them out\.\n$/],
    ['all and none', ['--approve', 'all', '--approve', 'none'], /^rolecall: --approve cannot be both all and none\.\n/],
    ['one good and one wrong answer', ['--approve', 's1.after', '--approve', 'x'], /^rolecall: Run 1 does not ask "x"\.\n/],
  ] as const) {
    it(`refuses ${what}, and answers nothing`, async () => {
      await here('run', '.', '--task', 'rain', '--quiet');
      const log = await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`);
      const { code, out, err } = await here('resume', '1', ...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, wanted);
      assert.deepEqual(await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`), log);
    });
  }
});
