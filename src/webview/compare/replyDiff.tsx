/** What two models answered in the end, beside each other. */
import type { StepView } from '../../engine/projections/runView';
import { diffLines, linesOfValue } from '../diff/diffLines';
import { SideBySide } from '../diff/sideBySide';
import { pretty } from '../inspector/promptRows';

/** The raw reply of the last request; null: there is none. */
export function lastReply(step: StepView): string | null {
  const call = step.attempts.at(-1)?.calls.findLast((one) => one.reply !== null);
  return call === undefined ? null : pretty(call.reply);
}

interface ReplyDiffProps {
  readonly left: string | null;
  readonly right: string | null;
  readonly isWhole: boolean;
  readonly isNarrow: boolean;
  readonly label: string;
}

export function ReplyDiff({ left, right, ...how }: ReplyDiffProps) {
  return <SideBySide before={left} after={right} {...how} />;
}

/** Places that differ, a run of changed lines each; null: too large to tell. */
export function placesThatDiffer(left: string | null, right: string | null): number | null {
  const lines = diffLines(linesOfValue(left), linesOfValue(right), true);
  if (lines === null) return null;
  return lines.filter((line, index) => line.kind !== 'same' && (lines[index - 1]?.kind ?? 'same') === 'same').length;
}
