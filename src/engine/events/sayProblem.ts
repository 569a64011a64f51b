/** One objection as a sentence that says where it holds. What is done about it stands in `fix`, which is not said here. */
import type { Feedback } from './runEvent';

/** A schema speaks of the value alone (`must be string`); other problems may name their field themselves. */
export function sayProblem({ field, problem }: Feedback): string {
  if (field === undefined) return problem;
  if (problem.startsWith('must ')) return `\`${field}\` ${problem}`;
  return problem.includes(field) ? problem : `\`${field}\`: ${problem}`;
}
