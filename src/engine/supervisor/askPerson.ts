/** One question to a person: recorded before it is asked, answered once, never forgotten by a restart. Its id and its role say where in the run it stands. */
import type { RunEvent } from '../events/runEvent';
import type { ApprovalQuestion, PersonSaid } from '../shared/person';
import type { RunContext } from './runContext';

/** `asked.id`: unique among those that its step asks at once. */
export async function askPerson(context: RunContext, step: number, asked: ApprovalQuestion): Promise<PersonSaid> {
  const { recorder, stop, person, clock, place } = context;
  const question = { ...asked, id: `${place.asked}${numbered(context, asked.id)}`, role: [...context.path, asked.role].join('/') };
  recorder.record({ type: 'approval.requested', step, ...question });
  const past = recorder.take(step, ['approval.answered']);
  if (past !== null) return said(past, false);
  recorder.mustBeLive(step);
  await recorder.sync();
  if (stop.aborted) return { kind: 'stopped' };
  const from = clock.now();
  const answer = await stop.during((signal) => person.ask(question, signal));
  if (stop.aborted) return { kind: 'stopped' };
  if (answer === null) return { kind: 'waiting' };
  const event = recorder.record({ type: 'approval.answered', step, id: question.id, ...answer, waitedMs: clock.now() - from });
  return said(event as RunEvent<'approval.answered'>, true);
}

/** The second time that a step comes to the same place, that is `name~2`. A step that goes on after a restart comes to the same places in the same order. */
export function numbered({ place }: RunContext, name: string): string {
  const times = (place.times.get(name) ?? 0) + 1;
  place.times.set(name, times);
  return times === 1 ? name : `${name}~${times}`;
}

function said({ answer, note }: RunEvent<'approval.answered'>, isNew: boolean): PersonSaid {
  return { kind: answer, note: note ?? null, isNew };
}
