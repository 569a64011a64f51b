// Cases of area B: interrupts and approvals. B2 (ids, reverse order) is in ../supervisor/approvals.test.ts, B1's files in ../../cli/crashEveryEvent.test.ts, B8 (the chat box) belongs to the editor.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { patientPerson, approver } from '../../support/people';
import { resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;
const asked = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'approval.requested' ? [event.id] : []));

const twoBreaks: TeamFiles = scripted(`
roles:
  - { role: first, responsibility: Begin., reads: [task], writes: { a: { type: string } } }
  - { role: second, responsibility: Go on., reads: [a], writes: { b: { type: string } } }
topology: pipeline
pipeline: [first, second]
approvals: [{ before: first }, { before: second }]
`, '  - { role: first, output: { a: one } }\n  - { role: second, output: { b: two } }\n');

describe('cases B', () => {
  it('B1: tool calls that ended before a question are not made again when it is answered', async () => {
    const files = {
      ...scripted(`
tools: { look: { type: list_files, root: docs } }
roles: [{ role: reader, responsibility: Read., reads: [task], tools: [look], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
approvals: [{ after: reader }]
`, '  - { role: reader, tool_calls: [{ name: look, arguments: {} }] }\n  - { role: reader, output: { note: "{{ string(tool.results[0].total) }}" } }\n'),
      'docs/a.md': 'one',
    };
    await inFolder(files, async (folder) => {
      const { events, result } = await runTeam(folder);
      assert.equal(result.status, 'waiting');
      const all = await resumeTeam(folder, events, undefined, { person: approver });
      assert.deepEqual([count(all, 'tool.returned'), count(all, 'model.requested'), stateOf(all).values['note']], [1, 2, '1']);
    });
  });

  it('B5: a question two teams down shows its way, and its answer lets the worker go on', async () => {
    const team = (inside: string, member: string) => scripted(`
topology: hierarchy
roles: [{ role: ${member}, responsibility: Work., writes: { out: { type: string } }${inside} }]
routes: [{ when: state.out == '', to: ${member} }]
finish_when: state.out != ''
`, '  - { role: worker, output: { out: done } }\n', member);
    const top = team(', team: mid', 'lead');
    const mid = team(', team: low', 'group');
    const low = team('', 'worker');
    const noReplies = 'replies: []\n';
    const files = {
      'team.yaml': top['team.yaml']!, 'script.yaml': noReplies, 'mid/team.yaml': mid['team.yaml']!, 'mid/script.yaml': noReplies,
      'mid/low/team.yaml': `${low['team.yaml']!.replace('topology: hierarchy', '')}approvals: [{ after: worker }]\n`, 'mid/low/script.yaml': low['script.yaml']!,
    };
    await inFolder(files, async (folder) => {
      const person = patientPerson();
      const run = runTeam(folder, { person });
      await person.asked(1);
      const [question] = person.open.values();
      assert.deepEqual([question?.role, question?.id], ['lead/group/worker', 's1/s1/s1.after']);
      person.answer('s1/s1/s1.after', 'approve');
      const { result, state } = await run;
      assert.deepEqual([result.status, state.values['out']], ['completed', 'done']);

      const alone = await runTeam(folder);
      assert.equal(alone.result.status, 'waiting');
      const later = await resumeTeam(folder, alone.events, undefined, { person: approver });
      assert.deepEqual([stateOf(later).end?.status, stateOf(later).values['out'], stateOf(later).requests.get('lead/group/worker')], ['completed', 'done', 1]);
    });
  });

  it('B7: the second place to wait at is still there after the first was passed in another process', async () => {
    await inFolder(twoBreaks, async (folder) => {
      const { events } = await runTeam(folder);
      assert.deepEqual(asked(events), ['s1.before']);
      const person = patientPerson();
      const run = resumeTeam(folder, events, undefined, { person });
      await person.asked(1);
      person.answer('s1.before', 'approve');
      await person.asked(1);
      person.answer('s2.before', null);
      const second = await run;
      assert.deepEqual([asked(second), stateOf(second).end?.status], [['s1.before', 's2.before'], 'waiting']);
      const all = await resumeTeam(folder, second, undefined, { person: approver });
      assert.deepEqual([stateOf(all).end?.status, asked(all).length, stateOf(all).values['b']], ['completed', 2, 'two']);
    });
  });
});
