/** A person has written while steps were open: whoever is at work reads again, so that its dispatch is the one at the new versions. Pure. */
import { withDispatch, withoutDispatch } from './madeDispatches';
import type { OpenStep, RunState } from './runState';

export function readAgain(state: RunState, step: OpenStep): RunState {
  const { role, looked, key } = step;
  const reads = state.team.roles.find(({ id }) => id === role)?.reads.map(({ field }) => field) ?? [];
  const read = Object.keys(key.versions).filter((name) => looked[name] === undefined || reads.includes(name));
  const versions = { ...key.versions, ...Object.fromEntries(read.map((name) => [name, state.meta[name]?.version ?? 0])) };
  const fresh = { input: key.input, versions };
  const made = withDispatch(withoutDispatch(state.made.get(role) ?? [], key), fresh, (one) => isCurrent(state, one));
  return { ...state, made: state.made.with(role, made), open: state.open.with(step.step, { ...step, key: fresh }) };
}

/** Whether all of these fields are still at these versions. */
export function isCurrent({ meta }: Pick<RunState, 'meta'>, versions: Readonly<Record<string, number>>): boolean {
  return Object.entries(versions).every(([field, version]) => meta[field]?.version === version);
}
