/** One question to a person: recorded before it is asked, answered once, never forgotten by a restart. */
import type { RunEvent } from '../events/runEvent';
import type { ApprovalQuestion } from '../shared/person';
import type { RunContext } from './runContext';

export type PersonSaid = { readonly kind: 'approve' | 'reject'; readonly note: string | null } | { readonly kind: 'waiting' } | { readonly kind: 'stopped' };

export async function askPerson(context: RunContext, step: number, question: ApprovalQuestion): Promise<PersonSaid> {
  const { recorder, stop, person, clock } = context;
  recorder.record({ type: 'approval.requested', step, ...question });
  const past = recorder.take(step, ['approval.answered']);
  if (past !== null) return said(past);
  recorder.mustBeLive(step);
  await recorder.sync();
  if (stop.aborted) return { kind: 'stopped' };
  const from = clock.now();
  const answer = await person.ask(question, stop);
  if (stop.aborted) return { kind: 'stopped' };
  if (answer === null) return { kind: 'waiting' };
  const event = recorder.record({ type: 'approval.answered', step, id: question.id, ...answer, waitedMs: clock.now() - from });
  return said(event as RunEvent<'approval.answered'>);
}

function said({ answer, note }: RunEvent<'approval.answered'>): PersonSaid {
  return { kind: answer, note: note ?? null };
}
