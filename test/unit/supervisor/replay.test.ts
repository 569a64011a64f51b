// What a replay holds to: it does again what was recorded and nothing else, and says where a changed team would do otherwise.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createEngine } from '../../../src/engine/supervisor/createEngine';
import type { ForkRun } from '../../../src/engine/supervisor/engine';
import { createMemoryRunLogs } from '../../../src/engine/events/memoryLog';
import { approver } from '../../support/people';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { loadGoodTeam, replayTeam, resumeTeam, runTeam, stateOf, testPorts } from '../../support/runTeam';
import { virtualClock } from '../../support/virtualClock';

const base = `
state:
  plan: { type: array, initial: [] }
roles:
  - { role: planner, responsibility: Plan., writes: { plan: { type: array } } }
  - role: writer
    responsibility: Write.
    instructions: Be brief.
    reads: [plan]
    writes: { report: { type: string } }
    rules: [{ rule: "output.report != ''", message: it says something }]
    review: { by: critic, criteria: [It is good] }
  - { role: critic, responsibility: Judge. }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: state.report == '', to: writer }
finish_when: state.report != ''
`;
const replies = `  - { role: planner, output: { plan: [a, b] }, repeat: true }
  - { role: writer, output: { report: one }, repeat: true }
  - { role: critic, verdict: approve, repeat: true }
`;
const files = scripted(base, replies);

/** The recording of `before`, replayed with `after`. */
function replayed(before: TeamFiles, after: TeamFiles): Promise<Awaited<ReturnType<typeof replayTeam>>> {
  return inFolder(before, async (folder) => {
    const { events } = await runTeam(folder);
    return inFolder(after, (other) => replayTeam(other, events));
  });
}

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

async function forkOf(folder: string, events: readonly RunEvent[], request: Partial<ForkRun>): Promise<readonly RunEvent[]> {
  const logs = createMemoryRunLogs();
  const log = await logs.create();
  const handle = await createEngine(testPorts(virtualClock())).fork({ log, events, at: 1, trigger: 'test', ...request });
  await handle.finished;
  return (await logs.read(log.run)).events;
}

async function assertReplays(folder: string, events: readonly RunEvent[], where = ''): Promise<void> {
  const done = await replayTeam(folder, events);
  assert.ok(done.ok, done.ok ? '' : `${where} step ${done.step}: ${done.message}`);
  assert.deepEqual(done.events, events);
}

const edited = (from: string, to: string): TeamFiles => {
  assert.ok(base.includes(from), from);
  return scripted(base.replace(from, to), replies);
};

describe('a replay', () => {
  it('holds where a change makes no difference', async () => {
    const done = await replayed(files, edited('state:\n', '\n# a comment that moves every line\nlimits: { steps: 30 }\nstate:\n'));
    assert.ok(done.ok, done.ok ? '' : done.message);
  });

  const swapped: readonly [string, string] = [
    "  - { when: size(state.plan) == 0, to: planner }\n  - { when: state.report == '', to: writer }\n",
    "  - { when: state.report == '', to: writer }\n  - { when: size(state.plan) == 0, to: planner }\n",
  ];
  for (const [what, change, step, message] of [
    ['other instructions', ['Be brief.', 'Be long.'], 2, /^the prompt of writer differs in its instructions: “Be brief\.” would now be “Be long\.”$/],
    ['another field that is read', ['reads: [plan]', 'reads: [task, plan]'], 2, /^the prompt of writer has its field task besides$/],
    ['a field that is not read any more', ['reads: [plan]', 'reads: []'], 2, /^the prompt of writer has its field plan no more$/],
    ['another role that is next', swapped, 1, /^the role was planner and would now be writer$/],
    ['another input', ['to: writer }\n', "to: writer, input: { style: \"'short'\" } }\n"], 2, /^the input of writer was \{\} and would now be \{"style":"short"\}$/],
    ['a rule that is broken now', ["output.report != ''", "output.report == 'two'"], 2, /^the broken rules was none and would now be it says something$/],
    ['no review any more', ['    review: { by: critic, criteria: [It is good] }\n  - { role: critic', '  - { role: critic'], 2, /^the recording has a request of critic \(review\), and now it would be a commit of writer$/],
    ['an earlier end', ["finish_when: state.report != ''", 'finish_when: size(state.plan) > 0'], 2, /^the recording goes on with a dispatch of writer, and this run does not$/],
    ['a later end', ["finish_when: state.report != ''", "finish_when: state.report == 'never'"], null, /^the end of the run was completed: finish_when and would now be partial: quiescent$/],
  ] as const) {
    it(`fails with ${what}, and says where`, async () => {
      const done = await replayed(files, edited(change[0], change[1]));
      assert.ok(!done.ok);
      assert.equal(done.step, step, done.message);
      assert.match(done.message, message);
    });
  }

  it('holds where a prompt tells the time of then', async () => {
    const timed = edited('Be brief.', '"Be brief: {{ run.elapsed_s }} s have passed, {{ run.tokens }} tokens are used."');
    let now = 0;
    const clock = { ...virtualClock(), now: () => (now += 7) };
    await inFolder(timed, async (folder) => {
      const { events } = await runTeam(folder, { clock });
      assert.match(JSON.stringify(events), /Be brief: 0\.\d+ s have passed, \d+ tokens/);
      const done = await createEngine(testPorts(clock)).replay({ events, team: await loadGoodTeam(folder) });
      assert.ok(done.ok, done.ok ? '' : done.message);
      assert.deepEqual(done.events, events);
    });
  });

  it('fails where the same commits come to another state', async () => {
    const counter = (initial: string) => scripted(`
state: { n: { type: array, reducer: append, initial: ${initial} } }
roles: [{ role: counter, responsibility: Count., writes: [n] }]
routes: [{ when: run.done.counter < 2, to: counter, input: { time: run.done.counter } }]
finish_when: run.done.counter == 2
`, '  - { role: counter, output: { n: [1] }, repeat: true }\n');
    const done = await replayed(counter('[]'), counter('[0]'));
    assert.ok(!done.ok);
    assert.match(done.message, /the shared field n does not come to the value that was recorded$/);
  });

  it('follows a fork that has another model, a person’s write or another team', async () => {
    const more = { ...files, 'team.yaml': files['team.yaml']!.replace('models: { demo', 'models: { other: { provider: scripted, script: script.yaml }, demo') };
    await inFolder(more, async (folder) => {
      const { events } = await runTeam(folder);
      await assertReplays(folder, await forkOf(folder, events, { options: { model: 'other' } }));
      const written = await forkOf(folder, events, { writes: { plan: ['mine'] } });
      assert.equal(stateOf(written).meta['plan']?.writer, 'person');
      await assertReplays(folder, written);
      await inFolder({ ...more, 'team.yaml': more['team.yaml']!.replace('Be brief.', 'Be long.') }, async (changed) => {
        const forked = await forkOf(folder, events, { team: await loadGoodTeam(changed) });
        await assertReplays(changed, forked);
        const withTheOld = await replayTeam(folder, forked);
        assert.ok(!withTheOld.ok);
        assert.equal(withTheOld.step, 2);
      });
    });
  });

  it('follows a run that went on with something new, wherever it had been interrupted', async () => {
    await inFolder({ ...files, 'team.yaml': files['team.yaml']!.replace('models: { demo', 'models: { other: { provider: scripted, script: script.yaml }, demo') }, async (folder) => {
      const { events } = await runTeam(folder);
      for (let kept = 1; kept < events.length; kept++) {
        for (const [options, goOn] of [[{ model: 'other' }, {}], [undefined, { writes: { plan: ['mine'] } }], [{ limits: { steps: 7 } }, {}]] as const) {
          const resumed = await resumeTeam(folder, events.slice(0, kept), options, goOn);
          const done = await replayTeam(folder, resumed);
          assert.ok(done.ok, `cut after ${kept}, ${JSON.stringify([options, goOn])}: ${done.ok ? '' : `step ${done.step}: ${done.message}`}`);
          assert.equal(stateOf(done.events).end?.status, stateOf(resumed).end?.status);
        }
      }
    });
  }).timeout(60_000);

  it('follows a run that went on with another team, wherever it had been interrupted, and once more', async () => {
    const many = `
state: { plan: { type: array, initial: [] }, found: { type: array, reducer: append } }
roles:
  - { role: planner, responsibility: Plan., writes: { plan: { type: array } } }
  - { role: finder, responsibility: Find., writes: { found: { type: array } } }
  - { role: first, responsibility: Say one., writes: { x: { type: string } }, skip_when: [{ ask: it is done }] }
  - { role: second, responsibility: Say two., writes: { y: { type: string } } }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: size(state.found) == 0, to: finder, for_each: state.plan, as: topic }
supervisor: { choices: [first, second, end] }
finish_when: state.x != '' && state.y != ''
`;
    const answers = `  - { role: supervisor, text: nonsense }
  - { role: supervisor, choice: second, why: it is first }
  - { role: supervisor, choice: first, why: it is left }
  - { role: supervisor, text: '{"holds": false, "why": "no"}', repeat: true }
  - { role: planner, output: { plan: [u, v] }, repeat: true }
  - { role: finder, output: { found: ["{{ subtask.input.topic }}"] }, repeat: true }
  - { role: first, output: { x: one }, repeat: true }
  - { role: second, output: { y: two }, repeat: true }
`;
    const before = scripted(many, answers);
    const after = { ...before, 'team.yaml': before['team.yaml']!.replace('A thing', 'Another thing') };
    await inFolder(before, (folder) => inFolder(after, async (other) => {
      const { events, state } = await runTeam(folder);
      const team = await loadGoodTeam(other);
      for (let kept = 1; kept < events.length; kept++) {
        const resumed = await resumeTeam(folder, events.slice(0, kept), undefined, { team });
        assert.deepEqual([stateOf(resumed).end, stateOf(resumed).values], [state.end, state.values], `cut after ${kept}`);
        await assertReplays(other, resumed, `cut after ${kept}`);
        for (const again of [kept + 1, kept + 3, kept + 5, resumed.length - 1]) {
          const twice = await resumeTeam(folder, resumed.slice(0, again));
          assert.deepEqual([stateOf(twice).end, stateOf(twice).values], [state.end, state.values], `cut after ${kept}, then after ${again}`);
          assert.equal(count(twice, 'model.requested'), count(resumed, 'model.requested'), `cut after ${kept}, then after ${again}`);
          await assertReplays(other, twice, `cut after ${kept}, then after ${again}`);
        }
      }
    }));
  }).timeout(120_000);

  it('goes as far as a recording that was cut goes', async () => {
    await inFolder(files, async (folder) => {
      const { events } = await runTeam(folder);
      for (let kept = 1; kept < events.length; kept++) await assertReplays(folder, events.slice(0, kept));
    });
  });

  it('follows a run that waited for a person, and one whose questions are still open', async () => {
    const asking = scripted(`${base}approvals: [{ before: writer }, { after: planner }]\n`, replies);
    await inFolder(asking, async (folder) => {
      const { events } = await runTeam(folder);
      await assertReplays(folder, events);
      await assertReplays(folder, await resumeTeam(folder, events, undefined, { person: approver }));
      await assertReplays(folder, await resumeTeam(folder, await resumeTeam(folder, events), { model: 'demo' }, { person: approver }));
    });
  });

  it('looks into the teams within', async () => {
    const inner = scripted(`
roles: [{ role: draft, responsibility: Draft., instructions: Be brief., writes: { out: { type: string } } }]
routes: [{ when: state.out == '', to: draft }]
finish_when: state.out != ''
approvals: [{ after: draft }]
`, '  - { role: draft, output: { out: done } }\n', 'inner');
    const outer = scripted(`
topology: hierarchy
roles: [{ role: make, responsibility: Make., writes: { out: { type: string } }, team: inner }]
routes: [{ when: state.out == '', to: make }]
finish_when: state.out != ''
`, '');
    const nested: TeamFiles = { 'team.yaml': outer['team.yaml']!, 'script.yaml': 'replies: []\n', 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! };
    await inFolder(nested, async (folder) => {
      const { events } = await runTeam(folder);
      const all = await resumeTeam(folder, events, undefined, { person: approver });
      assert.equal(stateOf(all).values['out'], 'done');
      await assertReplays(folder, events);
      await assertReplays(folder, all);
      for (let kept = 1; kept < all.length; kept++) await assertReplays(folder, all.slice(0, kept));
      await inFolder({ ...nested, 'inner/team.yaml': nested['inner/team.yaml']!.replace('Be brief.', 'Be long.') }, async (changed) => {
        const done = await replayTeam(changed, all);
        assert.ok(!done.ok);
        assert.deepEqual([done.step, done.message], [1, 'make, step 1: the prompt of draft differs in its instructions: “Be brief.” would now be “Be long.”']);
      });
    });
  });
});
