// What the panel says of whoever was next and was not taken, and of what was there from the start.
import assert from 'node:assert/strict';
import { chosenStep } from '../../../src/webview/inspector/chosen';
import { promptRows } from '../../../src/webview/inspector/promptRows';
import { runLine } from '../../../src/webview/state/runLine';
import { sayRefused } from '../../../src/webview/state/sayRefused';
import { viewOf } from '../../support/httpTeam';
import { runFiles, scripted } from '../../support/runFiles';

const ended = { live: false, elsewhere: false };

describe('what the panel says of', () => {
  it('whoever was passed over when nobody was left', async () => {
    const { events } = await runFiles(scripted(`topology: pipeline
pipeline: [writer, critic]
roles:
  - { role: writer, responsibility: Write., reads: [task], writes: [report] }
  - { role: critic, responsibility: Say what is wrong., reads: [report], writes: [notes], skip_when: state.report == 'rain' }
finish_when: state.notes != null
`, '  - { role: writer, output: { report: rain } }\n'));
    const view = viewOf(events);
    assert.equal(view.status, 'partial');
    assert.deepEqual(view.passedOver.map(sayRefused), ["critic was passed over: skip_when holds, state.report == 'rain'"]);
    assert.match(runLine(view, ended).why, /\. critic was passed over: skip_when holds, state\.report == 'rain'\.$/);
  });

  it('a subtask of a plan', () => {
    assert.equal(sayRefused({ role: 'writer', subtask: 't1', why: 'calls' }), 't1 of writer was passed over: its limit of calls is used up');
  });

  it('the task and an initial value, which nobody writes, and of a field that is empty', async () => {
    const { events } = await runFiles(scripted(`state: { tone: { type: string, initial: dry }, notes: { type: string } }
roles: [{ role: writer, responsibility: Write., reads: [task, tone, notes], writes: [report] }, { role: critic, responsibility: Judge., reads: [report], writes: [notes] }]
routes: [{ when: "!has(state.report)", to: writer }]
finish_when: has(state.report)
`, '  - { role: writer, output: { report: rain } }\n'));
    const chosen = chosenStep(viewOf(events), { step: 1, attempt: null })!;
    const from = Object.fromEntries(promptRows(chosen, chosen.attempt!.calls[0]!).filter(({ code }) => code !== '').map((row) => [row.code, row.from]));
    assert.deepEqual(from, { task: 'given at the start', tone: 'given at the start', notes: 'not written yet' });
  });
});
