/** Which files of a team have changed since it was recorded. Compares the teams as they were built, places included; reads no file. */
import { canonicalJson, isObject, type Json, type JsonObject } from '../shared/json';
import { joinPath, relativePath } from '../shared/paths';
import type { Team } from './team';

/** As seen from the team's folder, by name; empty: both are the same. */
export function changedFiles(was: Team, is: Team): readonly string[] {
  const found = new Set<string>();
  compare(asJson(was), asJson(is), { folder: is.folder, file: joinPath(is.folder, is.file) }, found);
  return [...found].map((file) => relativePath(is.folder, file)).sort();
}

interface Place {
  readonly folder: string;
  /** Absolute: what stands here, or around it, was written there. */
  readonly file: string;
}

function compare(was: Json | undefined, is: Json | undefined, around: Place, found: Set<string>): void {
  if (was !== undefined && is !== undefined && canonicalJson(was) === canonicalJson(is)) return;
  const at = placeOf(is, placeOf(was, around));
  const [before, now] = [partsOf(was), partsOf(is)];
  if (before === null || now === null) return void found.add(at.file);
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    if (key !== 'folder') compare(before.get(key), now.get(key), at, found);
  }
}

function placeOf(value: Json | undefined, around: Place): Place {
  if (value === undefined || !isObject(value)) return around;
  const { at, file, folder, replies } = value as JsonObject;
  if (typeof folder === 'string' && typeof file === 'string') return { folder, file: joinPath(folder, file) };
  if (typeof file === 'string' && replies !== undefined) return { ...around, file: joinPath(around.folder, file) };
  return isObject(at ?? null) && typeof (at as JsonObject)['file'] === 'string' ? { ...around, file: joinPath(around.folder, (at as JsonObject)['file'] as string) } : around;
}

/** Items by their id where they have one, so that a new one does not change those behind it. Null: it has no parts. */
function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | null {
  if (Array.isArray(value)) return new Map((value as readonly Json[]).map((item, index) => [isObject(item) && typeof item['id'] === 'string' ? `id ${item['id']}` : String(index), item]));
  return value !== undefined && isObject(value) ? new Map(Object.entries(value)) : null;
}

/** As a log keeps it. */
function asJson(team: Team): Json {
  return JSON.parse(JSON.stringify(team)) as Json;
}
