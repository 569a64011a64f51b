/** Contributions that are numbers themselves, but no number any more together with what is there. Decides nothing about it. */
import { applyReducer } from '../events/applyReducer';
import type { Feedback } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { placeOutOfRange, type JsonObject } from '../shared/json';

export function sumsOutOfRange({ team, values }: Pick<RunState, 'team' | 'values'>, output: JsonObject): readonly Feedback[] {
  return Object.entries(output).flatMap(([name, contribution]) => {
    const field = team.fields[name];
    if (field === undefined || typeof contribution !== 'number') return [];
    const current = values[name] ?? null;
    if (placeOutOfRange(applyReducer(field, current, contribution)) === null) return [];
    return [{ field: name, problem: `${contribution} added to ${JSON.stringify(current)} is too large for a number.`, fix: 'Write a smaller number.' }];
  });
}
