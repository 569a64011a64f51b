/** Turns events into lines of a log, small and free of secrets. Does not write: files are the node side's. */
import type { Json, JsonObject } from '../shared/json';
import type { Sha256 } from '../shared/ports';
import type { Redactor } from '../shared/redact';
import { largeValue, longText, markOf } from './logMarks';
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
  readonly blobs: ReadonlySet<string>;
}

/** Texts are remembered up to this many UTF-16 units in all; older ones are written again. */
const rememberedUnits = 4 * 1024 * 1024;
/** What a mark takes in a line. */
const markSize = 14;
const blobMarkSize = 80;

const halfCharacter = /\p{Surrogate}/u;

export class LogEncoder {
  private readonly numbers = new Map<string, number>();
  private readonly kept: Set<string>;
  private count = 0;
  private units = 0;
  private blobs: Blob[] = [];
  /** Texts written in place since the outermost value began, so that they can be taken back. */
  private fresh: string[] = [];
  /** Of the last value encoded, in UTF-16 units. */
  private size = 0;

  constructor(
    private readonly sha256: Sha256,
    private readonly redactor: Redactor,
    memory: LogMemory = { texts: [], blobs: new Set() },
  ) {
    this.kept = new Set(memory.blobs);
    for (const text of memory.texts) this.remember(text);
  }

  encode(event: RunEvent): EncodedLine {
    const { seq, at, type, ...rest } = event;
    let body = rest as unknown as JsonObject;
    let value = this.members(body, true);
    let line = JSON.stringify({ seq, at, type, ...value });
    if (this.redactor.mayHoldSecret(line) || this.blobs.some((blob) => this.redactor.mayHoldSecret(blob.text))) {
      this.takeBack(0);
      this.blobs = [];
      body = this.redactor.redactJson(body);
      value = this.members(body, true);
      line = JSON.stringify({ seq, at, type, ...value });
    }
    const blobs = this.blobs;
    for (const blob of blobs) this.kept.add(blob.hash);
    this.blobs = [];
    this.fresh = [];
    this.forgetOldest();
    return { line, blobs };
  }

  /** `inPlace` false inside a blob: it stands alone, so its texts neither refer to the log nor are referred to. */
  private value(value: Json | undefined, inPlace: boolean): Json | undefined {
    if (typeof value === 'string') return this.text(value, inPlace);
    if (typeof value !== 'object' || value === null) {
      this.size = 6;
      return value;
    }
    const before = this.fresh.length;
    const encoded = Array.isArray(value) ? this.items(value as readonly Json[], inPlace) : this.object(value as JsonObject, inPlace);
    if (this.size <= largeValue) return encoded;
    this.takeBack(before);
    const alone = inPlace ? (Array.isArray(value) ? this.items(value as readonly Json[], false) : this.object(value as JsonObject, false)) : encoded;
    const blob = this.keep(JSON.stringify(alone));
    this.size = blobMarkSize;
    return { $json: blob };
  }

  private text(text: string, inPlace: boolean): Json {
    this.size = text.length + 2;
    if (text.length <= longText) return text;
    this.size = text.length > largeValue ? blobMarkSize : markSize;
    if (text.length > largeValue) return halfCharacter.test(text) ? { $json: this.keep(JSON.stringify(text)) } : { $blob: this.keep(text) };
    if (!inPlace) return text;
    const number = this.numbers.get(text);
    if (number !== undefined) return { $text: number };
    this.remember(text);
    this.fresh.push(text);
    return text;
  }

  private items(items: readonly Json[], inPlace: boolean): readonly Json[] {
    let size = 2;
    let changed: Json[] | null = null;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      const encoded = this.value(item, inPlace)!;
      size += this.size + 1;
      if (encoded !== item) (changed ??= items.slice())[i] = encoded;
    }
    this.size = size;
    return changed ?? items;
  }

  private object(object: JsonObject, inPlace: boolean): JsonObject {
    const encoded = this.members(object, inPlace);
    if (markOf(object) === null) return encoded;
    this.size += 10;
    return { $data: encoded };
  }

  private members(object: JsonObject, inPlace: boolean): JsonObject {
    let size = 2;
    let changed: Record<string, Json | undefined> | null = null;
    const keys = Object.keys(object);
    for (const key of keys) {
      const member = object[key];
      const encoded = this.value(member, inPlace);
      size += this.size + key.length + 4;
      if (encoded !== member) (changed ??= copyOf(object, keys))[key] = encoded;
    }
    this.size = size;
    return (changed as JsonObject | null) ?? object;
  }

  private keep(text: string): string {
    const hash = this.sha256(text);
    if (!this.kept.has(hash) && !this.blobs.some((blob) => blob.hash === hash)) this.blobs.push({ hash, text });
    return hash;
  }

  private remember(text: string): void {
    this.numbers.set(text, this.count++);
    this.units += text.length;
  }

  private takeBack(length: number): void {
    for (const text of this.fresh.splice(length)) {
      this.numbers.delete(text);
      this.units -= text.length;
      this.count--;
    }
  }

  private forgetOldest(): void {
    for (const text of this.numbers.keys()) {
      if (this.units <= rememberedUnits) return;
      this.numbers.delete(text);
      this.units -= text.length;
    }
  }
}

/** Without a prototype, so that a key `__proto__` stays a key. */
function copyOf(object: JsonObject, keys: readonly string[]): Record<string, Json | undefined> {
  const copy: Record<string, Json | undefined> = Object.create(null) as Record<string, Json | undefined>;
  for (const key of keys) copy[key] = object[key];
  return copy;
}
