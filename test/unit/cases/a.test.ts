// Cases of area A: the shared state, its reducers, parallel work.
import assert from 'node:assert/strict';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { canonicalJson } from '../../../src/engine/shared/json';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { loadGoodTeam, runTeam } from '../../support/runTeam';

/** Whole numbers from 0 up to 1000 that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let n = seed; ; ) {
    n = (n * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor((n / 2_147_483_648) * 1000);
  }
}

const fanOut = (replies: string, more = '') => scripted(`
roles:
  - { role: worker, responsibility: Work., reads: [task], writes: { log: { type: array } }, limits: { retries: 0 } }
  - { role: joiner, responsibility: Join., reads: [log], writes: { report: { type: string } } }
state: { parts: { type: array, initial: [x, y, z] }, log: { type: array, reducer: append } }
routes:
  - { when: size(state.log) == 0, to: worker, for_each: state.parts, as: part }
  - { when: state.report == '', to: joiner }
finish_when: state.report != ''
${more}`, replies);

describe('cases A', () => {
  it('A1: two roles that write one plain field are refused before any call, with both named', async () => {
    const files = scripted(`
roles:
  - { role: xena, responsibility: Write., writes: { summary: { type: string } } }
  - { role: yuri, responsibility: Write., writes: { summary: { type: string } } }
routes: [{ when: "true", to: xena }, { when: "true", to: yuri }]
`, '  - { role: xena, output: {} }\n');
    await inFolder(files, async (folder) => {
      await assert.rejects(loadGoodTeam(folder), (error: Error) => ['xena', 'yuri', 'summary'].every((word) => error.message.includes(word)));
    });
  });

  it('A1: two subtasks of one plan that write one plain field: whose value was replaced is said on the step and the event, and both are kept', async () => {
    const files = scripted(`
roles:
  - { role: planner, mode: plan, responsibility: Plan., writes: { plan: { type: array } } }
  - { role: worker, responsibility: Write., reads: [plan], writes: { summary: { type: string } } }
routes: [{ when: size(state.plan) == 0, to: planner }]
finish_when: state.summary != ''
`, `  - { role: planner, output: { plan: [x, y] }, subtasks: [{ id: t1, role: worker, input: { part: x } }, { id: t2, role: worker, input: { part: y } }, { id: t3, role: worker, input: { part: y } }] }
  - { role: worker, output: { summary: "about {{ subtask.input.part }}" }, repeat: true }
`);
    const { result, events, state } = await runFiles(files);
    assert.deepEqual([result.status, state.values['summary']], ['completed', 'about y']);
    // The third writes what the second did: nothing is lost with that.
    const commits = events.flatMap((event) => (event.type === 'workspace.committed' ? [[event.step, event.overwrites]] : []));
    assert.deepEqual(commits, [[1, undefined], [2, undefined], [3, { summary: 2 }], [4, undefined]]);
    const fold = createRunFold();
    fold.apply(events);
    const [, , second] = fold.view!.steps;
    assert.match(second!.outcome, /summary replaces what step 2 of the same fan-out wrote/);
    assert.ok(second!.activity.some((row) => row.kind === 'commit' && /replaces what step 2/.test(row.text)));
    assert.deepEqual(fold.view!.fields.find((field) => field.name === 'summary')!.history.map(({ value }) => value), ['about x', 'about y']);
  });

  it('A3: an unknown key is named with the fields that are expected, told to the model, and uses a retry', async () => {
    const files = scripted(`
roles: [{ role: planner, responsibility: Plan., writes: { plan: { type: array } }, limits: { retries: 1 } }]
routes: [{ when: "!has(state.plan)", to: planner }]
finish_when: has(state.plan)
`, '  - { role: planner, output: { foo: 1 }, repeat: true }\n');
    const { result, events } = await runFiles(files);
    assert.equal(result.reason, 'error:contract');
    const refused = events.flatMap((event) => (event.type === 'output.refused' ? [event.problems] : []));
    assert.deepEqual(refused, [1, 2].map(() => [{ field: 'foo', problem: '"foo" is not a field that this role writes.', fix: 'Write only: plan.' }]));
    const second = events.filter((event) => event.type === 'model.requested')[1];
    assert.match(JSON.stringify(second), /not a field that this role writes.*Write only: plan/);
  });

  it('A4: a failed branch is marked as failed, and the join sees it', async () => {
    const { result, events, state } = await runFiles(fanOut(`
  - { role: worker, when: subtask.input.part == 'y', error: { status: 500 } }
  - { role: worker, output: { log: ["{{ subtask.input.part }}"] }, repeat: true }
  - { role: joiner, output: { report: "{{ state.log.join('') + ' ' + meta.log.status }}" } }
`));
    assert.deepEqual([result.status, state.values['report']], ['partial', 'xz failed']);
    const ends = Object.fromEntries(events.flatMap((event) => (event.type === 'role.finished' ? [[event.step, event.outcome]] : [])));
    assert.deepEqual(ends, { 1: 'committed', 2: 'skipped', 3: 'committed', 4: 'committed' });
    assert.deepEqual([state.done.get('worker'), state.failed.get('worker')], [2, 1]);
  });

  it('A7, story 13: whatever order branches end in, twenty runs come to the same bytes', async () => {
    const random = numbers(7);
    const states = new Set<string>();
    const orders = new Set<string>();
    for (let run = 0; run < 20; run++) {
      const delays = ['x', 'y', 'z'].map((part) => `  - { role: worker, when: subtask.input.part == '${part}', output: { log: ["${part}"] }, delay_ms: ${random.next().value} }\n`);
      const { events, state } = await runFiles(fanOut(`${delays.join('')}  - { role: joiner, output: { report: "{{ state.log.join('') }}" } }\n`));
      const versions = Object.fromEntries(Object.entries(state.meta).map(([field, { version, writer, status }]) => [field, [version, writer, status]]));
      states.add(canonicalJson({ values: state.values, versions, steps: state.steps, end: state.end }));
      orders.add(events.flatMap((event) => (event.type === 'output.proposed' ? [event.step] : [])).join());
    }
    assert.equal(states.size, 1);
    assert.match([...states][0]!, /"report":"xyz"/);
    assert.ok(orders.size > 1, 'the delays did change the order');
  }).timeout(60_000);

  it('a fan-out that is larger than the steps left is not begun', async () => {
    await inFolder(fanOut('  - { role: worker, output: { log: [] }, repeat: true }\n', 'limits: { steps: 2 }'), async (folder) => {
      const { result, state } = await runTeam(folder);
      assert.deepEqual([result.reason, state.steps], ['limit:steps', 0]);
    });
  });
});
