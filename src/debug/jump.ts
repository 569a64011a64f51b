/** Whether a person can have a role made the next one. Pure. */
import { foldRun } from '../engine/events/foldRun';
import { eventFormat, type AskedStep } from '../engine/events/runEvent';
import type { RunState } from '../engine/events/runState';
import { compileTeam } from '../engine/rules/teamProgram';
import type { Schemas } from '../engine/shared/schemas';
import { askedFor } from '../engine/supervisor/canBegin';
import { limitsOf } from '../engine/supervisor/limits';
import type { Team } from '../engine/team/team';
import type { Launch } from './debugHost';

export function stateAtStart(team: Team, { task, options }: Pick<Launch, 'task' | 'options'>): RunState {
  return foldRun(null, { type: 'run.started', format: eventFormat, run: '', task, team, options, trigger: 'editor', seq: 1, at: 0 })!;
}

/** `state`: before the step whose place it would take. Null: it can. Else a sentence. */
export async function problemOfJump(state: RunState, wanted: AskedStep, schemas: Schemas): Promise<string | null> {
  const { steps } = limitsOf(state);
  if (steps !== null && state.steps >= steps) return `${wanted.role} cannot begin: the limit of ${steps} steps is used up.`;
  const asked = askedFor(await compileTeam(state.team, schemas), state, wanted);
  return 'problem' in asked ? asked.problem : null;
}
