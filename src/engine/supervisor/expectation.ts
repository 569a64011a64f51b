/**
 * What a call is expected to take, so that it can be held back before it is made: its input as it is counted here, put right by what the last call was
 * charged for its count; and as much output as the same role's last one had. Read from the record, so that a resumed run expects the same.
 */
import type { RunEvent } from '../events/runEvent';
import { limitsSpending } from './limitGate';
import type { Call } from './limits';
import type { RunContext } from './runContext';

/** In events: who has not been answered for so long is expected to take what is counted. */
const lookedBack = 1000;

/** `input`: tokens, counted here. `model`: the entry's name. */
export function expectedOf(context: RunContext, { role, model, step }: { readonly role: string; readonly model: string; readonly step: number }, input: number): Call {
  if (!limitsSpending(context)) return { input, tokens: input, usd: 0 };
  const { own, any } = lastAnswers(context.recorder.past, { role, model, isKnown: knownTo(context, step) });
  const price = context.models.get(model)?.entry.price ?? null;
  const charged = any === null ? input : Math.ceil((input * any.usage.input) / any.counted);
  const output = own?.usage.output ?? 0;
  const usd = price === null ? (own?.costUsd ?? 0) : (charged * price.input + output * price.output) / 1_000_000;
  return { input, tokens: charged + output, usd };
}

/** What others answer while it works with them at once is not: who comes first must not matter. */
function knownTo({ sharing }: RunContext, step: number): (event: RunEvent) => boolean {
  const begun = sharing.get(step)?.begun ?? Infinity;
  return (event) => event.seq < begun || ('step' in event && event.step === step);
}

function* newestFirst(past: readonly RunEvent[], isKnown: (event: RunEvent) => boolean): Generator<RunEvent> {
  for (let index = past.length - 1, left = lookedBack; index >= 0 && left > 0; index--) {
    const event = past[index]!;
    if (!isKnown(event)) continue;
    left -= 1;
    yield event;
  }
}

interface Answered {
  /** Input tokens as we counted them. */
  readonly counted: number;
  readonly usage: RunEvent<'model.responded'>['usage'];
  readonly costUsd: number | null;
}

/** The model's last answer to this role, and to anybody: to a request that was the first of its conversation, since only that holds all that was sent. */
function lastAnswers(past: readonly RunEvent[], { role, model, isKnown }: { readonly role: string; readonly model: string; readonly isKnown: (event: RunEvent) => boolean }): { readonly own: Answered | null; readonly any: Answered | null } {
  const answers = new Map<string, RunEvent<'model.responded'>>();
  let any: Answered | null = null;
  for (const event of newestFirst(past, isKnown)) {
    // What used nothing (it was answered from an earlier run) says nothing.
    if (event.type === 'model.responded' && event.usage.input > 0) answers.set(`${event.step}.${event.call}`, event);
    if (event.type !== 'model.requested' || event.model !== model || event.append[0]?.role !== 'system') continue;
    const answered = answeredBy(event, answers);
    any ??= answered;
    if (answered !== null && event.role === role) return { own: answered, any: answered };
  }
  return { own: null, any };
}

function answeredBy(request: RunEvent<'model.requested'>, answers: ReadonlyMap<string, RunEvent<'model.responded'>>): Answered | null {
  const answer = answers.get(`${request.step}.${request.call}`);
  const counted = request.append.flatMap((message) => message.parts).reduce((sum, part) => sum + part.tokens, request.toolTokens ?? 0);
  return answer === undefined || counted === 0 ? null : { counted, usage: answer.usage, costUsd: answer.costUsd };
}
