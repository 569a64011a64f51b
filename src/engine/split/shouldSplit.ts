/** "Should this be split?": from a prompt to the sheet that answers it and, where it may pay, a drafted team. Rules only; no model is asked. */
import { cutPrompt } from './cutPrompt';
import { draftTeam } from './draftTeam';
import { draftYaml } from './draftYaml';
import type { PromptSource } from './promptSource';
import { signalsOf, verdictOf, type Signal, type Verdict } from './signals';
import { splitSheet } from './splitSheet';

export interface SplitAnswer {
  readonly verdict: Verdict;
  readonly signals: readonly Signal[];
  /** Markdown. */
  readonly sheet: string;
  /** A team file that passes the check; null where nothing speaks for a split. */
  readonly team: string | null;
}

export function shouldSplit(source: PromptSource): SplitAnswer {
  const signals = signalsOf(source);
  const verdict = verdictOf(signals);
  const cut = cutPrompt(source);
  const hasParts = signals.some((signal) => signal.id === 'independent-parts' && signal.holds === true);
  const draft = draftTeam(source, cut, hasParts);
  return { verdict, signals, sheet: splitSheet({ source, signals, verdict, cut, draft }), team: verdict === 'keep' ? null : draftYaml(draft, source) };
}
