/** Whether a role can be dispatched at all now, whoever wants it to be: its limit of calls, and the input that its card asks for. Pure. */
import type { Refused } from '../events/runEvent';
import type { RunState } from '../events/runState';
import type { RoleProgram, TeamProgram } from '../rules/teamProgram';
import type { Json } from '../shared/json';

/** Null: it can. `beside`: how many of its dispatches are about to be made with this one. */
export function cannotBegin({ role, input: card }: RoleProgram, input: Json, state: RunState, beside = 0): Omit<Refused, 'role' | 'route'> | null {
  const calls = role.limits.calls ?? Infinity;
  if ((state.dispatched.get(role.id) ?? 0) + beside >= calls) return { why: 'calls', detail: `${calls} calls are used` };
  const problem = card?.problem(input) ?? null;
  return problem === null ? null : { why: 'input', detail: problem };
}

/** The input of a dispatch, with what the card's schema fills in. */
export function filledInput({ input: card }: RoleProgram, input: Json = {}): Json {
  return card?.withDefaults(input) ?? input;
}

/** A dispatch that a person asks for. `problem`: a sentence, where it cannot be made. */
export function askedFor(program: TeamProgram, state: RunState, { role: id, input: given }: { readonly role: string; readonly input?: Json }): { readonly input: Json } | { readonly problem: string } {
  const role = program.roles.get(id);
  if (role === undefined) return { problem: `The team has no role ${JSON.stringify(id)}.` };
  const input = filledInput(role, given);
  const cannot = cannotBegin(role, input, state);
  if (cannot === null) return { input };
  return { problem: cannot.why === 'calls' ? `${id} cannot begin once more: all of its ${cannot.detail}.` : `${id} cannot begin with this input: ${cannot.detail}.` };
}
