import assert from 'node:assert/strict';
import type { ApprovalKind, ApprovalQuestion } from '../../../src/engine/shared/person';
import { QuestionDesk } from '../../../src/vscode/runs/questionDesk';

const question = (kind: ApprovalKind): ApprovalQuestion => ({ id: `s1.${kind}`, kind, role: 'writer', question: 'Go on?', what: null });
const answer = { answer: 'approve', by: 'the scenario' } as const;

describe('the answer of a scenario', () => {
  it('is given to whatever the run asks', async () => {
    const desk = new QuestionDesk(new Map(), answer);
    for (const kind of ['before', 'tool'] as const) assert.deepEqual(await desk.ask(question(kind), new AbortController().signal), answer);
  });

  it('never allows a program of the folder to start: a person is asked', async () => {
    const desk = new QuestionDesk(new Map(), answer);
    const asked = desk.ask(question('start'), new AbortController().signal);
    desk.answer('s1.start', { answer: 'reject', by: 'person' });
    assert.deepEqual(await asked, { answer: 'reject', by: 'person' });
  });
});
