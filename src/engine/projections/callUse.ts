/** What one call used, as far as it is known: by its outcome, and by the requests that were stopped before anybody knew. Pure. */
import { addUsage, noUsage, type Usage } from '../events/usage';
import type { CallView } from './runView';

/** Of a request that the model may have worked for: its input as counted here. What it answered, and what all of it cost, nobody knows. */
export function unknownUse({ promptTokens }: Pick<CallView, 'promptTokens'>): Usage {
  return { ...noUsage, input: promptTokens, estimated: true };
}

/** Null: none of it was used, or it is under way. */
export function usageOf(call: Pick<CallView, 'usage' | 'unanswered' | 'promptTokens'>): Usage | null {
  const { usage, unanswered } = call;
  if (unanswered === 0) return usage;
  const unknown = unknownUse(call);
  return addUsage(usage ?? noUsage, { ...unknown, input: unknown.input * unanswered });
}

/** The parts of what it cost; null: unknown. */
export function costsOf({ usage, costUsd, unanswered }: Pick<CallView, 'usage' | 'costUsd' | 'unanswered'>): readonly (number | null)[] {
  return [...(usage === null ? [] : [costUsd]), ...Array.from({ length: unanswered }, () => null)];
}
