/** What the first call of a dispatch will take, before it is made: a limit that forbids it stops the run before the step, not in it. */
import type { ReachedLimit } from '../events/runEvent';
import { workPrompt } from '../prompts/workPrompt';
import { toolTokens } from './askModel';
import { expectedOf } from './expectation';
import { limitAbove, limitOn, limitsSpending } from './limitGate';
import { nothing, type Call } from './limits';
import type { Dispatch } from './nextStep';
import { offeredTools, specsOf } from './offeredTools';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';

/** Null: no limit speaks against it. */
export async function limitBeforeClaim(context: RunContext, desk: RoleDesk, step: number, { decision }: Dispatch): Promise<ReachedLimit | null> {
  if (decision.by === 'limit') return limitAbove(context, step);
  const reached = await limitOn(context, step, 1, expectedFirst(context, desk, step));
  return reached?.limit === 'tokens_per_call' ? null : reached;
}

/** Nothing where none is made, or its prompt cannot be made. */
function expectedFirst(context: RunContext, desk: RoleDesk, step: number): Call {
  const { role } = desk.program;
  if (role.team !== undefined || !limitsSpending(context)) return nothing;
  const instructions = desk.instructions(0);
  if (!instructions.ok) return nothing;
  const prompt = workPrompt(context.basis, { role, instructions: instructions.value, subtask: desk.subtask, given: desk.given() });
  const tokens = prompt.flatMap((message) => message.parts).reduce((sum, part) => sum + part.tokens, toolTokens(context, specsOf(offeredTools(context, desk, null))));
  return expectedOf(context, { role: role.id, model: desk.model(), step }, tokens);
}
