/** Which question an answer belongs to: the one it names, and without a name the only one there is. Hosts ask this before they pass answers on. Pure. */
import type { ApprovalAnswer, ApprovalQuestion } from '../shared/person';
import { err, ok, type Result } from '../shared/result';

export interface GivenAnswer {
  /** Null: no question was named. */
  readonly id: string | null;
  readonly answer: ApprovalAnswer['answer'];
}

/** Why an answer belongs to none. `which`: it names none, and several wait. */
export type Unbound = { readonly why: 'none waits' | 'which' | 'unknown' | 'answered twice'; readonly id: string | null };

/** By the questions' ids. All or nothing: one that belongs to none spoils the others. */
export function bindAnswers(waiting: readonly Pick<ApprovalQuestion, 'id'>[], given: readonly GivenAnswer[]): Result<ReadonlyMap<string, ApprovalAnswer['answer']>, Unbound> {
  const bound = new Map<string, ApprovalAnswer['answer']>();
  for (const { id, answer } of given) {
    const found = id === null && waiting.length === 1 ? waiting[0]! : waiting.find((one) => one.id === id);
    if (waiting.length === 0) return err({ why: 'none waits', id });
    if (found === undefined) return err({ why: id === null ? 'which' : 'unknown', id });
    if (bound.has(found.id)) return err({ why: 'answered twice', id: found.id });
    bound.set(found.id, answer);
  }
  return ok(bound);
}
