/** Expressions of the debugger over a run as it stands at a position: conditions, log messages, watches, hovers, the console. */
import type { RunState } from '../engine/events/runState';
import { compileExpression } from '../engine/expressions/compileExpression';
import type { Bindings } from '../engine/expressions/bindings';
import { loadPatterns, usesPatterns } from '../engine/expressions/patterns';
import { scopeFor } from '../engine/expressions/scope';
import { stateBindings } from '../engine/rules/stateBindings';
import { displayJson, type Json } from '../engine/shared/json';
import { err, type Result } from '../engine/shared/result';
import type { Position } from './position';

/** `state`: of the run or the visit of a team that the position is in. The error is a sentence. */
export async function evaluate(text: string, state: RunState, position: Position): Promise<Result<Json, string>> {
  if (usesPatterns(text)) await loadPatterns();
  return evaluateNow(text, state, position);
}

/** As `evaluate`, for texts whose patterns are loaded. */
export function evaluateNow(text: string, state: RunState, position: Position): Result<Json, string> {
  const { fields, roles } = state.team;
  const compiled = compileExpression(text, scopeFor('debug', { fields, roles: roles.map(({ id }) => id) }), 'any');
  if (!compiled.ok) return err(compiled.error.find(({ severity }) => severity === 'error')?.message ?? 'It is no expression.');
  const result = compiled.value.evaluate(bindingsAt(state, position));
  return result.ok ? result : err(result.error.message);
}

/** `a {state.x} b` with the values filled in; what fails is told in its place. */
export function fillIn(message: string, state: RunState, position: Position): string {
  return message.replace(/\{([^{}]+)\}/g, (_, text: string) => {
    const result = evaluateNow(text, state, position);
    if (!result.ok) return `{${text}: ${result.error}}`;
    return typeof result.value === 'string' ? result.value : displayJson(result.value);
  });
}

function bindingsAt(state: RunState, { step, role }: Position): Bindings {
  const open = state.open.get(step);
  if (open === undefined) return stateBindings(state, { now: state.lastAt, role });
  const { proposal } = open;
  const subtask = { ...open.subtask, revision: Math.max(0, (proposal?.attempt ?? 1) - 1) };
  return stateBindings(state, { now: state.lastAt, role, subtask, ...(proposal === null ? {} : { proposal }) });
}
