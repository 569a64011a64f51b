// Questions to people: each has an id of its own, an answer belongs to it alone, and nothing already done is done again.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { Clock } from '../../../src/engine/shared/ports';
import { approver, patientPerson } from '../../support/people';
import { loadGoodTeam, replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { virtualClock } from '../../support/virtualClock';

const parallel = (more = '') => scripted(`
roles:
  - { role: planner, mode: plan, responsibility: Name parts., reads: [task], writes: { plan: { type: array } } }
  - { role: worker, responsibility: Work., reads: [plan], writes: { notes: { type: array } } }
  - { role: joiner, responsibility: Join., reads: [notes], writes: { report: { type: string } } }
state: { notes: { type: array, reducer: append } }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: size(state.notes) == 0, to: worker, for_each: state.plan, as: part }
  - { when: state.report == '', to: joiner }
finish_when: state.report != ''
approvals: [{ after: worker }]
${more}`, `
  - { role: planner, output: { plan: [a, b, c] } }
  - { role: worker, output: { notes: ["{{ subtask.input.part }}"] }, repeat: true }
  - { role: joiner, output: { report: "{{ state.notes.join(',') }}" } }
`);

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

/** The clock is moved by hand; nothing in the run sleeps. */
function handClock(): Clock & { pass(ms: number): void } {
  const clock = virtualClock();
  let more = 0;
  return { ...clock, now: () => clock.now() + more, pass: (ms) => { more += ms; } };
}

describe('approvals', () => {
  it('asks several at once, each with its own id, and takes the answers in any order', async () => {
    const person = patientPerson();
    const run = runFiles(parallel(), { person });
    await person.asked(3);
    assert.deepEqual([...person.open.keys()], ['s2.after', 's3.after', 's4.after']);
    person.answer('s4.after', 'approve');
    assert.deepEqual([...person.open.keys()], ['s2.after', 's3.after'], 'an answer leaves the others open');
    person.answer('s3.after', 'reject');
    person.answer('s2.after', 'approve');
    const { result, state, events } = await run;
    assert.deepEqual([result.status, state.values['notes'], state.values['report']], ['partial', ['a', 'c'], 'a,c']);
    const answers = events.flatMap((event) => (event.type === 'approval.answered' ? [[event.step, event.id, event.answer]] : []));
    assert.deepEqual(answers, [[4, 's4.after', 'approve'], [3, 's3.after', 'reject'], [2, 's2.after', 'approve']]);
  });

  it('keeps the answer that was given when the run goes on later, and asks only what is open', async () => {
    await inFolder(parallel(), async (folder) => {
      const person = patientPerson();
      const run = runTeam(folder, { person });
      await person.asked(3);
      person.answer('s3.after', 'reject');
      person.answer('s2.after', null);
      person.answer('s4.after', null);
      const { result, events, state } = await run;
      assert.deepEqual([result.status, state.asked.keys()], ['waiting', ['s2.after', 's4.after']]);
      const later = patientPerson();
      const resumed = resumeTeam(folder, events, undefined, { person: later });
      await later.asked(2);
      assert.deepEqual([...later.open.keys()], ['s2.after', 's4.after']);
      later.answer('s4.after', 'approve');
      later.answer('s2.after', 'approve');
      const all = await resumed;
      assert.deepEqual(stateOf(all).values['notes'], ['a', 'c']);
      assert.equal(count(all, 'model.responded'), 5, 'no call is made twice');
      assert.equal(count(all, 'approval.requested'), 3, 'no question is asked twice');
    });
  });

  it('leaves the time that several wait for people at once out of the run\'s time', async () => {
    const clock = handClock();
    const person = patientPerson();
    const run = runFiles(parallel('limits: { time: 10m }'), { person, clock });
    await person.asked(3);
    for (const id of ['s4.after', 's3.after', 's2.after']) {
      clock.pass(3_600_000);
      person.answer(id, 'approve');
    }
    const { result, state } = await run;
    assert.deepEqual([result.status, result.reason], ['completed', 'finish_when']);
    assert.equal(state.pausedMs, 3 * 3_600_000, 'the three hours count once');
  });

  it('goes on asking what is open when the limits of the run are raised meanwhile', async () => {
    await inFolder(parallel(), async (folder) => {
      const { events } = await runTeam(folder);
      assert.deepEqual(stateOf(events).asked.keys(), ['s2.after', 's3.after', 's4.after']);
      const still = await resumeTeam(folder, events, { limits: { steps: 40 } });
      assert.deepEqual([stateOf(still).end?.status, stateOf(still).asked.keys()], ['waiting', ['s2.after', 's3.after', 's4.after']]);
      const all = await resumeTeam(folder, still, undefined, { person: approver });
      assert.deepEqual(stateOf(all).values['notes'], ['a', 'b', 'c']);
    });
  });

  it('takes the work as it is when the run goes on with a team that does not ask any more', async () => {
    const files = parallel();
    const silent = { ...files, 'team.yaml': files['team.yaml']!.replace('approvals: [{ after: worker }]', 'approvals: [{ after: joiner }]') };
    await inFolder(files, (folder) => inFolder(silent, async (other) => {
      const { events } = await runTeam(folder);
      const team = await loadGoodTeam(other);
      const waits = await resumeTeam(folder, events, undefined, { team });
      assert.deepEqual([stateOf(waits).end?.status, stateOf(waits).asked.keys()], ['waiting', ['s5.after']]);
      const back = await resumeTeam(folder, waits, undefined, { team: await loadGoodTeam(folder) });
      assert.deepEqual([stateOf(back).end?.status, stateOf(back).values['report'], count(back, 'model.requested')], ['completed', 'a,b,c', 5], 'no call is made twice');
      const done = await replayTeam(folder, back);
      assert.ok(done.ok, done.ok ? '' : done.message);
    }));
  });

  it('tells questions from parallel teams apart, and says whose they are', async () => {
    const inner = scripted(`
topology: pipeline
pipeline: [draft]
state: { part: { type: string, initial: '' } }
roles: [{ role: draft, responsibility: Draft., reads: [part], writes: { notes: { type: array } } }]
approvals: [{ after: draft }]
`, '  - { role: draft, output: { notes: ["{{ state.part }}"] }, repeat: true }\n', 'inner');
    const outer = parallel('topology: hierarchy');
    const team = outer['team.yaml']!.replace('approvals: [{ after: worker }]', '').replace('reads: [plan], writes: { notes: { type: array } } }', 'writes: { notes: { type: array } }, team: inner }');
    const files = { ...outer, 'team.yaml': team, 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! };
    const person = patientPerson();
    const run = runFiles(files, { person });
    await person.asked(3);
    const asked = [...person.open.values()];
    assert.equal(new Set(asked.map((one) => one.id)).size, 3);
    assert.ok(asked.every((one) => one.role === 'worker/draft'), asked.map((one) => one.role).join());
    person.answer(asked[2]!.id, 'approve');
    person.answer(asked[1]!.id, 'approve');
    person.answer(asked[0]!.id, 'approve');
    const { state } = await run;
    assert.deepEqual(state.values['notes'], ['a', 'b', 'c']);
  });

  it('asks again under another id when a person writes what the role read before the result is committed', async () => {
    const files = scripted(`
roles: [{ role: writer, responsibility: Write., reads: [tone], writes: { report: { type: string } } }]
state: { tone: { type: string, initial: dry } }
routes: [{ when: state.report == '', to: writer }]
finish_when: state.report != ''
approvals: [{ after: writer }]
`, '  - { role: writer, output: { report: "{{ state.tone }}" }, repeat: true }\n');
    await inFolder(files, async (folder) => {
      const { events } = await runTeam(folder);
      const all = await resumeTeam(folder, events, undefined, { person: approver, writes: { tone: 'warm' } });
      const asked = all.flatMap((event) => (event.type === 'approval.requested' ? [event.id] : []));
      assert.deepEqual([asked.length, new Set(asked).size], [2, 2], asked.join());
      assert.ok(all.some((event) => event.type === 'commit.refused' && event.fields.join() === 'tone'));
      assert.equal(stateOf(all).values['report'], 'warm');
    });
  });

  for (const [name, approvals, asks] of [
    ['before:', '[{ before: writer }]', ['before']],
    ['after:', '[{ after: writer }]', ['after']],
    ['low confidence', '[{ when: confidence < 0.6 }]', ['when']],
    ['a confidence that is high enough', '[{ when: confidence < 0.4 }]', []],
    ['sample: all', '[{ sample: 1 }]', ['sample']],
    ['sample: none', '[{ sample: 0 }]', []],
    ['several that apply', '[{ before: writer }, { after: writer }, { when: confidence < 0.6 }, { sample: 1 }]', ['before', 'after', 'when', 'sample']],
  ] as const) {
    it(`waits for a person: ${name}`, async () => {
      const files = scripted(`
roles: [{ role: writer, responsibility: Write., reads: [task], writes: { report: { type: string } } }]
routes: [{ when: state.report == '', to: writer }]
finish_when: state.report != ''
approvals: ${approvals}
`, '  - { role: writer, output: { report: done }, confidence: 0.5 }\n');
      await inFolder(files, async (folder) => {
        const alone = await runTeam(folder);
        assert.equal(alone.result.status, asks.length === 0 ? 'completed' : 'waiting');
        const { events, state } = await runTeam(folder, { person: approver });
        const asked = events.flatMap((event) => (event.type === 'approval.requested' ? [event] : []));
        assert.deepEqual([asked.map((one) => one.kind), new Set(asked.map((one) => one.id)).size, state.values['report']], [asks, asks.length, 'done']);
      });
    });
  }

  it('asks once about a limit, and goes on from there when it is raised', async () => {
    const files = scripted(`
roles: [{ role: counter, responsibility: Count., reads: [n], writes: { n: { type: number } } }]
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < 5, to: counter }]
finish_when: state.n >= 5
limits: { steps: 2 }
on_limit: ask
`, '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true }\n');
    await inFolder(files, async (folder) => {
      const { result, events, state } = await runTeam(folder);
      assert.deepEqual([result.status, state.asked.values().map((one) => one.kind)], ['waiting', ['on_limit']]);
      const all = await resumeTeam(folder, events, { limits: { steps: 40 } });
      assert.deepEqual([stateOf(all).end, count(all, 'model.responded')], [{ status: 'completed', reason: 'finish_when' }, 5]);
      assert.deepEqual(all.flatMap((event) => (event.type === 'role.finished' && event.outcome !== 'committed' ? [event.outcome] : [])), [], 'no step is taken back');
      const ended = await resumeTeam(folder, events, undefined, { person: approver });
      assert.deepEqual([stateOf(ended).end, stateOf(ended).values['n']], [{ status: 'partial', reason: 'limit:steps' }, 2]);
    });
  });
});
