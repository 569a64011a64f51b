/** The tool calls of one reply: only what the card offers, within its limit, each told back to the model. A call that cannot be made is an answer, never the end of a run. */
import type { ToolCall } from '../events/runEvent';
import type { Json } from '../shared/json';
import { displayJson } from '../shared/json';
import { err, type Result } from '../shared/result';
import type { ToolSpec } from '../models/model';
import { callTool } from '../tools/callTool';
import type { Tool } from '../tools/tool';
import type { Role } from '../team/team';
import type { Conversation } from './conversation';
import { pause } from './pause';
import type { RunContext } from './runContext';

/** Characters of one result that go into a conversation; what is over is cut and said. */
const maxResultLength = 60_000;

export interface ToolBudget {
  used: number;
  readonly of: number;
}

/** The tools of a card as its model is offered them. */
export function toolSpecs(context: RunContext, role: Role): readonly ToolSpec[] {
  return toolsOf(context, role).map(({ name, description, parameters }) => ({ name, description, parameters }));
}

function toolsOf(context: RunContext, role: Role): readonly Tool[] {
  return role.tools.map((name) => context.tools.get(name)).filter((tool) => tool !== undefined);
}

/** Results in the order of the calls. */
export async function toolTurn(
  context: RunContext,
  role: Role,
  place: { readonly step: number; readonly call: number; readonly conversation: Conversation; readonly budget: ToolBudget },
  calls: readonly ToolCall[],
): Promise<readonly Json[]> {
  const results: Json[] = [];
  for (const call of calls) {
    if (context.stop.aborted) break;
    await pause(context, { phase: 'tool', step: place.step, role: role.id });
    results.push(await oneCall(context, role, place, call));
  }
  return results;
}

async function oneCall(context: RunContext, role: Role, place: Parameters<typeof toolTurn>[2], call: ToolCall): Promise<Json> {
  const { recorder, clock, basis } = context;
  const { step } = place;
  recorder.record({ type: 'tool.called', step, call: place.call, id: call.id, tool: call.name, arguments: call.arguments ?? call.raw ?? null });
  const from = clock.now();
  const outcome = await perform(context, role, place.budget, call);
  const result = outcome.error === undefined ? outcome.result : { error: outcome.error };
  const { text, note } = cut(displayJson(result));
  const tokens = basis.count(text);
  recorder.record({
    type: 'tool.returned', step, id: call.id, result: outcome.result, tokens, ms: clock.now() - from,
    ...(outcome.error === undefined ? {} : { error: outcome.error }),
    ...(note === null ? {} : { notes: [note] }),
  });
  place.conversation.toolSaid(call, text, tokens);
  return outcome.result;
}

function cut(text: string): { readonly text: string; readonly note: string | null } {
  if (text.length <= maxResultLength) return { text, note: null };
  const note = `cut off after ${maxResultLength} of ${text.length} characters`;
  return { text: `${text.slice(0, maxResultLength)}\n[${note}]`, note };
}

async function perform(context: RunContext, role: Role, budget: ToolBudget, call: ToolCall): Promise<{ readonly result: Json; readonly error?: string }> {
  if (budget.used >= budget.of) return { result: null, error: `All ${budget.of} tool calls of this dispatch are used. Answer now with what you have.` };
  budget.used += 1;
  const outcome = await untilStopped(context.stop, callTool(toolsOf(context, role), call, { signal: context.stop }));
  return outcome.ok ? { result: outcome.value } : { result: null, error: outcome.error };
}

/** A tool that does not heed the signal is left alone. */
async function untilStopped<T>(stop: AbortSignal, work: Promise<Result<T, string>>): Promise<Result<T, string>> {
  const waiting = new AbortController();
  const stopped = new Promise<Result<T, string>>((resolve) => {
    const tell = () => resolve(err('the run was stopped'));
    if (stop.aborted) tell();
    else stop.addEventListener('abort', tell, { once: true, signal: waiting.signal });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    waiting.abort('answered');
  }
}
