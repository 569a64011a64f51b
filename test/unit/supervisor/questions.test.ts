// Conditions that a model judges may hold expressions: they are filled in when the question is put, and checked before the run starts.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, runTeam } from '../../support/runTeam';

const asked = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'condition.judged' ? [event.question] : []));
const prompts = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'model.requested' && event.purpose === 'judge' ? [JSON.stringify(event.append)] : []));

const listing = (finish: string, exit = ''): TeamFiles => scripted(`
roles: [{ role: lister, responsibility: Add to the list., reads: [list], writes: { list: { type: array } }${exit} }]
state: { list: { type: array, reducer: append } }
routes: [{ when: size(state.list) < 3, to: lister }]
finish_when: ${finish}`, `
  - { role: lister, output: { list: [one] }, repeat: true }
  - { role: supervisor, text: '{"holds": false, "why": "no"}', repeat: true }
`);

describe('a question to a model', () => {
  it('is put with its expressions filled in, as the state is then', async () => {
    await inFolder(listing('[{ ask: "Do {{ size(state.list) }} points on {{ task }} suffice?" }]'), async (folder) => {
      const { events } = await runTeam(folder);
      assert.deepEqual(asked(events), [0, 1, 2, 3].map((count) => `Do ${count} points on rain suffice?`));
      assert.ok(prompts(events).every((prompt, count) => prompt.includes(`Do ${count} points on rain suffice?`) && !prompt.includes('{{')), 'the model sees what is meant');
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    });
  });

  it('is put once a round, though it holds what changes from moment to moment', async () => {
    const { events } = await runFiles(listing('[{ ask: "Are {{ run.elapsed_s }} s and {{ run.calls.supervisor }} questions enough?" }]'));
    assert.equal(asked(events).length, 4);
  });

  it('is filled in for a role’s own conditions too', async () => {
    const { events } = await runFiles(listing('size(state.list) == 3', ', exit_when: [{ ask: "Is {{ role }} done at {{ string(size(state.list)) }}?" }]'));
    assert.deepEqual(asked(events), [0, 1, 2].map((count) => `Is lister done at ${count}?`));
  });

  it('with an unknown name in it starts no run, and says where', async () => {
    await assert.rejects(runFiles(listing('[{ ask: "Do {{ size(state.lists) }} points suffice?" }]')), /team\.yaml:\d+ .*`?lists`?/);
    await assert.rejects(runFiles(listing('[{ ask: "Do {{ size(state.list) points suffice?" }]')), /team\.yaml:\d+ /);
  });

  it('that cannot be filled in fails the run, with its place, and is not put', async () => {
    const { result, events } = await runFiles(listing('[{ ask: "Is {{ state.list[7] }} enough?" }]'));
    assert.deepEqual([result.reason, prompts(events)], ['error:expression', []]);
    assert.match(JSON.stringify(events.at(-1)), /could not be filled in.*team\.yaml/);
  });
});
