// A run can be stopped in every state; its log is closed and says so.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { RunHandle } from '../../../src/engine/supervisor/engine';
import type { StepGate } from '../../../src/engine/supervisor/stepGate';
import { runTeam } from '../../support/runTeam';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

const team = `
team: slow
goal: Wait
models: { demo: { provider: scripted, script: script.yaml } }
model: demo
tools: { look: { type: list_files, root: . } }
roles:
  - { role: worker, responsibility: Work., reads: [task], tools: [look], writes: { result: { type: string } }, review: { by: critic } }
  - { role: critic, mode: review, responsibility: Judge., reads: [task] }
routes: [{ when: state.result == '', to: worker }]
finish_when: state.result != ''
`;
const script = `replies:
  - { role: worker, tool_calls: [{ name: look, arguments: {} }] }
  - { role: worker, error: { status: 429, retry_after: 50 } }
  - { role: worker, output: { result: done }, delay_ms: 50000 }
  - { role: critic, verdict: approve, delay_ms: 50000 }
`;

/** Stops the run as soon as an event of this kind is recorded. */
function stopAt(matches: (event: RunEvent) => boolean): (run: RunHandle) => void {
  return (run) => {
    run.listen({ onEvents: (events) => { if (events.some(matches)) run.stop(); } });
  };
}

describe('stopping a run', () => {
  let folder: TempFolder;
  before(async () => { folder = await tempFolder({ 'team.yaml': team, 'script.yaml': script }); });
  after(() => folder.remove());

  const states: readonly (readonly [string, (event: RunEvent) => boolean])[] = [
    ['at its start', (event) => event.type === 'run.started'],
    ['before a role has said anything', (event) => event.type === 'role.started'],
    ['while the model is asked', (event) => event.type === 'model.requested'],
    ['in a tool call', (event) => event.type === 'tool.called'],
    ['while it waits for a retry', (event) => event.type === 'model.failed'],
    ['while a reply takes long', (event) => event.type === 'model.requested' && event.call === 3],
    ['in a review', (event) => event.type === 'model.requested' && event.purpose === 'review'],
  ];
  for (const [when, matches] of states) {
    it(`works ${when}`, async () => {
      const { result, events, state } = await runTeam(folder.path, { during: stopAt(matches) });
      assert.deepEqual(result, { status: 'stopped', reason: 'stopped' });
      assert.equal(events.at(-1)?.type, 'run.finished');
      assert.deepEqual(state.markers, {}, 'being stopped is no failure of the role');
    });
  }

  it('works while the debugger holds the run', async () => {
    let held: RunHandle | null = null;
    const gate: StepGate = {
      at: (_point, signal) => new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        held?.stop();
      }),
    };
    const { result, events } = await runTeam(folder.path, { gate, during: (run) => { held = run; } });
    assert.equal(result.status, 'stopped');
    assert.ok(!events.some((event) => event.type === 'model.requested'), 'it had been held before the first call');
  });
});
