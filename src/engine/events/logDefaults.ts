/** What most events say is not written: the reader puts it back. Only members of an event's own shape, never of users' data. A default may never change. */
import { isObject, type Json, type JsonObject } from '../shared/json';
import type { EventType } from './runEvent';

/** By type of event: members that are left out where they hold just this; an object's members one by one. */
const defaults: { readonly [T in EventType]?: JsonObject } = {
  'role.started': { decision: { refused: [] } },
  'model.requested': { call: 1, conversation: 'work', purpose: 'work' },
  'model.responded': { call: 1, finish: 'stop', costUsd: 0, usage: { cached: 0, cacheWrite: 0, reasoning: 0, estimated: false } },
  'output.proposed': { attempt: 1, status: 'success', confidence: null, why: null },
  'workspace.committed': { status: 'success' },
};

/** `event`, or a copy of it in which what is usual is undefined: it is left out where that is written as JSON. */
export function withoutDefaults(event: JsonObject): JsonObject {
  const usual = defaults[event['type'] as EventType];
  return usual === undefined ? event : leaveOut(event, usual);
}

function leaveOut(value: JsonObject, usual: JsonObject): JsonObject {
  let rest: Record<string, Json | undefined> | null = null;
  for (const key in usual) {
    const member = value[key];
    const expected = usual[key]!;
    if (member === undefined) continue;
    const kept = isObject(expected) && isObject(member) ? leaveOut(member, expected) : isSame(member, expected) ? undefined : member;
    if (kept !== member) (rest ??= { ...value })[key] = kept;
  }
  return (rest as JsonObject | null) ?? value;
}

/** Defaults are plain values and empty lists. */
function isSame(member: Json, expected: Json): boolean {
  return member === expected || (Array.isArray(expected) && Array.isArray(member) && member.length === 0);
}

/** Changes `event`, which was just read. */
export function putBackDefaults(event: Record<string, Json>): void {
  const usual = defaults[event['type'] as EventType];
  if (usual !== undefined) putBack(event, usual);
}

function putBack(value: Record<string, Json>, usual: JsonObject): void {
  for (const [key, expected] of Object.entries(usual)) {
    const member = value[key];
    if (isObject(expected)) {
      if (isObject(member)) putBack(member as Record<string, Json>, expected);
    } else if (!Object.hasOwn(value, key)) {
      // Null is a value: an unknown cost is not the usual one.
      value[key] = expected;
    }
  }
}
