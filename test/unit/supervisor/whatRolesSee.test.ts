// What goes into a prompt: only what a role reads, goal and constraints verbatim, and for a reviewer nothing of the author's reasoning.
import assert from 'node:assert/strict';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import type { CallView, RunView } from '../../../src/engine/projections/runView';
import { callText } from '../../support/callText';
import { runTeam } from '../../support/runTeam';
import { tempFolder } from '../../support/tempFolder';

const team = `
team: sight
goal: A claim about {{ task }}
constraints: { language: English }
models: { demo: { provider: scripted, script: script.yaml } }
model: demo
roles:
  - { role: planner, mode: plan, responsibility: Plan., reads: [task], writes: { plan: { type: array }, secret: { type: string } } }
  - role: author
    responsibility: State a claim.
    instructions: Think of {{ state.plan[0] }}.
    reads: { steps: plan }
    forbidden: [must not guess]
    writes: { claim: { type: string } }
    review: { by: critic, criteria: ["It is about {{ task }}."] }
  - { role: critic, mode: review, responsibility: Judge claims., reads: [plan, claim] }
  - { role: reader, responsibility: Read the claim., reads: [claim], writes: { note: { type: string } } }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: state.claim == '', to: author }
  - { when: state.note == '', to: reader }
finish_when: state.note != ''
`;
const script = `replies:
  - { role: planner, output: { plan: [wells], secret: HIDDEN FIELD }, why: PLANNER REASONING }
  - { role: author, output: { claim: first } , why: AUTHOR REASONING }
  - { role: critic, verdict: reject, feedback: [{ problem: too short }] }
  - { role: author, output: { claim: "a second, about \`\`\`rain\`\`\`" }, why: AUTHOR REASONING }
  - { role: critic, verdict: approve }
  - { role: reader, output: { note: seen } }
`;

describe('what roles see', () => {
  let view: RunView;
  const calls = (role: string): readonly CallView[] =>
    view.steps.flatMap((step) => step.attempts.flatMap((attempt) => [...attempt.calls, ...(attempt.review?.calls ?? [])])).filter((call) => call.role === role);
  const textOf = (role: string, index = 0) => callText(view, calls(role)[index]!);

  before(async () => {
    const folder = await tempFolder({ 'team.yaml': team, 'script.yaml': script });
    const { events, result } = await runTeam(folder.path, { task: 'wells in the hills' });
    await folder.remove();
    assert.equal(result.status, 'completed');
    const fold = createRunFold();
    fold.apply(events);
    view = fold.view!;
  });

  it('shows a role only the fields that it reads, by the names it knows them by', () => {
    const text = textOf('author');
    assert.match(text, /<data name="steps" writer="planner" version="1"/);
    assert.match(text, /\["wells"\]/);
    assert.doesNotMatch(text, /HIDDEN FIELD/);
  });

  it('fills in the instructions, and puts goal, task and constraints into every prompt', () => {
    assert.match(textOf('author'), /Think of wells\./);
    for (const role of ['planner', 'author', 'critic', 'reader']) {
      assert.match(textOf(role), /A claim about wells in the hills/, role);
      assert.match(textOf(role), /"language": "English"/, role);
    }
  });

  it('states identity and prohibitions at the start and at the end', () => {
    const text = textOf('author');
    const last = text.slice(text.lastIndexOf('You are author'));
    assert.ok(text.indexOf('must not guess') < text.length / 2);
    assert.match(last, /must not guess/);
  });

  it('never shows a reviewer why, neither the author\'s nor that of the fields it reads', () => {
    for (const index of [0, 1]) {
      assert.doesNotMatch(textOf('critic', index), /REASONING/);
      assert.doesNotMatch(textOf('critic', index), /Think of/);
    }
    assert.match(textOf('critic', 0), /It is about wells in the hills\./);
    assert.match(textOf('reader'), /AUTHOR REASONING/, 'an ordinary reader is told why');
  });

  it('appends to the conversation when the author revises', () => {
    const first = textOf('author', 0);
    const second = textOf('author', 1);
    assert.ok(second.startsWith(first), 'the prefix stays as it was, so that it can be cached');
    assert.match(second.slice(first.length), /too short/);
  });

  it('lets no content end its own fence', () => {
    const text = textOf('reader');
    assert.match(text, /````\na second, about ```rain```\n````/);
  });
});
