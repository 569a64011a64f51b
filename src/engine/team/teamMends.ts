/** Mends that need more than a word changed: a reducer, an initial value, a writer, a limit, a key that does nothing. Each is offered only where it is the one right one. Reports nothing. */
import { addEntry, deleteEntry, quickFix, type Edit } from '../cards/mapEdits';
import type { MapReader } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import type { TeamCard } from '../cards/teamCard';
import type { QuickFix } from '../shared/source';
import { emptyValue, typeOf, type FieldCards } from './buildFields';
import type { Check } from './check';

/** What several roles write can be one field where the kind of it says how contributions join. */
export function reducerMend({ team }: Check, { name, card, writes }: FieldCards): QuickFix | undefined {
  const types = new Set([card?.schema ?? null, ...writes.map((each) => each.schema)].flatMap((schema) => typeOf(schema) ?? []));
  const [type] = types;
  const reducer = types.size !== 1 ? undefined : type === 'array' ? 'append' : type === 'object' ? 'merge' : undefined;
  if (reducer === undefined) return undefined;
  return fieldMend(team, name, `Join what they write: \`reducer: ${reducer}\``, { reducer }, `{ type: ${type}, reducer: ${reducer} }`);
}

/** Who writes what nobody writes: the one role that writes nothing yet, else the field starts with a value of its type. */
export function writerMend(check: Check, name: string, reader: RoleCard | null): QuickFix | undefined {
  const { team, sources, roles } = check;
  const declared = team.state.find((field) => field.name === name) ?? null;
  const reviewers = new Set(sources.roles.flatMap((role) => role.review?.by?.text ?? []));
  const isIdle = (role: RoleCard): boolean => role !== reader && role.id !== null && role.mode !== 'review' && !reviewers.has(role.id) && role.places.writes === undefined;
  const idle = sources.incomplete || team.topology === 'group_chat' ? [] : roles.filter(isIdle);
  const [writer] = idle;
  if (idle.length === 1 && writer !== undefined) {
    return draft(quickFix(`Let \`${writer.id}\` write \`${name}\``, writer.map.node.source, addEntry(writer.map.node, 'writes', `[${name}]`, ['role', 'agent_id', 'responsibility', 'instructions', 'prompt', 'reads', 'input'])));
  }
  const type = typeOf(declared?.schema ?? null);
  const initial = JSON.stringify(emptyValue(type));
  return draft(fieldMend(team, name, `Let \`${name}\` start as \`${initial}\``, { initial }, `{ initial: ${initial} }`));
}

function draft(fix: QuickFix | undefined): QuickFix | undefined {
  return fix === undefined ? undefined : { ...fix, isDraft: true };
}

/** Adds to the field's entry under `state:`, or makes it: `keys` into one that is there, `whole` as a new one. */
function fieldMend({ map }: TeamCard, name: string, title: string, keys: Readonly<Record<string, string>>, whole: string): QuickFix | undefined {
  const { source } = map.node;
  const state = map.map('state');
  if (state === null) return map.has('state') ? undefined : quickFix(title, source, addEntry(map.node, 'state', `\n  ${name}: ${whole}`, ['team', 'goal', 'constraints', 'topology', 'pipeline', 'models', 'model', 'tools']));
  const field = state.map(name);
  if (field !== null) return quickFix(title, source, ...Object.entries(keys).map(([key, value]) => addEntry(field.node, key, value)));
  return state.has(name) ? undefined : quickFix(title, source, addEntry(state.node, name, whole));
}

/** Adds a limit of the whole team: into `limits:`, or as a new one. */
export function limitMend(map: MapReader, key: string, value: string): QuickFix | undefined {
  const limits = map.map('limits');
  const edit: Edit | null = limits === null ? (map.has('limits') ? null : addEntry(map.node, 'limits', `{ ${key}: ${value} }`)) : addEntry(limits.node, key, value);
  return quickFix(`Add a limit: \`${key}: ${value}\``, map.node.source, edit);
}

/** Takes out a key that does nothing. */
export function deletion(map: MapReader, key: string): QuickFix | undefined {
  const entry = map.entry(key);
  return entry === undefined ? undefined : quickFix(`Delete \`${key}\``, map.node.source, deleteEntry(map.node, entry));
}

/** Adds `key: value` behind the entry called `behind`. */
export function addition(map: MapReader, key: string, value: string, behind: string): QuickFix | undefined {
  return quickFix(`Add \`${key}: ${value}\``, map.node.source, addEntry(map.node, key, value, [behind]));
}
