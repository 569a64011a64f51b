/** What a proposed output holds, in one line, by the fields its role writes. Knows nothing of what was committed. */
import type { Json, JsonObject } from '../shared/json';
import type { Team } from '../team/team';
import { describeChange } from './describeValue';
import { isPlural, words } from './words';

/** e.g. `2 findings`, `Report, 918 words`. */
export function describeOutput(team: Team, roleId: string, output: JsonObject): string {
  const names = team.roles.find((role) => role.id === roleId)?.writes.map((write) => write.field) ?? Object.keys(output);
  const lines = names.flatMap((name) => (output[name] === undefined ? [] : [{ field: name, outcome: describeAlone(name, output[name]) }]));
  return headline(lines);
}

function describeAlone(name: string, value: Json): string {
  const empty = Array.isArray(value) ? [] : typeof value === 'string' ? '' : null;
  return describeChange({ name, reducer: 'replace' }, empty, value, value).outcome;
}

/** The first field speaks for the step; others only where their names count things. */
export function headline(lines: readonly { readonly field: string; readonly outcome: string }[]): string {
  const [first, ...rest] = lines;
  if (first === undefined) return words.nothingUsed;
  return [first, ...rest.filter((line) => isPlural(line.field)).slice(0, 1)].map((line) => line.outcome).join(', ');
}
