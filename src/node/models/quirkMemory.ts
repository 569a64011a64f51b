/**
 * What servers have taught, by endpoint and model: within a program, and over runs in a file of the user's own, so that nobody pays twice for one lesson.
 * Makes no request. A file that cannot be read or written costs a lesson once more and nothing else.
 */
import { isObject, type JsonObject } from '../../engine/shared/json';
import type { Clock } from '../../engine/shared/ports';
import { createNodeFiles } from '../nodeFiles';
import { nodeFileWriter } from '../nodeFileWriter';
import type { Quirks } from './endpointQuirks';

export interface Learned {
  readonly quirks: Quirks;
  /** The address that answered, of those that base_url may mean. */
  readonly base: string;
}

export interface Recalled extends Learned {
  /** When an earlier program learned it, in milliseconds since 1970; null: this one did. */
  readonly earlier: number | null;
  /** False: nothing that rests on it was answered yet, so that a refusal may mean that the server has changed. */
  readonly isProven: boolean;
}

export interface QuirkMemory {
  /** `first`: what is tried where nothing is known. */
  recall(endpoint: string, first: Learned): Promise<Recalled | null>;
  /** Of a request that was answered. */
  keep(endpoint: string, learned: Learned, first: Learned): Promise<void>;
}

/** Servers are updated: after a week what they refuse is found out anew. In milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
/** The oldest are forgotten first. */
const mostKept = 200;

interface Entry extends Learned {
  readonly at: number;
  readonly earlier: number | null;
  readonly isProven: boolean;
}

/** `file` null: what is learned lasts as long as this program. */
export function createQuirkMemory(clock: Pick<Clock, 'now'>, file: string | null): QuirkMemory {
  const known = new Map<string, Entry>();
  let writing: Promise<void> = Promise.resolve();
  let reading: Promise<JsonObject> | null = null;
  const isFresh = (at: number): boolean => Math.abs(clock.now() - at) < keptFor;

  const recallEarlier = async (endpoint: string, first: Learned): Promise<Entry | null> => {
    if (file === null) return null;
    reading ??= readFile(file);
    const learned = readEntry((await reading)[endpoint], first.quirks);
    return learned === null || !isFresh(learned.at) ? null : { ...learned, earlier: learned.at, isProven: false };
  };

  return {
    recall: async (endpoint, first) => {
      const found = known.get(endpoint) ?? (await recallEarlier(endpoint, first));
      return found === null || !isFresh(found.at) ? null : found;
    },
    keep: async (endpoint, learned, first) => {
      const before = known.get(endpoint) ?? (await recallEarlier(endpoint, first));
      const isSame = before !== null && isFresh(before.at) && isEqual(before, learned);
      known.set(endpoint, isSame ? { ...before, isProven: true } : { ...learned, at: clock.now(), earlier: null, isProven: true });
      if (file === null || isSame || (before === null && isEqual(learned, first))) return;
      const entry = isEqual(learned, first) ? null : toJson(learned, first, clock.now());
      writing = writing.then(() => rewrite(file, endpoint, entry, isFresh)).catch(() => undefined);
      await writing;
    },
  };
}

function isEqual(one: Learned, other: Learned): boolean {
  return one.base === other.base && quirkNames(one.quirks).every((name) => one.quirks[name] === other.quirks[name]);
}

function quirkNames(quirks: Quirks): readonly (keyof Quirks)[] {
  return Object.keys(quirks) as (keyof Quirks)[];
}

/** Only what was learned: what is tried first may be another in a later version. */
function toJson({ quirks, base }: Learned, first: Learned, at: number): JsonObject {
  const taught = quirkNames(quirks).filter((name) => quirks[name] !== first.quirks[name]);
  return { at: new Date(at).toISOString(), base, quirks: Object.fromEntries(taught.map((name) => [name, quirks[name]])) };
}

const values: { readonly [Name in keyof Quirks]: readonly Quirks[Name][] } = {
  replyFormat: ['json_schema', 'json_object', 'none'],
  streamOptions: [true, false],
  temperature: [true, false],
  maxTokens: ['max_tokens', 'max_completion_tokens', 'none'],
  systemRole: [true, false],
  alternate: [true, false],
  thinking: [true, false],
};

/** Null: there is none, or none that this version understands. */
function readEntry(value: unknown, first: Quirks): (Learned & { readonly at: number }) | null {
  if (!isObject(value) || !isObject(value['quirks']) || typeof value['base'] !== 'string') return null;
  const at = Date.parse(String(value['at']));
  const taught = Object.entries(value['quirks']);
  const isKnown = taught.every(([name, one]) => Object.hasOwn(values, name) && (values[name as keyof Quirks] as readonly unknown[]).includes(one));
  return Number.isNaN(at) || !isKnown ? null : { quirks: { ...first, ...Object.fromEntries(taught) }, base: value['base'], at };
}

async function readFile(file: string): Promise<JsonObject> {
  try {
    const kept: unknown = JSON.parse(await createNodeFiles().readText(file));
    return isObject(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** Read again first: other programs write into it too. `entry` null: what stands there has proved wrong. */
async function rewrite(file: string, endpoint: string, entry: JsonObject | null, isFresh: (at: number) => boolean): Promise<void> {
  const { [endpoint]: _before, ...others } = await readFile(file);
  const ageOf = (value: unknown): number => (isObject(value) ? Date.parse(String(value['at'])) : Number.NaN);
  const fresh = Object.entries(others).filter(([, value]) => isFresh(ageOf(value)));
  const kept = [...fresh.sort(([, a], [, b]) => ageOf(a) - ageOf(b)), ...(entry === null ? [] : [[endpoint, entry] as const])].slice(-mostKept);
  await nodeFileWriter.writeText(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
