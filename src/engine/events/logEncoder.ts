/** Turns events into lines of a log, small and free of secrets. Does not write: files are the node side's. */
import type { Json, JsonObject } from '../shared/json';
import type { Sha256 } from '../shared/ports';
import type { Redactor } from '../shared/redact';
import { withoutDefaults } from './logDefaults';
import { largeValue, longText, markOf } from './logMarks';
import { Remembered } from './remembered';
import type { RunEvent } from './runEvent';

export interface Blob {
  readonly hash: string;
  readonly text: string;
}

export interface EncodedLine {
  /** One line of JSON, without its line end. */
  readonly line: string;
  /** To be kept before the line is written. */
  readonly blobs: readonly Blob[];
}

/** What a log that is written further already holds. */
export interface LogMemory {
  /** The long texts written in place, in order. */
  readonly texts: readonly string[];
  /** The parts of prompts written in place, in order. */
  readonly parts: readonly Json[];
  readonly blobs: ReadonlySet<string>;
}

/** What a mark takes in a line. */
const markSize = 14;
const blobMarkSize = 80;

/** Of texts and of parts, since the event began. */
type FreshCounts = readonly [number, number];
type Composite = readonly Json[] | JsonObject;

const halfCharacter = /\p{Surrogate}/u;

export class LogEncoder {
  private readonly texts = new Remembered();
  private readonly parts = new Remembered();
  /** Parts that last for a run are the same objects in every prompt: they need not be written to be found. */
  private readonly partNumbers = new WeakMap<JsonObject, number>();
  private readonly kept: Set<string>;
  private blobs: Blob[] = [];
  /** Of the last value encoded, in UTF-16 units. */
  private size = 0;

  constructor(
    private readonly sha256: Sha256,
    private readonly redactor: Redactor,
    memory: LogMemory = { texts: [], parts: [], blobs: new Set() },
  ) {
    this.kept = new Set(memory.blobs);
    for (const text of memory.texts) this.texts.add(text);
    for (const part of memory.parts) this.parts.add(JSON.stringify(part));
    this.settle();
  }

  encode(event: RunEvent): EncodedLine {
    let line = this.line(event);
    if (this.redactor.mayHoldSecret(line) || this.blobs.some((blob) => this.redactor.mayHoldSecret(blob.text))) {
      this.takeBack([0, 0]);
      this.blobs = [];
      line = this.line(this.redactor.redactJson(event as unknown as JsonObject) as unknown as RunEvent);
    }
    const blobs = this.blobs;
    for (const blob of blobs) this.kept.add(blob.hash);
    this.blobs = [];
    this.settle();
    return { line, blobs };
  }

  private line(event: RunEvent): string {
    return JSON.stringify(this.members(withoutDefaults(inOrder(event) as unknown as JsonObject)));
  }

  /** Of the event itself: it is never a blob or a mark. */
  private members(event: JsonObject): JsonObject {
    let changed: Record<string, Json | undefined> | null = null;
    for (const key in event) {
      const member = event[key];
      if (typeof member === 'number') continue;
      const encoded = this.value(member, true, key === 'append');
      if (encoded !== member) (changed ??= { ...event })[key] = encoded;
    }
    return (changed as JsonObject | null) ?? event;
  }

  /**
   * `inPlace` false inside a blob: it stands alone, so its texts neither refer to the log nor are referred to.
   * `isPrompt`: its objects come back, with the next prompt of the role.
   */
  private value(value: Json | undefined, inPlace: boolean, isPrompt = false): Json | undefined {
    if (typeof value === 'string') return this.text(value, inPlace);
    if (typeof value !== 'object' || value === null) {
      this.size = 6;
      return value;
    }
    if (isPrompt && (this.partNumbers.has(value as JsonObject) || isPart(value as Json))) return this.part(value as JsonObject, inPlace);
    return this.composite(value as Composite, inPlace, isPrompt);
  }

  /** An object of a prompt that is long enough: written in place the first time, referred to from then on. */
  private part(part: JsonObject, inPlace: boolean): Json {
    if (!inPlace) return this.composite(part, inPlace, false);
    const known = this.partNumbers.get(part);
    if (known !== undefined) return this.same(known);
    const json = JSON.stringify(part);
    if (json.length <= longText) return this.composite(part, inPlace, false);
    const number = this.parts.numberOf(json);
    if (number !== undefined) {
      if (this.parts.isSettled(number)) this.partNumbers.set(part, number);
      return this.same(number);
    }
    const encoded = this.composite(part, inPlace, false);
    this.parts.add(json);
    this.size += 10;
    return { $part: encoded };
  }

  private same(number: number): Json {
    this.size = markSize;
    return { $same: number };
  }

  private composite(value: Composite, inPlace: boolean, isPrompt: boolean): Json {
    const before = this.freshCounts();
    const encoded = this.inside(value, inPlace, isPrompt);
    if (this.size <= largeValue) return encoded;
    this.takeBack(before);
    const alone = inPlace ? this.inside(value, false, false) : encoded;
    const blob = this.keep(JSON.stringify(alone));
    this.size = blobMarkSize;
    return { $json: blob };
  }

  private inside(value: Composite, inPlace: boolean, isPrompt: boolean): Json {
    return isList(value) ? this.items(value, inPlace, isPrompt) : this.object(value, inPlace, isPrompt);
  }

  private text(text: string, inPlace: boolean): Json {
    this.size = text.length + 2;
    if (text.length <= longText) return text;
    this.size = text.length > largeValue ? blobMarkSize : markSize;
    if (text.length > largeValue) return halfCharacter.test(text) ? { $json: this.keep(JSON.stringify(text)) } : { $blob: this.keep(text) };
    if (!inPlace) return text;
    const number = this.texts.numberOf(text);
    if (number !== undefined) return { $text: number };
    this.texts.add(text);
    return text;
  }

  private items(items: readonly Json[], inPlace: boolean, isPrompt: boolean): readonly Json[] {
    let size = 2;
    let changed: Json[] | null = null;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      const encoded = this.value(item, inPlace, isPrompt)!;
      size += this.size + 1;
      if (encoded !== item) (changed ??= items.slice())[i] = encoded;
    }
    this.size = size;
    return changed ?? items;
  }

  private object(object: JsonObject, inPlace: boolean, isPrompt: boolean): JsonObject {
    const encoded = this.plainObject(object, inPlace, isPrompt);
    if (markOf(object) === null) return encoded;
    this.size += 10;
    return { $data: encoded };
  }

  private plainObject(object: JsonObject, inPlace: boolean, isPrompt: boolean): JsonObject {
    let size = 2;
    let changed: Record<string, Json | undefined> | null = null;
    for (const key in object) {
      const member = object[key];
      const encoded = this.value(member, inPlace, isPrompt);
      size += this.size + key.length + 4;
      if (encoded !== member) (changed ??= { ...object })[key] = encoded;
    }
    this.size = size;
    return (changed as JsonObject | null) ?? object;
  }

  private keep(text: string): string {
    const hash = this.sha256(text);
    if (!this.kept.has(hash) && !this.blobs.some((blob) => blob.hash === hash)) this.blobs.push({ hash, text });
    return hash;
  }

  private freshCounts(): FreshCounts {
    return [this.texts.freshCount, this.parts.freshCount];
  }

  private takeBack([texts, parts]: FreshCounts): void {
    this.texts.takeBack(texts);
    this.parts.takeBack(parts);
  }

  private settle(): void {
    this.texts.settle();
    this.parts.settle();
  }
}

/** The parts that a message of a prompt is made of are told from the message by having no list in them. */
function isPart(value: Json): boolean {
  if (Array.isArray(value)) return false;
  for (const key in value as JsonObject) if (Array.isArray((value as JsonObject)[key])) return false;
  return true;
}

function isList(value: Composite): value is readonly Json[] {
  return Array.isArray(value);
}

/** With number, time and type first, as a line has them. The engine makes events so. */
function inOrder(event: RunEvent): RunEvent {
  const keys = Object.keys(event);
  if (keys[0] === 'seq' && keys[1] === 'at' && keys[2] === 'type') return event;
  const { seq, at, type, ...rest } = event;
  return { seq, at, type, ...rest } as RunEvent;
}
