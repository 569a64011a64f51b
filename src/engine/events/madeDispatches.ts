/** Which dispatches of a role have been made already: the same one is never made twice. Pure. */
import { canonicalJson, type Json } from '../shared/json';
import { PersistentMap } from '../shared/persistentMap';

type Versions = Readonly<Record<string, number>>;

/** What makes two dispatches of a role the same: the input, and the versions of what it and its decider looked at. */
export interface DispatchKey {
  /** As canonical JSON. */
  readonly input: string;
  readonly versions: Versions;
}

/** The dispatches that were made at the same versions: many in a fan-out. */
export interface MadeDispatches {
  readonly versions: Versions;
  /** By their input, and whether they failed. */
  readonly inputs: PersistentMap<string, 'made' | 'failed'>;
}

export function dispatchKey(input: Json, versions: Versions): DispatchKey {
  return { input: canonicalJson(input), versions };
}

/** Versions only grow, so a dispatch with an outdated one can never be made again: `isCurrent` tells which to keep. */
export function withDispatch(made: readonly MadeDispatches[], { input, versions }: DispatchKey, isCurrent: (versions: Versions) => boolean): readonly MadeDispatches[] {
  const same = made.find((one) => isSame(one.versions, versions)) ?? { versions, inputs: PersistentMap.empty<string, 'made' | 'failed'>() };
  const others = made.filter((one) => one !== same && isCurrent(one.versions));
  return [...others, { versions, inputs: same.inputs.with(input, 'made') }];
}

export function withFailure(made: readonly MadeDispatches[], { input, versions }: DispatchKey): readonly MadeDispatches[] {
  return made.map((one) => (isSame(one.versions, versions) ? { versions, inputs: one.inputs.with(input, 'failed') } : one));
}

/** It counts as never made. */
export function withoutDispatch(made: readonly MadeDispatches[], { input, versions }: DispatchKey): readonly MadeDispatches[] {
  return made.map((one) => (isSame(one.versions, versions) ? { versions, inputs: one.inputs.without(input) } : one));
}

/** Those that failed count as never made. */
export function withoutFailed(made: readonly MadeDispatches[]): readonly MadeDispatches[] {
  return made.map(({ versions, inputs }) => ({ versions, inputs: inputs.keys().reduce((rest, input) => (inputs.get(input) === 'failed' ? rest.without(input) : rest), inputs) }));
}

/** `input` is asked for only where something was made at these versions. */
export function wasDispatched(made: readonly MadeDispatches[], versions: Versions, input: Json): boolean {
  const same = made.find((one) => isSame(one.versions, versions));
  return same !== undefined && same.inputs.size > 0 && same.inputs.has(canonicalJson(input));
}

function isSame(a: Versions, b: Versions): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
