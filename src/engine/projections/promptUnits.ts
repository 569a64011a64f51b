/** A prompt as one flat list, and how much of its beginning an earlier request shared: what a provider can bill as cached. */
import type { PromptPart } from '../events/runEvent';
import { totalTokens } from '../events/usage';
import { displayJson } from '../shared/json';
import type { CallView, RunView, StepView, ToolView } from './runView';

export type PromptUnit =
  | { readonly kind: 'part'; readonly part: PromptPart; readonly tokens: number }
  /** The model's own earlier reply in this conversation. */
  | { readonly kind: 'reply'; readonly call: CallView; readonly tokens: number }
  | { readonly kind: 'result'; readonly tool: ToolView; readonly tokens: number };

/** In the order sent. Replies and results that the step does not hold are left out. */
export function promptUnits(step: Pick<StepView, 'attempts' | 'beforehand'>, call: CallView): readonly PromptUnit[] {
  const calls = callsOf(step);
  const tools = step.attempts.flatMap((attempt) => [...attempt.tools, ...attempt.reviewTools]);
  return call.prompt.flatMap((one): readonly PromptUnit[] => {
    if (one.from === 'us') return one.message.parts.map((part) => ({ kind: 'part', part, tokens: part.tokens }));
    if (one.from === 'model') {
      const reply = calls.find((each) => each.call === one.call);
      return reply === undefined ? [] : [{ kind: 'reply', call: reply, tokens: sentAgain(reply) }];
    }
    const tool = tools.find((each) => each.id === one.id);
    return tool === undefined ? [] : [{ kind: 'result', tool, tokens: tool.tokens }];
  });
}

/** Every call of a step, in no order that matters. */
export function callsOf(step: Pick<StepView, 'attempts' | 'beforehand'>): readonly CallView[] {
  return [...step.beforehand, ...step.attempts.flatMap((attempt) => [...attempt.calls, ...attempt.reviewCalls])];
}

/** Reasoning is not sent back. */
function sentAgain({ usage }: CallView): number {
  return usage === null ? 0 : Math.max(0, totalTokens(usage) - usage.input - usage.reasoning);
}

export interface Prefix {
  /** How many units from the beginning. */
  readonly units: number;
  readonly tokens: number;
}

/** What this request has in common, from its beginning, with the one before it of the same role and model. Null: there was none, or nothing is shared. */
export function cacheablePrefix(view: Pick<RunView, 'steps'>, step: StepView, call: CallView): Prefix | null {
  const before = previousCall(view, step, call);
  if (before === null || before.call.toolsOffered.join() !== call.toolsOffered.join()) return null;
  const units = promptUnits(step, call);
  const earlier = promptUnits(before.step, before.call).map(unitIdentity);
  let shared = 0;
  while (shared < units.length && shared < earlier.length && unitIdentity(units[shared]!) === earlier[shared]) shared += 1;
  if (shared === 0) return null;
  return { units: shared, tokens: units.slice(0, shared).reduce((sum, unit) => sum + unit.tokens, call.toolTokens) };
}

function previousCall(view: Pick<RunView, 'steps'>, step: StepView, call: CallView): { readonly step: StepView; readonly call: CallView } | null {
  for (let index = view.steps.indexOf(step); index >= 0; index--) {
    const one = view.steps[index]!;
    const earlier = callsOf(one).filter((each) => each.seq < call.seq && each.role === call.role && each.model === call.model && each.purpose === call.purpose);
    const last = earlier.reduce<CallView | null>((latest, each) => (latest === null || each.seq > latest.seq ? each : latest), null);
    if (last !== null) return { step: one, call: last };
  }
  return null;
}

export function unitIdentity(unit: PromptUnit): string {
  switch (unit.kind) {
    case 'part':
      return unit.part.kind === 'data' ? `data ${unit.part.as} ${unit.part.field} ${unit.part.version}` : `${unit.part.kind} ${unit.part.text}`;
    case 'reply':
      return `reply ${displayJson(unit.call.reply ?? null)}`;
    case 'result':
      return `result ${unit.tool.id} ${displayJson(unit.tool.result ?? null)}`;
  }
}
