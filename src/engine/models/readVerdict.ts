/** A reviewer's reply. Whatever is missing, garbled or contradicts itself never approves. */
import type { Feedback } from '../events/runEvent';
import type { Json, JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
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
  if (verdict === 'approve') problems.push(...contradictions(value, feedback, confidence));
  if (problems.length > 0) return err(problems);
  const notes = verdict === 'reject' && feedback.length === 0 ? ['The rejection gives no reason.'] : [];
  return ok({ verdict, feedback, confidence, notes });
}

function contradictions(value: JsonObject, feedback: readonly Feedback[], confidence: number | null): readonly Feedback[] {
  const against: string[] = [];
  if (feedback.length > 0) against.push(`feedback names a problem (${show(feedback[0]!.problem)})`);
  if (confidence === 0) against.push('confidence is 0');
  if (isGiven(value['status']) && value['status'] !== 'success') against.push(`status is ${show(value['status']!)}`);
  for (const key of ['approve', 'approved', 'pass', 'passed', 'holds', 'ok']) {
    if (isGiven(value[key]) && value[key] !== true) against.push(`${key} is ${show(value[key]!)}`);
  }
  for (const key of ['score', 'rating']) if (isGiven(value[key]) && !((value[key] as number) > 0)) against.push(`${key} is ${show(value[key]!)}`);
  if (against.length === 0) return [];
  return [{ field: 'verdict', problem: `The verdict is approve, but ${against.join(' and ')}.`, fix: 'Reject, or approve and leave feedback empty.' }];
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}
