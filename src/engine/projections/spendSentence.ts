/** The spend in one sentence: what it was, and how much of it brought only rejected output. */
import { totalTokens } from '../events/usage';
import { formatCost, formatCount, formatShare, formatTokens, formatUsd } from './format';
import type { RunView, SpendRow, StepView } from './runView';
import { modelName } from './spendTable';
import { counted } from './words';

/** A piece of the sentence; figures that matter are strong. */
export interface Phrase {
  readonly text: string;
  readonly strong?: boolean;
}

const namedSteps = 3;

export function spendSentence(view: Pick<RunView, 'spend' | 'steps' | 'team'>): readonly Phrase[] {
  const { total } = view.spend;
  if (total.calls === 0) return [{ text: 'No model was called yet.' }];
  return [...opening(view), ...rejected(view)];
}

function opening({ spend, team }: Pick<RunView, 'spend' | 'team'>): readonly Phrase[] {
  const { total } = spend;
  const calls = counted(total.calls, 'call');
  if (total.cost.incomplete) {
    const unpriced = spend.byModel.filter((row) => row.unpriced).map((row) => modelName(team, row.name));
    const unknown = `${total.cost.known === 0 ? ' cost' : ''} for ${calls}${unpriced.length === 0 ? '' : `: no price for ${unpriced.join(', ')}`}.`;
    const stopped = stoppedSentence(total);
    return [{ text: formatCost(total.cost), strong: true }, { text: stopped === null ? unknown : `${unknown} ${stopped}` }];
  }
  const tokens = `${formatTokens(totalTokens(total.usage), total.usage.estimated)} tokens`;
  if (total.cost.known === 0) return [{ text: tokens, strong: true }, { text: ` in ${calls}, at no cost.` }];
  return [{ text: formatCost(total.cost), strong: true }, { text: `${total.simulated ? ' (simulated)' : ''} for ${calls}.` }];
}

/** Null: every call was answered, or failed. */
export function stoppedSentence({ unanswered }: Pick<SpendRow, 'unanswered'>): string | null {
  if (unanswered === 0) return null;
  const [were, they] = unanswered === 1 ? ['was', 'it'] : ['were', 'they'];
  return `${counted(unanswered, 'call')} ${were} stopped before ${unanswered === 1 ? 'its' : 'their'} usage was known; ${they} may have been billed.`;
}

/** In money where all of it is known, else in tokens: a share of a part would mislead. */
function rejected({ spend, steps }: Pick<RunView, 'spend' | 'steps'>): readonly Phrase[] {
  const { total } = spend;
  if (total.rejectedTokens === 0) return [{ text: ' No output was rejected.' }];
  const isMoney = total.cost.known > 0 && !total.cost.incomplete;
  const places = where(steps, isMoney, total.cost.known);
  if (isMoney) {
    const amount = formatUsd(total.rejectedCost.known, total.cost.known);
    return [{ text: ' ' }, { text: formatShare(total.rejectedCost.known / total.cost.known), strong: true }, { text: ` of it, ${amount}, paid for output that was rejected: ${places}.` }];
  }
  const share = formatShare(total.rejectedTokens / totalTokens(total.usage));
  return [{ text: ' ' }, { text: share, strong: true }, { text: ` of the tokens, ${formatCount(total.rejectedTokens)}, went into output that was rejected: ${places}.` }];
}

function where(steps: readonly StepView[], isMoney: boolean, total: number): string {
  const size = (step: StepView) => (isMoney ? step.rejectedCost.known : step.rejectedTokens);
  const lost = steps.filter((step) => step.rejectedTokens > 0).sort((a, b) => size(b) - size(a));
  const named = lost.slice(0, namedSteps).map((step) => `${isMoney ? formatUsd(step.rejectedCost.known, total) : formatCount(step.rejectedTokens)} in step ${step.step}`);
  const rest = lost.length - named.length;
  return [...named, ...(rest > 0 ? [`the rest in ${counted(rest, 'other step')}`] : [])].join(', ');
}
