/** A reviewer's reply. Whatever is missing, garbled or contradicts itself never approves. */
import type { Feedback } from '../events/runEvent';
import type { JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { contradictions } from './contradictions';
import { readConfidence, readFeedback, show } from './replyMembers';

export interface Verdict {
  readonly verdict: 'approve' | 'reject';
  readonly feedback: readonly Feedback[];
  /** From 0 to 1; null: not stated. */
  readonly confidence: number | null;
  readonly notes: readonly string[];
}

/** The error tells the reviewer what is wrong with its answer; it has no verdict then. */
export function readVerdict(value: JsonObject): Result<Verdict, readonly Feedback[]> {
  const problems: Feedback[] = [];
  const confidence = readConfidence(value['confidence'], problems);
  const feedback = readFeedback(value['feedback']);
  const verdict = value['verdict'];
  if (verdict !== 'approve' && verdict !== 'reject') {
    const problem = verdict === undefined || verdict === null ? 'The reply has no verdict.' : `${show(verdict)} is not a verdict.`;
    return err([{ field: 'verdict', problem, fix: 'Answer "approve" or "reject".' }, ...problems]);
  }
  if (verdict === 'approve') problems.push(...against(value, feedback));
  if (problems.length > 0) return err(problems);
  const notes = verdict === 'reject' && feedback.length === 0 ? ['The rejection gives no reason.'] : [];
  return ok({ verdict, feedback, confidence, notes });
}

function against(value: JsonObject, feedback: readonly Feedback[]): readonly Feedback[] {
  const all = [...(feedback.length > 0 ? [`feedback names a problem (${show(feedback[0]!.problem)})`] : []), ...contradictions(value, ['verdict', 'feedback'])];
  if (all.length === 0) return [];
  return [{ field: 'verdict', problem: `The verdict is approve, but ${all.join(' and ')}.`, fix: 'Reject, or approve and say nothing against it.' }];
}
