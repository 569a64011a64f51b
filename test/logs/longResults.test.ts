// Logs of versions that told a model as much as 60,000 characters of one result, and kept nothing to read on in. They are made here from a run of today: nothing
// of them differs but what those versions wrote otherwise.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { shownOfResult } from '../../src/engine/prompts/largeValue';
import { inFolder, scripted, type TeamFiles } from '../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../support/runTeam';

const files: TeamFiles = {
  ...scripted(`
tools: { look: { type: search, root: docs, max: 50 } }
roles: [{ role: finder, responsibility: Find., reads: [task], tools: [look], writes: { answer: { type: string } } }]
routes: [{ when: state.answer == '', to: finder }]
finish_when: state.answer != ''
`, `
  - { role: finder, tool_calls: [{ name: look, arguments: { query: document } }] }
  - { role: finder, tool_calls: [{ name: look, arguments: { query: nothing } }] }
  - { role: finder, output: { answer: done } }
`),
  'docs/a.md': Array.from({ length: 60 }, (_, i) => `Paragraph ${i} of the document: ${'it goes on and on '.repeat(30)}`).join('\n\n'),
};

function asWritten(event: RunEvent): RunEvent {
  if (event.type === 'tool.returned') {
    const { kept: _kept, notes: _notes, ...rest } = event;
    return rest;
  }
  if (event.type !== 'model.requested' || event.call === 1) return event;
  const tools = event.tools?.filter((name) => name !== 'read_more');
  return { ...event, hash: `of another version ${event.call}`, ...(tools === undefined ? {} : { tools }) };
}

const finder = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'model.requested' ? [event.tools ?? []] : []));

describe('logs with results that were told at length', () => {
  it('are replayed, and gone on with from every event', async () => {
    await inFolder(files, async (folder) => {
      const { events: today } = await runTeam(folder);
      const events = today.map(asWritten);
      const [long] = events.flatMap((event) => (event.type === 'tool.returned' ? [event] : []));
      assert.ok(JSON.stringify(long!.result).length > shownOfResult && long!.kept === undefined);
      const done = await replayTeam(folder, events);
      assert.ok(done.ok, done.ok ? '' : done.message);
      assert.deepEqual(done.events, events);
      for (let cut = 1; cut < events.length; cut++) {
        const again = await resumeTeam(folder, events.slice(0, cut));
        assert.deepEqual([stateOf(again).end?.status, stateOf(again).values['answer']], ['completed', 'done'], `cut behind ${events[cut - 1]!.type}`);
        assert.equal(again.filter((event) => event.type === 'tool.returned').length, 2);
      }
    });
  });

  it('lead to the rest of what is cut today', async () => {
    await inFolder(files, async (folder) => {
      const events = (await runTeam(folder)).events.map(asWritten);
      const first = events.findIndex((event) => event.type === 'tool.returned') + 1;
      const again = await resumeTeam(folder, events.slice(0, first));
      assert.deepEqual(finder(again).map((tools) => tools.includes('read_more')), [false, true, true]);
    });
  });
});
