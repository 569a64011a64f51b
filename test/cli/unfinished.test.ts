// What of a fan-out or a plan was not done is said at the end of the run, by `show` and in the JSON of both.
import assert from 'node:assert/strict';
import { createRunFold } from '../../src/engine/projections/foldRunView';
import { runLine } from '../../src/webview/state/runLine';
import { inFolder, runFiles, scripted, type TeamFiles } from '../support/runFiles';
import { rolecall } from '../support/rolecallCommand';

interface LeftJson {
  readonly left?: readonly { readonly role: string | null; readonly done: number; readonly of: number; readonly subtasks: readonly { readonly subtask: string; readonly step: number | null; readonly why: string }[] }[];
}

const plan = (card: string) => scripted(`
roles:
  - { role: planner, mode: plan, responsibility: Plan., writes: { plan: { type: array } } }
  - { role: worker, responsibility: Work., reads: [plan], writes: { notes: { type: array } }, ${card} }
state: { notes: { type: array, reducer: append } }
routes: [{ when: size(state.plan) == 0, to: planner }]
finish_when: size(state.notes) >= 1
`, `  - { role: planner, output: { plan: [one] }, subtasks: [{ id: t1, role: worker, input: { part: a } }, { id: t2, role: worker, input: { other: b } }, { id: t3, role: worker, input: { part: c }, after: [t2] }] }
  - { role: worker, output: { notes: [one] }, repeat: true }
`);

const fanOut = (limits: string, card = '') => scripted(`
roles: [{ role: finder, responsibility: Find., reads: [task], writes: { found: { type: array } }${card} }]
state: { found: { type: array, reducer: append }, items: { type: array, initial: [i1, i2, i3, i4, i5, i6] } }
routes: [{ when: size(state.found) == 0, to: finder, for_each: state.items, as: item }]
finish_when: size(state.found) >= 6
limits: { parallel: 1, ${limits} }
`, `  - { role: finder, output: { found: ["{{ subtask.input.item }}"] }, usage: { input: 100, output: 10 }, repeat: true }\n`);

async function everywhere(files: TeamFiles): Promise<{ readonly run: string; readonly show: string; readonly json: LeftJson; readonly line: string }> {
  const { events } = await runFiles(files);
  const fold = createRunFold();
  fold.apply(events);
  const line = runLine(fold.view!, null).why;
  return inFolder(files, async (cwd) => {
    const run = await rolecall(['run', '.', '--task', 'rain'], { cwd });
    const show = await rolecall(['show', '1'], { cwd });
    const json = JSON.parse((await rolecall(['show', '1', '--json'], { cwd })).out) as LeftJson;
    return { run: run.out, show: show.out, json, line };
  });
}

describe('what a run has left', function () {
  this.timeout(120_000);

  it('is told of a plan whose subtask was refused, though the run is completed', async () => {
    const { run, show, json, line } = await everywhere(plan('input_schema: { type: object, required: [part], properties: { part: { type: string } } }'));
    const text = /1 of 3 subtasks of the plan is done, left: t2 of worker \(input: the input must have `part`\); t3 of worker \(its turn did not come\)\./;
    for (const out of [run, show]) assert.match(out, text);
    assert.deepEqual(json.left, [{ role: 'the plan', step: null, done: 1, of: 3, subtasks: [{ subtask: 't2 of worker', step: null, why: 'input: the input must have `part`' }, { subtask: 't3 of worker', step: null, why: 'its turn did not come' }] }]);
    assert.match(line, /1 of 3 subtasks of the plan is done/);
  });

  it('is told of a fan-out that a limit has cut short', async () => {
    const { run, show, json, line } = await everywhere(fanOut('tokens: 450'));
    const [one] = json.left ?? [];
    assert.ok(one !== undefined && one.done > 0 && one.done < 6 && one.of === 6, JSON.stringify(json.left));
    assert.equal(one.subtasks.length, 6 - one.done);
    assert.deepEqual(one.subtasks.at(-1), { subtask: 'i6', step: 6, why: 'limit:tokens' });
    for (const out of [run, show]) assert.match(out, new RegExp(`${one.done} of 6 subtasks of finder (is|are) done \\(fan-out from step 1\\), left: .*i6 \\(step 6, limit:tokens\\)`));
    assert.match(line, new RegExp(`${one.done} of 6 subtasks of finder`));
  });

  it('is told of items that the calls of a role did not reach, and of a fan-out that was not begun', async () => {
    const { show } = await everywhere(fanOut('steps: 20', ', limits: { calls: 4 }'));
    assert.match(show, /4 of 6 subtasks of finder are done/);
    const { show: none } = await everywhere(fanOut('steps: 5'));
    assert.match(none, /0 of 6 subtasks are done, left: a fan-out of 6 is not begun with 5 steps left/);
  });

  it('is nothing where all was done', async () => {
    const { json, show } = await everywhere(fanOut('steps: 20'));
    assert.equal(json.left, undefined);
    assert.doesNotMatch(show, /left:/);
  });
});
