// Cases of area J: rules and reviewers. Nothing is approved that was not.
import assert from 'node:assert/strict';
import { runFiles, scripted } from '../../support/runFiles';

const reviewed = (replies: string, author = '') => scripted(`
roles:
  - { role: author, responsibility: Write., reads: [task], writes: { claim: { type: string } }, review: { by: critic, criteria: [It is right.], max_revisions: 0 } ${author} }
  - { role: critic, mode: review, responsibility: Judge., reads: [task], limits: { retries: 0 } }
routes: [{ when: state.claim == '', to: author }]
finish_when: state.claim != ''
`, `  - { role: author, output: { claim: done }, repeat: true }\n${replies}`);

describe('cases J', () => {
  const garbled: readonly (readonly [string, string])[] = [
    ['an empty object', "text: '{}'"],
    ['a reason only', `text: '{"why":"fine"}'`],
    ['no JSON', 'text: I approve.'],
    ['a score that is no number', `text: '{"verdict":"approve","score":NaN}'`],
    ['a score as a text', `text: '{"verdict":"approve","score":"nan"}'`],
    ['a verdict of null', `text: '{"verdict":null}'`],
    ['another word', `text: '{"verdict":"Approved"}'`],
    ['pass as a text', `text: '{"verdict":"approve","pass":"false"}'`],
    ['pass alone', `text: '{"pass":true}'`],
    ['a contradiction: score 0', `text: '{"verdict":"approve","pass":true,"score":0}'`],
    ['a contradiction: feedback', `text: '{"verdict":"approve","feedback":[{"problem":"wrong"}]}'`],
    ['a contradiction: confidence 0', `text: '{"verdict":"approve","confidence":0}'`],
    ['a contradiction: it failed', `text: '{"verdict":"approve","status":"failed"}'`],
    ['a contradiction: a score of null', `text: '{"verdict":"approve","score":null}'`],
    ['a contradiction: another verdict within output', `text: '{"verdict":"approve","output":{"verdict":"reject"}}'`],
    ['a contradiction: a score within output', `text: '{"verdict":"approve","output":{"score":0}}'`],
    ['a verdict within output alone', `text: '{"output":{"verdict":"approve"}}'`],
    ['a contradiction: a decision', `text: '{"verdict":"approve","decision":"reject"}'`],
    ['a contradiction: another Verdict', `text: '{"verdict":"approve","Verdict":"reject"}'`],
    ['a contradiction: a final decision', `text: '{"verdict":"approve","final_decision":"reject"}'`],
    ['a contradiction: a result', `text: '{"verdict":"approve","result":"Rejected"}'`],
    ['a contradiction: overall', `text: '{"verdict":"approve","overall":"FAIL"}'`],
    ['a contradiction: a score of 0/10', `text: '{"verdict":"approve","score":"0/10"}'`],
    ['a contradiction: a grade of F', `text: '{"verdict":"approve","grade":"F"}'`],
    ['a contradiction: passed by nothing', `text: '{"verdict":"approve","passed":[]}'`],
    ['a contradiction: reject', `text: '{"verdict":"approve","reject":true}'`],
    ['a contradiction: is_rejected', `text: '{"verdict":"approve","is_rejected":"yes"}'`],
    ['a contradiction: isApproved', `text: '{"verdict":"approve","isApproved":false}'`],
    ['a contradiction: issues', `text: '{"verdict":"approve","issues":["wrong"]}'`],
    ['a time-out', 'error: timeout'],
    ['nothing', 'error: empty'],
    ['a broken-off object', `text: '{"verdict":"approve"'`],
  ];
  for (const [what, reply] of garbled) {
    it(`J1: ${what} never approves`, async () => {
      const { result, events, state } = await runFiles(reviewed(`  - { role: critic, ${reply}, repeat: true }\n`));
      assert.deepEqual([result.status, result.reason, state.values['claim']], ['failed', 'error:review', '']);
      const decided = events.flatMap((event) => (event.type === 'review.decided' ? [event] : []));
      assert.deepEqual(decided.map((one) => one.verdict), ['reject']);
      assert.match(JSON.stringify(decided[0]), /no verdict/, 'the record says that there was none');
    });
  }

  it('J1: what has no verdict is asked again with the reason, and the second verdict counts', async () => {
    const { result, events } = await runFiles(scripted(`
roles:
  - { role: author, responsibility: Write., reads: [task], writes: { claim: { type: string } }, review: { by: critic } }
  - { role: critic, mode: review, responsibility: Judge., reads: [task] }
routes: [{ when: state.claim == '', to: author }]
finish_when: state.claim != ''
`, `  - { role: author, output: { claim: done } }
  - { role: critic, text: '{"verdict":"approve","decision":"reject"}' }
  - { role: critic, text: '{"verdict":"approve","score":null}' }
  - { role: critic, verdict: approve }
`));
    assert.equal(result.status, 'completed');
    const said = events.flatMap((event) => (event.type === 'model.requested' && event.purpose === 'review' ? [event.append.flatMap(({ parts }) => parts.map((part) => ('text' in part && part.kind === 'feedback' ? part.text : ''))).join('')] : []));
    assert.equal(said.length, 3);
    assert.match(said[1]!, /The verdict is approve, but decision is "reject"\./);
    assert.match(said[2]!, /The verdict is approve, but score is null\./);
  });

  for (const [what, more] of [['status failed', 'status: failed'], ['confidence 0', 'confidence: 0'], ['a decision', 'decision: reject'], ['a verdict', 'verdict: reject']] as const) {
    it(`J1: a condition that is put to a model does not hold with ${what}`, async () => {
      const { result, events } = await runFiles(scripted(`
roles: [{ role: author, responsibility: Write., reads: [task], writes: { claim: { type: string } } }]
routes: [{ when: state.claim == '', to: author }]
finish_when: { ask: is it done? }
`, `  - { role: author, output: { claim: done } }\n  - { role: supervisor, text: '${JSON.stringify({ holds: true, ...Object.fromEntries([more.split(': ').map((one) => (one === '0' ? 0 : one))]) })}', repeat: true }\n`));
      const judged = events.flatMap((event) => (event.type === 'condition.judged' ? [[event.holds, event.note?.includes('holds is true, but') === true]] : []));
      assert.ok(judged.length > 0 && judged.every(([holds, noted]) => holds === false && noted === true), JSON.stringify(judged));
      assert.equal(result.status, 'partial');
    });
  }

  const agreeing: readonly object[] = [
    { decision: 'Approved', pass: true, score: 0.9, rejected: false, issues: [], status: 'success' },
    { approved: 'yes', rejected: 'no', issues: 'None.', status: 'approved', final_decision: 'approve' },
    { score: '9/10', grade: 'A-', rating: 'excellent' },
    { passed: ['It is right.'], failed: [] },
    { passed: 1, failed: 0, status: 'complete' },
    { previous_verdict: 'reject', why: 'failed', summary: 'It rejects nothing.', strengths: ['short'], no: null },
  ];
  for (const more of agreeing) {
    it(`J1: what agrees in other words is an approval: ${JSON.stringify(more)}`, async () => {
      const { result } = await runFiles(reviewed(`  - { role: critic, text: '${JSON.stringify({ verdict: 'approve', ...more })}' }\n`));
      assert.equal(result.status, 'completed');
    });
  }

  it('J1: a real verdict approves', async () => {
    const { result } = await runFiles(reviewed('  - { role: critic, verdict: approve }\n'));
    assert.equal(result.status, 'completed');
  });

  it('J3: a pattern that makes others backtrack for ever ends; one that cannot be run rejects', async () => {
    const text = `${'a'.repeat(30)}!`;
    const files = (pattern: string) => scripted(`
roles: [{ role: author, responsibility: Write., reads: [task], writes: { claim: { type: string } }, limits: { revisions: 0 }, rules: [{ rule: "output.claim.matches(state.pattern)", message: it has to match }] }]
state: { pattern: { type: string, initial: '${pattern}' } }
routes: [{ when: state.claim == '', to: author }]
finish_when: state.claim != ''
`, `  - { role: author, output: { claim: ${text} } }\n`);
    for (const [pattern, error] of [['(a+)+$', false], ['(', true]] as const) {
      const { result, events } = await runFiles(files(pattern));
      assert.equal(result.reason, 'error:rules', pattern);
      const checked = events.find((event) => event.type === 'rule.checked');
      assert.deepEqual(checked?.broken.map((one) => one.error !== undefined), [error]);
    }
  });

  it('J6: what a reviewer that is down means stands on the record, and nothing is let through', async () => {
    const { result, events, state } = await runFiles(reviewed('  - { role: critic, error: { status: 503 }, repeat: true }\n'));
    assert.deepEqual([result.reason, state.values['claim']], ['error:review', '']);
    assert.match(JSON.stringify(events.find((event) => event.type === 'review.decided')), /could not be reached: nothing is approved/);
  });

  it('J6: a partial result that goes on in spite of it says so', async () => {
    const { result, events, state } = await runFiles(reviewed('  - { role: critic, error: { status: 503 }, repeat: true }\n', ', on_failure: partial'));
    assert.deepEqual([result.status, state.values['claim'], state.meta['claim']?.status], ['partial', 'done', 'partial']);
    const finished = events.find((event) => event.type === 'role.finished');
    assert.deepEqual([finished?.outcome, finished?.why?.includes('no verdict')], ['partial', true]);
  });
});
