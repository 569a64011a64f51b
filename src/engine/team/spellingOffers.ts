/** Keys of a card in another tool's spelling, each with the edit that writes it in ours: the meaning stays the same, so it is offered and never asked for. */
import { addEntry, deleteEntry, quickFix, renameKey, replaceEntry, scalarText, type Edit } from '../cards/mapEdits';
import type { MapEntry, MapNode } from '../cards/cardNode';
import { MapReader } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import type { Offer } from '../shared/source';
import type { TeamSources } from './loadedTeam';

export function spellingOffers(sources: TeamSources, file: string): readonly Offer[] {
  if (sources.broken.has(file)) return [];
  const models = new Set(sources.team?.models.map((model) => model.name));
  return sources.roles.filter((role) => role.file === file).flatMap((role) => offersOf(role, models));
}

function offersOf(role: RoleCard, models: ReadonlySet<string>): readonly Offer[] {
  const { map } = role;
  return map.entries.flatMap((entry) => {
    const edits = Object.hasOwn(rewrites, entry.key) ? rewrites[entry.key]!({ map, entry, models }) : null;
    const fix = edits === null ? undefined : quickFix(`Write \`${entry.key}\` as Rolecall spells it`, map.node.source, ...edits);
    const at = map.keyRange(entry.key);
    return fix === undefined || at === null ? [] : [{ at, fix }];
  });
}

interface Spelling {
  readonly map: MapReader;
  readonly entry: MapEntry;
  readonly models: ReadonlySet<string>;
}

/** Null: with what else the card says it cannot be written in ours without a change of meaning. */
type Rewrite = (spelling: Spelling) => readonly (Edit | null)[] | null;

const duties = ['responsibility', 'description', 'responsibilities', 'goal'];

/** Several of them are one text to the model: only one alone can be renamed. */
const asResponsibility: Rewrite = ({ map, entry }) => {
  const isAlone = duties.every((key) => key === entry.key || !map.has(key)) && !map.has('agent_id');
  if (!isAlone) return null;
  if (entry.value.kind === 'scalar') return [renameKey(map.node, entry, 'responsibility')];
  const items = map.texts(entry.key).map((each) => each.text.trim());
  return items.some((item) => item.includes('\n')) || hasComment(map.node, entry) ? null : [replaceEntry(map.node, entry, `responsibility: ${scalarText(items.join('; '))}`)];
};

const renamed =
  (name: string, ...others: readonly string[]): Rewrite =>
  ({ map, entry }) =>
    [name, ...others].some((key) => map.has(key)) ? null : [renameKey(map.node, entry, name)];

const rewrites: Readonly<Record<string, Rewrite>> = {
  description: asResponsibility,
  responsibilities: asResponsibility,
  goal: asResponsibility,
  prompt: renamed('instructions'),
  backstory: renamed('instructions', 'prompt'),
  allowed_tools: renamed('tools'),
  forbidden_actions: renamed('forbidden'),
  llm: (spelling) => (spelling.models.has(spelling.map.text('llm')?.text ?? '') ? renamed('model')(spelling) : null),
  agent_id: ({ map, entry }) => {
    const role = map.entry('role');
    if (role === undefined) return [renameKey(map.node, entry, 'role')];
    return duties.some((key) => map.has(key)) ? null : [renameKey(map.node, entry, 'role'), renameKey(map.node, role, 'responsibility')];
  },
  max_iter: (spelling) => asLimit(spelling, 'calls', written(spelling.entry)),
  input: (spelling) => fieldsAlone(spelling, 'reads'),
  output: (spelling) => (spelling.map.has('output_schema') ? null : fieldsAlone(spelling, 'writes')),
  exit_conditions: exitConditions,
};

function asLimit({ map, entry }: Spelling, key: string, value: string): readonly (Edit | null)[] | null {
  const limits = map.map('limits');
  if (limits === null) return map.has('limits') ? null : [replaceEntry(map.node, entry, `limits: { ${key}: ${value} }`)];
  return limits.has(key) ? null : [addEntry(limits.node, key, value), deleteEntry(map.node, entry)];
}

/** `input: { fields: [a] }`; whom it is handed from or to has no other place. */
function fieldsAlone({ map, entry }: Spelling, name: string): readonly (Edit | null)[] | null {
  const fields = entry.value.kind === 'map' && entry.value.entries.length === 1 ? new MapReader(entry.value).entry('fields') : undefined;
  if (map.has(name) || fields === undefined || written(fields).includes('\n') || hasComment(map.node, entry)) return null;
  return [replaceEntry(map.node, entry, `${name}: ${written(fields)}`)];
}

function exitConditions(spelling: Spelling): readonly (Edit | null)[] | null {
  const { map, entry } = spelling;
  if (entry.value.kind !== 'map' || hasComment(map.node, entry)) return null;
  const reader = new MapReader(entry.value);
  const [met, seconds] = [reader.entry('criteria_met'), reader.entry('timeout_seconds')];
  if (met === undefined) return seconds === undefined || (reader.number('timeout_seconds') ?? 0) <= 0 ? null : asLimit(spelling, 'timeout', `${written(seconds)}s`);
  if (seconds !== undefined || map.has('exit_when') || written(met).includes('\n')) return null;
  return [replaceEntry(map.node, entry, `exit_when: ${written(met)}`)];
}

function written({ value }: MapEntry): string {
  return value.source.written(value.start, value.end);
}

/** A comment among the lines that would be written anew. */
function hasComment({ source }: MapNode, entry: MapEntry): boolean {
  const lines = source.written(entry.keyNode.start, entry.value.end).split('\n');
  return lines.some((line) => /(?:^|\s)#/.test(line));
}
