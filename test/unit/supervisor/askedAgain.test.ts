// A script that runs out because somebody was asked again: the run says both.
import assert from 'node:assert/strict';
import { runFiles, scripted } from '../../support/runFiles';

const files = (replies: string, rules = '') => scripted(`
roles:
  - { role: writer, responsibility: Write., reads: [task], writes: { report: { type: string } }, review: { by: critic } ${rules} }
  - { role: critic, mode: review, responsibility: Judge., reads: [task] }
routes: [{ when: state.report == '', to: writer }]
finish_when: state.report != ''
`, replies);

const message = async (replies: string, rules = '') => {
  const { result, events } = await runFiles(files(replies, rules));
  assert.equal(result.reason, 'error:script');
  const end = events.at(-1);
  return end?.type === 'run.finished' ? (end.message ?? '') : '';
};

describe('no reply left in the script', () => {
  it('for a reply that broke its contract', async () => {
    assert.match(await message('  - { role: writer, output: { reprot: x } }\n'), /no reply for writer, call 2 in step 1\..* It was asked again, since its reply broke its contract: "reprot" is not a field that this role writes\.$/);
  });

  it('for an output that broke a rule', async () => {
    assert.match(await message('  - { role: writer, output: { report: x } }\n', ', rules: [{ rule: size(output.report) > 3, message: too short }]'), /no reply for writer, call 2.* It was asked again, since its output broke a rule: too short\.$/);
  });

  it('for a rejected output', async () => {
    assert.match(await message('  - { role: writer, output: { report: x } }\n  - { role: critic, verdict: reject, feedback: [{ problem: too thin }] }\n'), /no reply for writer, call 2.* It was asked again, since critic rejected its output: too thin\.$/);
  });

  it('for a verdict that was none', async () => {
    assert.match(await message('  - { role: writer, output: { report: x } }\n  - { role: critic, text: fine }\n'), /no reply for critic \(review\), call 2.* It was asked again, since that was no verdict: The reply holds no JSON object\.$/);
  });

  it('for nobody who was asked for the first time', async () => {
    assert.doesNotMatch(await message('  - { role: critic, verdict: approve }\n'), /asked again/);
  });
});
