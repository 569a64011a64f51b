/** Completion of keys: those of the tables that are not there yet, and names where the keys of a map are names. */
import type { MapNode } from '../cards/cardNode';
import type { Key, Shape } from '../cards/shape';
import { builtInFields } from '../team/buildFields';
import { usualShape } from './cardPlaces';
import { knownNames } from './completeValues';
import { plainSnippet, type Completion } from './completion';
import { mark, type Cursor } from './cursor';
import { describeName } from './describe';
import { describeKey } from './hover';
import type { LanguageTeam } from './languageTeam';

/** At a key, or where a value has just begun that may become a map. */
export function completeKeys(cursor: Cursor, team: LanguageTeam): readonly Completion[] {
  const { place } = cursor;
  const isKey = place.at === 'key';
  const shape = usualShape((isKey ? place.within?.shape : place.shape) ?? null);
  if (shape === null || (!isKey && !maybeginMap(cursor))) return [];
  const present = isKey && place.within?.node.kind === 'map' ? keysOf(place.within.node) : new Set<string>();
  return [...tableItems(shape, present, cursor), ...nameItems(shape, present, cursor, team)];
}

/** A map cannot begin behind `key:` on its line. */
function maybeginMap({ place, inFlow }: Cursor): boolean {
  const { parsed } = place.node.source;
  const line = parsed.slice(parsed.lastIndexOf('\n', place.node.start - 1) + 1, place.node.start);
  return place.node.kind === 'scalar' && place.node.value === mark && !inFlow && /^[\s-]*$/.test(line);
}

function keysOf(map: MapNode): ReadonlySet<string> {
  return new Set(map.entries.map(({ key }) => key));
}

function tableItems({ keys = {} }: Shape, present: ReadonlySet<string>, cursor: Cursor): readonly Completion[] {
  const items = Object.entries(keys).filter(([name, { spells }]) => !present.has(name) && !present.has(spells ?? name)).map(([name, key]) => keyItem(name, key, cursor));
  // Other spellings load as they are, but ours come first.
  return [...items.filter(({ detail }) => !detail?.startsWith('another')), ...items.filter(({ detail }) => detail?.startsWith('another') === true)];
}

function keyItem(name: string, key: Key, cursor: Cursor): Completion {
  const detail = key.spells !== undefined ? `another spelling of ${key.spells}` : key.required === true ? 'required' : undefined;
  const item = { label: name, kind: 'key' as const, replace: cursor.whole, ...(detail === undefined ? {} : { detail }), doc: () => describeKey(name, key) };
  if (cursor.hasColon) return { ...item, insert: plainSnippet(name) };
  const shape = usualShape(key.shape) ?? key.shape;
  return { ...item, insert: `${plainSnippet(name)}${begin(shape, cursor)}`, ...(hasChoices(shape) ? { goesOn: true } : {}) };
}

function hasChoices({ scalar }: Shape): boolean {
  return scalar?.is === 'word' || scalar?.is === 'name' || scalar?.is === 'boolean';
}

/** What a key's value begins with. */
function begin(shape: Shape, { inFlow, indent }: Cursor): string {
  if (shape.scalar !== undefined) return ': $0';
  const isList = shape.list !== undefined;
  const isMap = shape.keys !== undefined || shape.entries !== undefined;
  if (inFlow) return isList ? ': [$0]' : isMap ? ': { $0 }' : ': $0';
  // The editor indents a new line as the line before; a key behind `- ` lies deeper than its line.
  return isList || isMap ? `:\n${' '.repeat(indent + 2)}${isList ? '- ' : ''}$0` : ': $0';
}

function nameItems({ keysAre }: Shape, present: ReadonlySet<string>, cursor: Cursor, team: LanguageTeam): readonly Completion[] {
  if (keysAre === undefined || (keysAre.declares === true && keysAre.of !== 'field')) return [];
  const notNew = keysAre.declares === true ? builtInFields(team.sources) : [];
  return knownNames(keysAre.of, team).filter((name) => !present.has(name) && !notNew.includes(name)).map((name) => {
    const doc = (): string | null => describeName(keysAre.of, name, team, null);
    return { label: name, kind: keysAre.of, doc, insert: `${plainSnippet(name)}${cursor.hasColon ? '' : ': $0'}`, replace: cursor.whole };
  });
}
