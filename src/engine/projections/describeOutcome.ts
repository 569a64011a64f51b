/** A step's line in a list: what came of it, or what it is doing now. Texts for people; nothing is decided by them. */
import { headline } from './describeOutput';
import { summarizeResult } from './describeValue';
import type { FieldChange } from './foldFields';
import type { ActivityView, AttemptView, StepState } from './runView';
import { capitalized, words } from './words';

export interface OutcomeOf {
  readonly state: StepState;
  readonly why: string | null;
  readonly rows: readonly ActivityView[];
  readonly attempts: readonly AttemptView[];
  readonly changes: readonly FieldChange[];
  /** What is to be said of siblings whose values it replaced. */
  readonly overwrites: readonly string[];
  /** The role's fields in the order of its card. */
  readonly writes: readonly string[];
}

export function describeOutcome(of: OutcomeOf): string {
  switch (of.state) {
    case 'running':
      return describeWork(of);
    case 'committed':
      return describeCommit(of);
    case 'partial':
      return `${describeCommit(of)}, ${words.partial}`;
    case 'stopped':
      return of.why === null ? words.stopped : capitalized(of.why);
    case 'skipped':
    case 'failed':
    case 'escalated':
      return capitalized(of.why ?? lastProblem(of) ?? words.nothingWritten);
  }
}

function describeWork({ rows, attempts }: OutcomeOf): string {
  const last = rows.at(-1);
  if (last === undefined) return words.notStarted;
  if (last.state === 'running') return last.kind === 'tool' ? words.calling(last.label) : describeWait(last, attempts);
  if (last.kind === 'draft' || last.kind === 'revision' || last.kind === 'retry') return words.checking;
  return last.kind === 'review approved' ? words.committing : last.text;
}

function describeWait(row: ActivityView, attempts: readonly AttemptView[]): string {
  if (row.kind === 'review') return row.text;
  const attempt = attempts.at(-1);
  const result = attempt?.tools.findLast((tool) => tool.state === 'returned');
  if (result !== undefined && result.error === null && result.result !== null) return words.reading(summarizeResult(result.result));
  const why = causes[attempts.at(-2)?.state ?? 'running'];
  if (why !== undefined) return why;
  return attempt?.calls.some((call) => call.state === 'failed') ? words.retrying(words.failedCall) : words.waitingForModel;
}

/** What the attempt before it came to, so that there is another. */
const causes: { readonly [S in AttemptView['state']]?: string } = {
  'precheck failed': words.revising(words.failedPrecheck),
  'review rejected': words.revising(words.rejection),
  'contract broken': words.retrying(words.brokenContract),
  failed: words.retrying(words.staleCommit),
};

function describeCommit({ attempts, changes, writes, overwrites }: OutcomeOf): string {
  const order = (field: string) => (writes.includes(field) ? writes.indexOf(field) : writes.length);
  const sorted = [...changes].sort((a, b) => order(a.field) - order(b.field));
  const what = sorted.length === 0 ? words.nothingWritten : headline(sorted);
  const failed = attempts.filter((attempt) => attempt.state === 'precheck failed').length;
  const reviews = attempts.filter((attempt) => attempt.review !== null);
  const parts = [what, ...overwrites];
  if (failed > 0) parts.push(words.failedPrechecks(failed));
  if (reviews.length > 1 && reviews.at(-1)?.review?.verdict === 'approve') {
    parts[0] = what.replace(/, [\d,]+ words?$/, '');
    parts.push(words.approvedOn(reviews.length));
  }
  return parts.join(', ');
}

function lastProblem({ rows }: OutcomeOf): string | null {
  return rows.findLast((row) => row.state === 'failed' && row.text !== '')?.text ?? null;
}
