/** Turns lines of a log back into the events they were made from. Does not read files: blobs are handed in. */
import { isObject, isTooDeep, mostLevels, type Json, type JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { putBackDefaults } from './logDefaults';
import { longText, markOf } from './logMarks';
import { eventFormat, type RunEvent } from './runEvent';

/** Members that hold what users' roles and tools made: a hole in them leaves the event's own shape whole. */
const usersData: ReadonlySet<string> = new Set(['reply', 'result', 'arguments', 'output', 'values', 'subtask', 'signal', 'toolCalls', 'options']);

/** Of events around events around users' data, as teams within teams make them. */
const mostLevelsOfEvents = 3 * mostLevels;

/** As they are named; a table of what events mean holds more than that from birth, such as `constructor`. */
const eventType = /^[a-z]+\.[a-z]+$/;

export interface DecodedLine {
  readonly event: RunEvent;
  /** Names of blobs that could not be had; the event says so in their place. */
  readonly missing: readonly string[];
}

class Unreadable extends Error {}

export class LogDecoder {
  /** The long texts written in place, in order. */
  readonly texts: string[] = [];
  /** The parts of prompts written in place, in order. */
  readonly parts: Json[] = [];
  private readonly values = new Map<string, Json>();
  private missing: string[] = [];
  private mayMiss = false;

  /** `blob`: its text, or null where it is missing or not what its name says. */
  constructor(private readonly blob: (hash: string) => string | null) {}

  /** Each line once, in order. The error says in a few words what is wrong with the line: it holds nothing then, also where `problemOf` found that. */
  decode(line: string, problemOf: (event: RunEvent) => string | null = () => null): Result<DecodedLine, string> {
    const before = [this.texts.length, this.parts.length] as const;
    try {
      this.missing = [];
      const event = this.line(line);
      const problem = problemOf(event);
      if (problem !== null) throw new Unreadable(problem);
      return ok({ event, missing: this.missing });
    } catch (error) {
      [this.texts.length, this.parts.length] = before;
      if (error instanceof Unreadable) return err(error.message);
      throw error;
    }
  }

  private line(line: string): RunEvent {
    const event = parse(line, 'it is not complete JSON');
    if (!isEvent(event)) throw new Unreadable('it is not an event');
    const members = event as Record<string, Json>;
    // A short line without a mark holds nothing that is kept elsewhere, and nothing that others refer to.
    const isPlain = line.length <= longText && !line.includes('"$');
    for (const key in isPlain ? {} : members) {
      this.mayMiss = usersData.has(key);
      members[key] = this.value(members[key]!, true, key === 'output' || key === 'values');
    }
    putBackDefaults(members);
    return members as unknown as RunEvent;
  }

  private value(value: Json, inPlace: boolean, asObject = false): Json {
    if (typeof value === 'string') {
      if (inPlace && value.length > longText) this.texts.push(value);
      return value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = value as Json[];
      for (let i = 0; i < items.length; i++) items[i] = this.value(items[i]!, inPlace);
      return items;
    }
    return this.object(value as JsonObject, inPlace, asObject);
  }

  private object(object: JsonObject, inPlace: boolean, asObject: boolean): Json {
    switch (markOf(object)) {
      case null:
        return this.members(object, inPlace);
      case '$text':
        return this.earlierText(object['$text']!);
      case '$blob':
        return this.blob(nameOf(object['$blob'])) ?? this.hole(nameOf(object['$blob']));
      case '$json':
        return this.keptValue(nameOf(object['$json']), asObject);
      case '$part':
        return this.newPart(object['$part']!);
      case '$same':
        return this.earlierPart(object['$same']!);
      case '$data':
        if (!isObject(object['$data'])) throw new Unreadable('it holds a mark that means nothing');
        return this.members(object['$data'], inPlace);
    }
  }

  private members(object: JsonObject, inPlace: boolean): JsonObject {
    const members = object as Record<string, Json>;
    // An own `__proto__`, as JSON.parse makes it, is set like any other key.
    for (const key in members) members[key] = this.value(members[key]!, inPlace);
    return members;
  }

  private newPart(part: Json): Json {
    const decoded = this.value(part, true);
    this.parts.push(decoded);
    return decoded;
  }

  private earlierPart(number: Json): Json {
    const part = typeof number === 'number' ? this.parts[number] : undefined;
    if (part === undefined) throw new Unreadable('it refers to a part that the log does not hold');
    return part;
  }

  private earlierText(number: Json): string {
    const text = typeof number === 'number' ? this.texts[number] : undefined;
    if (text === undefined) throw new Unreadable('it refers to a text that the log does not hold');
    return text;
  }

  private keptValue(hash: string, asObject: boolean): Json {
    const known = this.values.get(hash);
    if (known !== undefined) return known;
    const text = this.blob(hash);
    if (text === null) {
      if (!this.mayMiss) throw new Unreadable(`blobs/${hash} is missing`);
      return asObject ? { missing: this.hole(hash) } : this.hole(hash);
    }
    const value = this.value(parse(text, `blobs/${hash} is not complete JSON`), false);
    if (this.missing.length === 0) this.values.set(hash, value);
    return value;
  }

  private hole(hash: string): string {
    this.missing.push(`blobs/${hash}`);
    return `[missing: blobs/${hash}]`;
  }
}

/** The blobs whose absence a decoded value tells of in their place. */
export function lostIn(value: Json): readonly string[] {
  if (typeof value === 'string') return /^\[missing: (blobs\/[0-9a-f]{64})\]$/.exec(value)?.slice(1) ?? [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((item: Json) => lostIn(item)) : [];
}

/** By what all events have; of a team within, the event that it tells of too. */
function isEvent(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  const { seq, at, type } = value;
  if (!Number.isSafeInteger(seq) || typeof at !== 'number' || typeof type !== 'string' || !eventType.test(type)) return false;
  return type !== 'team.event' || isEvent(value['event']);
}

function nameOf(hash: Json | undefined): string {
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Unreadable('it holds a mark that means nothing');
  return hash;
}

function parse(text: string, otherwise: string): Json {
  const value = parsed(text, otherwise);
  if (text.length > 2 * mostLevelsOfEvents && isTooDeep(value, mostLevelsOfEvents)) throw new Unreadable(`lists and objects lie in each other in it, more than ${mostLevelsOfEvents} levels deep`);
  return value;
}

function parsed(text: string, otherwise: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Unreadable(otherwise);
  }
}

/** The format of a log whose first line this is; null: the line does not say. */
export function formatOf(firstLine: string): number | null {
  try {
    const event = JSON.parse(firstLine) as Json;
    return isObject(event) && event['type'] === 'run.started' && typeof event['format'] === 'number' ? event['format'] : null;
  } catch {
    return null;
  }
}

export function isNewer(format: number | null): boolean {
  return format !== null && format > eventFormat;
}
