// Logs of versions that let a role go on after a call that they did not make any more, since it was the same for the fifth time. They are made here from a run
// of today, whose fifth call was another one.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { inFolder, scripted, type TeamFiles } from '../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../support/runTeam';

const files: TeamFiles = {
  ...scripted(`
tools: { look: { type: list_files, root: docs } }
roles: [{ role: reader, responsibility: Read., reads: [task], tools: [look], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, `
  - { role: reader, when: call < 5, tool_calls: [{ name: look, arguments: {} }], repeat: true }
  - { role: reader, when: call == 5, tool_calls: [{ name: look, arguments: { glob: "*.md" } }, { name: look, arguments: { glob: "a*" } }] }
  - { role: reader, output: { note: done } }
`),
  'docs/a.md': 'rain',
};

const refused = 'This very call was made four times already and is not made again. Answer now with what you have.';

function asWritten(event: RunEvent): RunEvent {
  if (event.type === 'model.responded' && event.toolCalls !== undefined) return { ...event, toolCalls: event.toolCalls.map((call) => ({ ...call, arguments: {} })) };
  if (event.type === 'tool.called') return { ...event, arguments: {} };
  if (event.type === 'tool.returned' && event.id.startsWith('reader.5.')) return { ...event, result: null, error: refused };
  return event.type === 'model.requested' && event.call === 6 ? { ...event, hash: 'of another version' } : event;
}

describe('logs of roles that went on after the fifth equal call', () => {
  it('are replayed, and gone on with from every event', async () => {
    await inFolder(files, async (folder) => {
      const { events: today } = await runTeam(folder);
      const events = today.map(asWritten);
      const done = await replayTeam(folder, events);
      assert.ok(done.ok, done.ok ? '' : done.message);
      assert.deepEqual(done.events, events);
      const answered = events.findLastIndex(({ type }) => type === 'model.requested');
      for (let cut = answered + 1; cut < events.length; cut++) {
        assert.equal(stateOf(await resumeTeam(folder, events.slice(0, cut))).values['note'], 'done', `cut behind ${events[cut - 1]!.type}`);
      }
    });
  });
});
