/** A model's answer to a condition that is put to it as a question. */
import type { Feedback } from '../events/runEvent';
import type { JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { contradictions } from './contradictions';
import { readText, show } from './replyMembers';

export interface Judgement {
  readonly holds: boolean;
  readonly why: string | null;
  readonly notes: readonly string[];
}

/** The error is for the caller, for whom a garbled answer does not hold. */
export function readJudgement(value: JsonObject): Result<Judgement, readonly Feedback[]> {
  const holds = value['holds'];
  if (typeof holds !== 'boolean') {
    const problem = holds === undefined || holds === null ? 'The reply does not say whether it holds.' : `holds is ${show(holds)}.`;
    return err([{ field: 'holds', problem, fix: 'Answer true or false.' }]);
  }
  const against = holds ? contradictions(value, ['holds']) : [];
  if (against.length > 0) return err([{ field: 'holds', problem: `holds is true, but ${against.join(' and ')}.`, fix: 'Answer false, or say nothing against it.' }]);
  const notes: string[] = [];
  return ok({ holds, why: readText(value['why'], 'why', notes), notes });
}
