/** The parts of two prompts, each held against its counterpart. Pure. */
import { firstCall } from '../../engine/projections/compareRuns';
import type { StepOfRun } from '../../engine/projections/compareRuns';
import { formatTokens } from '../../engine/projections/format';
import type { StepView } from '../../engine/projections/runView';
import type { SourceRef } from '../../engine/shared/source';
import { chosenStep } from '../inspector/chosen';
import { promptRows } from '../inspector/promptRows';
import type { PromptRow } from '../inspector/promptRows';

export interface PromptPair {
  readonly key: string;
  readonly label: string;
  readonly code: string;
  readonly ref: SourceRef | null;
  /** Null: that prompt has no such part. */
  readonly left: string | null;
  readonly right: string | null;
  readonly leftTokens: number;
  readonly rightTokens: number;
  readonly isSame: boolean;
}

/** Null: one of them was not asked yet. In the right one's order. */
export function promptPairs(left: StepOfRun, right: StepOfRun): readonly PromptPair[] | null {
  const [before, after] = [rowsOf(left), rowsOf(right)];
  if (before === null || after === null) return null;
  const others = new Map(before.map((row) => [row.key, row.row]));
  const pairs = after.map(({ key, row }) => pairOf(key, others.get(key) ?? null, row));
  const known = new Set(after.map(({ key }) => key));
  return [...pairs, ...before.filter(({ key }) => !known.has(key)).map(({ key, row }) => pairOf(key, row, null))];
}

interface KeyedRow {
  readonly key: string;
  readonly row: PromptRow;
}

/** By what it is and for the how-manieth time: its place may have moved. */
function rowsOf({ view, step }: StepOfRun): readonly KeyedRow[] | null {
  const call = firstCall(step);
  const chosen = chosenStep(view, { step: step.step, attempt: step.attempts[0]?.attempt ?? null });
  if (call === null || chosen === null) return null;
  const counts = new Map<string, number>();
  return promptRows(chosen, call).map((row) => {
    const name = `${row.label} ${row.code}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { key: `${name} ${count}`, row };
  });
}

function pairOf(key: string, before: PromptRow | null, after: PromptRow | null): PromptPair {
  const { label, code, ref } = (after ?? before)!;
  const [left, right] = [before?.text() ?? null, after?.text() ?? null];
  return { key, label, code, ref, left, right, leftTokens: before?.tokens ?? 0, rightTokens: after?.tokens ?? 0, isSame: left === right };
}

/** As the server counted them, else as they were counted here. */
export function promptTokens(step: StepView): string {
  const call = firstCall(step);
  if (call === null) return formatTokens(0);
  return call.usage === null ? formatTokens(call.promptTokens, true) : formatTokens(call.usage.input, call.usage.estimated);
}

/** After how many tokens the first difference lies, and how many of the left prompt come behind it: a provider cannot bill those as cached any more. */
export function prefixLost(pairs: readonly PromptPair[]): { readonly at: number; readonly lost: number } | null {
  const index = pairs.findIndex((pair) => !pair.isSame);
  if (index < 0) return null;
  const differing = pairs[index]!;
  const total = pairs.reduce((sum, pair) => sum + pair.leftTokens, 0);
  const at = pairs.slice(0, index).reduce((sum, pair) => sum + pair.leftTokens, 0) + Math.round(differing.leftTokens * sharedBeginning(differing.left ?? '', differing.right ?? ''));
  return { at, lost: total - at };
}

/** From 0 to 1: how much of the first text its beginning has in common with the other's. */
function sharedBeginning(text: string, other: string): number {
  let shared = 0;
  while (shared < text.length && text[shared] === other[shared]) shared += 1;
  return text.length === 0 ? 0 : shared / text.length;
}
