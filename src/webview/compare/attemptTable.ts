/** Two attempts, what the second changed, and how tries of it spread: as cells of text. Pure; drawing is attemptFigures.tsx. */
import { countsOf, spreadOf } from '../../engine/projections/compareSteps';
import type { WorkFigures } from '../../engine/projections/compareSteps';
import { formatConfidence, formatCost, formatCount, formatDifference, formatSeconds, formatTokens, formatUsd } from '../../engine/projections/format';
import { words } from '../words';

export type AttemptColumn = 'input' | 'cached' | 'output' | 'reasoning' | 'cost' | 'time' | 'confidence' | 'rules' | 'outcome' | 'next';

export const attemptColumns: readonly { readonly id: AttemptColumn; readonly align: 'left' | 'right' }[] = [
  { id: 'input', align: 'right' }, { id: 'cached', align: 'right' }, { id: 'output', align: 'right' }, { id: 'reasoning', align: 'right' }, { id: 'cost', align: 'right' },
  { id: 'time', align: 'right' }, { id: 'confidence', align: 'right' }, { id: 'rules', align: 'left' }, { id: 'outcome', align: 'left' }, { id: 'next', align: 'left' },
];

export interface AttemptLine {
  readonly kind: 'attempt' | 'difference' | 'tries';
  readonly name: string;
  readonly cells: Readonly<Record<AttemptColumn, string>>;
  /** Of tries: each confidence. */
  readonly confidences: readonly number[];
  readonly next: WorkFigures['next'];
}

/** `wanted`: how many tries were asked for; the ones that came are in `tries`. */
export function attemptLines(left: WorkFigures, right: WorkFigures, tries: readonly WorkFigures[], wanted: number): readonly AttemptLine[] {
  const lines = [attemptLine(words.compare.attempt(1), left), attemptLine(words.compare.attempt(2), right), differenceLine(left, right)];
  return wanted === 0 ? lines : [...lines, triesLine(tries, wanted)];
}

function attemptLine(name: string, figures: WorkFigures): AttemptLine {
  const { usage, cost, ms, confidence, rules, outcome, next } = figures;
  const tokens = (count: number) => formatTokens(count, usage.estimated && count > 0);
  return {
    kind: 'attempt', name, next, confidences: [],
    cells: {
      input: tokens(usage.input), cached: tokens(usage.cached), output: tokens(usage.output), reasoning: tokens(usage.reasoning), cost: formatCost(cost), time: formatSeconds(ms),
      confidence: confidence === null ? '–' : formatConfidence(confidence), rules: rules === null ? '–' : words.rules.passed(rules.passed, rules.of), outcome, next: nextText(next),
    },
  };
}

export function nextText(next: WorkFigures['next']): string {
  if (next === null) return '–';
  return next.role === null ? words.compare.ends : words.compare.nextBy(next.role, next.by);
}

function differenceLine(left: WorkFigures, right: WorkFigures): AttemptLine {
  const tokens = (pick: (figures: WorkFigures) => number) => formatDifference(pick(right) - pick(left), formatCount);
  const isCostKnown = !left.cost.incomplete && !right.cost.incomplete;
  const confidence = left.confidence === null || right.confidence === null ? null : Math.round((right.confidence - left.confidence) * 100) / 100;
  return {
    kind: 'difference', name: words.compare.difference, next: null, confidences: [],
    cells: {
      input: tokens(({ usage }) => usage.input), cached: tokens(({ usage }) => usage.cached), output: tokens(({ usage }) => usage.output), reasoning: tokens(({ usage }) => usage.reasoning),
      cost: isCostKnown ? formatDifference(right.cost.known - left.cost.known, (usd) => formatUsd(usd, right.cost.known)) : words.compare.unknown,
      time: formatDifference(right.ms - left.ms, formatSeconds), confidence: confidence === null ? '' : formatDifference(confidence, formatConfidence), rules: '', outcome: '', next: '',
    },
  };
}

function triesLine(tries: readonly WorkFigures[], wanted: number): AttemptLine {
  const over = tries.filter(({ isOver }) => isOver);
  const range = (pick: (figures: WorkFigures) => number | null, format: (value: number) => string) => {
    const spread = spreadOf(over.map(pick).filter((value) => value !== null));
    if (spread === null) return '–';
    const [least, most] = [format(spread.least), format(spread.most)];
    return least === most ? least : `${least}–${most}`;
  };
  const usual = (texts: readonly string[]) => {
    const [first] = countsOf(texts);
    return first === undefined ? '–' : words.compare.timesOf(first.value, first.count, over.length);
  };
  const isCostKnown = over.every(({ cost }) => !cost.incomplete);
  return {
    kind: 'tries', name: words.compare.tries(over.length, wanted), next: null, confidences: over.flatMap(({ confidence }) => (confidence === null ? [] : [confidence])),
    cells: {
      input: range(({ usage }) => usage.input, formatCount), cached: range(({ usage }) => usage.cached, formatCount), output: range(({ usage }) => usage.output, formatCount),
      reasoning: range(({ usage }) => usage.reasoning, formatCount), cost: isCostKnown ? range(({ cost }) => cost.known, formatUsd) : words.compare.unknown,
      time: range(({ ms }) => ms, formatSeconds), confidence: range(({ confidence }) => confidence, formatConfidence),
      rules: over.length === 0 ? '–' : words.compare.ofPassed(over.filter(({ rules }) => rules !== null && rules.passed === rules.of).length, over.length),
      outcome: usual(over.map(({ outcome }) => outcome)), next: usual(over.flatMap(({ next }) => (next === null ? [] : [next.role ?? words.compare.ends]))),
    },
  };
}
