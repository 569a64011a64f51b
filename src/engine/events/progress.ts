/**
 * Whether a run gets anywhere: tells by values, and not by versions, when the shared workspace is again what it was, and which dispatches were made
 * over it as it is now. Values that go to and fro are no progress, however many versions they have. Pure.
 */
import { withNames } from '../shared/byName';
import type { Json, JsonObject } from '../shared/json';
import { isObject } from '../shared/json';
import { PersistentMap } from '../shared/persistentMap';
import type { Reducer, Team } from '../team/team';
import { digestOf } from './digestOf';
import type { RunEvent } from './runEvent';

/** What is known of the values that a field has had. */
interface FieldValues {
  /** The first version that had today's value. */
  readonly counts: number;
  /** Digest of a value → its first version: of those that can come back, and none before one of them has changed. */
  readonly seen: PersistentMap<string, number>;
}

type Made = PersistentMap<string, 'made' | 'failed'>;

export interface Progress {
  readonly fields: Readonly<Record<string, FieldValues>>;
  /** Equal for equal workspaces of one run. */
  readonly place: string;
  /** By role and place, the inputs of what was dispatched there. */
  readonly made: PersistentMap<string, Made>;
}

/** One field that a commit has changed. */
interface FieldChanged {
  readonly reducer: Reducer;
  readonly before: Json;
  readonly after: Json;
  readonly version: number;
  /** False: the value before was only that of an empty field. */
  readonly wasPresent: boolean;
}

/** Where a dispatch of `role` was made. */
export interface Spot {
  readonly role: string;
  readonly place: string;
  /** As canonical JSON. */
  readonly input: string;
}

const unchanged: FieldValues = { counts: 0, seen: PersistentMap.empty() };

export const noProgress: Progress = { fields: {}, place: '', made: PersistentMap.empty() };

/** The run before a commit. */
interface Before {
  readonly progress: Progress | null;
  readonly team: Team;
  readonly values: JsonObject;
  readonly present: ReadonlySet<string>;
}

/** `values`: what the commit has made of the fields it changes. Null, here and below: in this run only versions count. */
export function progressAfter(state: Before, { step, versions }: RunEvent<'workspace.committed'>, values: JsonObject): Progress | null {
  const { progress } = state;
  if (progress === null) return null;
  const byPerson = step === null;
  const changed: Record<string, FieldValues> = {};
  let isForGood = false;
  for (const [name, after] of Object.entries(values)) {
    const reducer = byPerson ? 'replace' : reducerOf(state.team, name);
    const change: FieldChanged = { reducer, before: state.values[name]!, after, version: versions[name]!, wasPresent: state.present.has(name) };
    const grown = hasGrown(change);
    isForGood ||= grown;
    changed[name] = grown ? { counts: change.version, seen: PersistentMap.empty() } : withValue(progress.fields[name] ?? unchanged, change);
  }
  const fields = withNames(progress.fields, changed);
  const stays = Object.keys(changed).every((name) => changed[name]!.counts === progress.fields[name]?.counts);
  const next = { fields, place: stays ? progress.place : placeOf(fields), made: isForGood ? noProgress.made : progress.made };
  return byPerson ? begunAnew(next) : next;
}

function reducerOf({ fields }: Team, name: string): Reducer {
  return fields[name]?.reducer ?? 'replace';
}

/** Whoever changes the workspace or the team from outside wants the work done on it, whatever was done before. */
export function begunAnew<P extends Progress | null>(progress: P): P {
  return progress === null ? progress : { ...progress, made: noProgress.made };
}

export function spotOf(progress: Progress | null, role: string, input: string): Spot | null {
  return progress === null ? null : { role, place: progress.place, input };
}

export function withSpot(progress: Progress | null, spot: Spot | null, state: 'made' | 'failed'): Progress | null {
  if (progress === null || spot === null) return progress;
  const key = keyOf(spot);
  const there: Made = progress.made.get(key) ?? PersistentMap.empty();
  return state === 'failed' && !there.has(spot.input) ? progress : { ...progress, made: progress.made.with(key, there.with(spot.input, state)) };
}

/** It counts as never made. */
export function withoutSpot(progress: Progress | null, spot: Spot | null): Progress | null {
  if (progress === null || spot === null) return progress;
  const key = keyOf(spot);
  const there = progress.made.get(key);
  return there === undefined ? progress : { ...progress, made: progress.made.with(key, there.without(spot.input)) };
}

/** What of these roles has failed counts as never made. */
export function withoutFailedSpots(progress: Progress | null, roles: readonly string[]): Progress | null {
  if (progress === null) return null;
  const keys = progress.made.keys().filter((key) => roles.some((role) => key.startsWith(`${role} `)));
  const made = keys.reduce((all, key) => all.with(key, withoutFailed(all.get(key)!)), progress.made);
  return { ...progress, made };
}

/** `input` is asked for only where the role was dispatched over a workspace like this one. */
export function wasMadeHere(progress: Progress | null, role: string, input: () => string): boolean {
  const there = progress?.made.get(keyOf({ role, place: progress.place }));
  return there !== undefined && there.size > 0 && there.has(input());
}

function withoutFailed(made: Made): Made {
  return made.keys().reduce((left, input) => (left.get(input) === 'failed' ? left.without(input) : left), made);
}

/** No role's id holds a blank. */
function keyOf({ role, place }: Pick<Spot, 'role' | 'place'>): string {
  return `${role} ${place}`;
}

function placeOf(fields: Progress['fields']): string {
  const names = Object.keys(fields).filter((name) => fields[name]!.counts > 0);
  return names.map((name) => `${name}:${fields[name]!.counts}`).join(' ');
}

/** A field that has become more than it was has never had this value before, and none of those that it had comes back. */
function hasGrown({ reducer, before, after }: FieldChanged): boolean {
  switch (reducer) {
    case 'replace':
    case 'add':
      return false;
    case 'max':
    case 'min':
      return before !== after;
    case 'append':
    case 'union':
    case 'merge':
      return sizeOf(after) > sizeOf(before);
  }
}

function sizeOf(value: Json): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

function withValue({ counts, seen }: FieldValues, { before, after, version, wasPresent }: FieldChanged): FieldValues {
  const known = seen.size === 0 && (wasPresent || counts > 0) ? seen.with(digestOf(before), counts) : seen;
  const digest = digestOf(after);
  const first = known.get(digest);
  return first === undefined ? { counts: version, seen: known.with(digest, version) } : { counts: first, seen: known };
}
