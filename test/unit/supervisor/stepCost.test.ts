// What a step costs follows what it reads and writes, never what has come together in the workspace.
import assert from 'node:assert/strict';
import { runTeam } from '../../support/runTeam';
import { tempFolder } from '../../support/tempFolder';

const steps = 1200;
/** Processor time is measured over so many steps. */
const span = 200;

/** Each step appends two kilobytes to a list that nobody reads, and reads a text that looks like the name of a large value. */
const files = {
  'team.yaml': `team: growing
goal: Grow
models: { demo: { provider: scripted, script: script.yaml } }
state: { findings: { type: array, reducer: append }, mark: { type: string, initial: deadbeefdeadbeef }, n: { type: number, reducer: max, initial: 0 }, keyed: { type: array, reducer: append, key: id } }
roles: [{ role: writer, responsibility: Write., reads: [mark, n], writes: { findings: { type: array }, keyed: { type: array }, n: { type: number } } }]
routes: [{ when: "true", to: writer }]
finish_when: run.steps >= ${steps}
limits: { steps: ${steps}, time: 10h }
`,
  'script.yaml': `replies:
  - role: writer
    repeat: true
    output:
      n: "{{ run.steps }}"
      keyed: [{ id: "k{{ run.steps }}" }]
      findings: ["{{ run.steps }} ${'word '.repeat(400)}"]
`,
};

describe('the cost of a step', () => {
  it('does not grow with the lists in the workspace', async () => {
    const folder = await tempFolder(files);
    try {
      const times: number[] = [];
      const { result } = await runTeam(folder.path, {
        during: (run) => void run.listen({ onEvents: (events) => events.forEach(({ type }) => type === 'role.started' && times.push(process.cpuUsage().user)) }),
      });
      assert.equal(result.status, 'completed');
      const early = times[2 * span]! - times[span]!;
      const late = times[steps - 1]! - times[steps - 1 - span]!;
      assert.ok(late < early * 2.5, `${(late / span / 1000).toFixed(2)} ms a step in the end, ${(early / span / 1000).toFixed(2)} ms after ${span} steps`);
    } finally {
      await folder.remove();
    }
  }).timeout(60_000);
});
