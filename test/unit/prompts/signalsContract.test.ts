// A role is told of the signals that its card lets it send, in its prompt and in the schema of its reply, and of no others.
import assert from 'node:assert/strict';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { callText } from '../../support/callText';
import { approver } from '../../support/people';
import { runFiles, scripted } from '../../support/runFiles';

const files = scripted(`
tools: { look: { type: list_files, root: . } }
roles:
  - { role: planner, mode: plan, responsibility: Hand out work., reads: [task], writes: { topics: { type: array } } }
  - { role: collector, responsibility: Collect one figure., writes: { figures: { type: array } }, input_schema: { type: object, properties: { topic: { type: string } } }, may_ask: { tools: [look] }, review: { by: critic, criteria: [It is a figure.] } }
  - { role: critic, mode: review, responsibility: Judge., reads: [task] }
state: { figures: { type: array, reducer: append } }
routes: [{ when: size(state.topics) == 0, to: planner }]
finish_when: size(state.figures) > 0
`, `  - { role: planner, output: { topics: [a] }, subtasks: [{ id: t1, role: collector, input: { topic: a } }] }
  - { role: collector, output: { figures: [1] } }
  - { role: critic, verdict: approve }
`);

describe('what roles are told of signals', () => {
  let texts: Readonly<Record<string, string>>;
  before(async () => {
    const { events, result } = await runFiles(files, { person: approver });
    assert.equal(result.status, 'completed');
    const fold = createRunFold();
    fold.apply(events);
    const view = fold.view!;
    const calls = view.steps.flatMap((step) => step.attempts.flatMap((attempt) => [...attempt.calls, ...attempt.reviewCalls]));
    texts = Object.fromEntries(calls.map((call) => [call.role, callText(view, call)]));
  });

  it('tells a planner how to hand out work, and to whom', () => {
    assert.match(texts['planner']!, /"subtasks": \[ \{ "id"/);
    assert.match(texts['planner']!, /- `collector`: Collect one figure\. Its input: \{"type":"object"/);
    assert.doesNotMatch(texts['planner']!, /- `(critic|planner)`:/);
    assert.doesNotMatch(texts['planner']!, /"extend"/);
  });

  it('tells a role that may ask how to, and what it gets at once', () => {
    assert.match(texts['collector']!, /"extend": \{ "need"/);
    assert.match(texts['collector']!, /You get `look` at once\. About anything else a person is asked\./);
    assert.doesNotMatch(texts['collector']!, /"subtasks"/);
  });

  it('tells a reviewer of neither', () => assert.doesNotMatch(texts['critic']!, /"extend"|"subtasks"/));
});
