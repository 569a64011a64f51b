// A role that asks for more while it works: what its card allows it gets at once, anything else the team has asks a person, and every decision is an event.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import type { ApprovalQuestion, Person } from '../../../src/engine/shared/person';
import { approver } from '../../support/people';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

/** A role without tools; nobody's card names `look`. */
const asking = (extend: string, card = ''): TeamFiles => ({
  ...scripted(`
tools: { look: { type: list_files, root: docs }, gone: { type: list_files, root: nowhere } }
roles: [{ role: reader, responsibility: Read., reads: [task], writes: { note: { type: string } } ${card} }]
state: { archive: { type: array, initial: [old] } }
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, `  - { role: reader, when: call == 1, extend: ${extend} }
  - { role: reader, when: call == 2, tool_calls: [{ name: look, arguments: {} }] }
  - { role: reader, output: { note: "{{ size(tool.results) > 0 && tool.results[0] != null ? string(tool.results[0].total) : 'nothing' }}" } }
`),
  'docs/a.md': 'one',
});

const forLook = '{ need: the files, tools: [look] }';
const decisions = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'extend.decided' ? [[event.granted, event.by, event.why]] : []));
const questions = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'approval.requested' ? [event.question] : []));
const saying = (answer: 'approve' | 'reject', note?: string): Person => ({ ask: (_question: ApprovalQuestion) => Promise.resolve({ answer, by: 'person', ...(note === undefined ? {} : { note }) }) });

describe('a role that asks for more', () => {
  it('gets a tool that no card names when a person grants it, and can call it', async () => {
    const { events, state } = await runFiles(asking(forLook), { person: approver });
    assert.deepEqual([questions(events), decisions(events), state.values['note']], [['reader asks for look: the files'], [[true, 'person', undefined]], '1']);
  });

  it('is told when a person refuses, and goes on without', async () => {
    const { events, state } = await runFiles(asking(forLook), { person: saying('reject', 'not now') });
    assert.deepEqual([decisions(events), state.values['note']], [[[false, 'person', 'A person refused it: not now.']], 'nothing']);
    assert.match(JSON.stringify(events.filter((event) => event.type === 'model.requested')[1]), /A person refused it: not now/);
  });

  it('waits where nobody is there, and goes on with the answer', async () => {
    await inFolder(asking(forLook), async (folder) => {
      const { events, result } = await runTeam(folder);
      assert.deepEqual([result.status, decisions(events)], ['waiting', []]);
      const all = await resumeTeam(folder, events, undefined, { person: approver });
      assert.deepEqual([stateOf(all).values['note'], decisions(all)], ['1', [[true, 'person', undefined]]]);
    });
  });

  it('gets what its card lists without a person, as an event', async () => {
    const { events, state } = await runFiles(asking(forLook, ', may_ask: { tools: [look] }'));
    assert.deepEqual([questions(events), decisions(events), state.values['note']], [[], [[true, 'may_ask', undefined]], '1']);
  });

  it('asks a person where its card lists only a part of it', async () => {
    const { events } = await runFiles(asking('{ tools: [look], fields: [archive] }', ', may_ask: { tools: [look] }'), { person: approver });
    assert.deepEqual([questions(events), decisions(events)], [['reader asks for archive, look'], [[true, 'person', undefined]]]);
  });

  it('is refused what there is not, or what it has, by the supervisor', async () => {
    for (const [extend, why] of [
      ['{ tools: [lok] }', 'There is no tool lok.'],
      ['{ fields: [archiv] }', 'There is no shared field archiv.'],
      ['{ fields: [task] }', 'You have that already.'],
    ] as const) {
      const { events } = await runFiles(asking(extend), { person: approver });
      assert.deepEqual([questions(events), decisions(events)], [[], [[false, 'supervisor', why]]]);
    }
  });

  it('is told when a tool that was granted cannot be opened', async () => {
    await inFolder(asking('{ tools: [gone] }'), async (folder) => {
      const { events, result } = await runTeam(folder, { person: approver });
      assert.equal(result.status, 'completed');
      assert.match(String(decisions(events)[0]![2]), /^It was granted, but the tool gone cannot be used: .*nowhere/);
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    });
  });

  it('that asks for nothing by name asks a person, whose words it is told', async () => {
    const { events } = await runFiles(asking('{ need: a hint }', ', may_ask: { tools: [look] }'), { person: saying('approve', 'look at line 3') });
    assert.deepEqual([questions(events), decisions(events)], [['reader asks for more: a hint'], [[true, 'person', undefined]]]);
    assert.match(JSON.stringify(events.filter((event) => event.type === 'model.requested')[1]), /A person says: look at line 3/);
  });

  for (const [who, files] of [['a person', asking(forLook)], ['its card', asking(forLook, ', may_ask: { tools: [look] }')]] as const) {
    it(`goes on from every event with what ${who} granted, and is replayed without a call`, async () => {
      await inFolder(files, async (folder) => {
        const { events, state } = await runTeam(folder, { person: approver });
        for (let kept = 1; kept <= events.length; kept++) {
          const all = kept === events.length ? events : await resumeTeam(folder, events.slice(0, kept), undefined, { person: approver });
          assert.deepEqual([stateOf(all).values, decisions(all).length, stateOf(all).requests.get('reader')], [state.values, 1, 3], `cut after event ${kept}`);
          const replayed = await replayTeam(folder, all);
          assert.ok(replayed.ok, `cut after event ${kept}: ${replayed.ok ? '' : replayed.message}`);
        }
      });
    });
  }

  it('is shown with what became of it', async () => {
    const { events } = await runFiles(asking(forLook), { person: approver });
    const fold = createRunFold();
    fold.apply(events);
    const step = fold.view!.steps[0]!;
    assert.deepEqual(step.extensions, [{ need: 'the files', fields: [], tools: ['look'], granted: true, by: 'person', why: null }]);
    assert.deepEqual(step.activity.map(({ label, text }) => [label, text]).slice(0, 2), [['asks for more', 'look: granted by a person'], ['look', '1 file']]);
  });
});
