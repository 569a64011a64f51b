/** Takes secrets out of texts before they are hashed, written or shown. Does not know where secrets come from: who resolves one adds it. */
import type { Json, JsonObject } from './json';
import { encodedForms } from './secretForms';

export const redacted = '[redacted]';

/** Shorter values are not taken out: a key such as `ollama` would take half of a log with it. */
const shortestSecret = 8;

/** In characters. A pattern without an end fails on a text of some million signs in one piece. */
const longestKey = 20_000;

/** What keys of well-known services look like. No lookbehind but the first, no nested repetition: linear on any text. */
const shapes = [
  `sk-[A-Za-z0-9_-]{16,${longestKey}}`,
  `gh[pousr]_[A-Za-z0-9]{20,${longestKey}}`,
  `github_pat_[A-Za-z0-9_]{20,${longestKey}}`,
  `glpat-[A-Za-z0-9_-]{16,${longestKey}}`,
  `(?:AKIA|ASIA)[0-9A-Z]{16}`,
  `AIza[0-9A-Za-z_-]{30,${longestKey}}`,
  `xox[abeoprs]-[A-Za-z0-9-]{10,${longestKey}}`,
  `hf_[A-Za-z0-9]{24,${longestKey}}`,
  `gsk_[A-Za-z0-9]{24,${longestKey}}`,
  `xai-[A-Za-z0-9]{24,${longestKey}}`,
  `npm_[A-Za-z0-9]{30,${longestKey}}`,
  `eyJ[A-Za-z0-9_-]{10,${longestKey}}\\.[A-Za-z0-9_-]{10,${longestKey}}\\.[A-Za-z0-9_-]{6,${longestKey}}`,
];
const keyShape = new RegExp(`(?<![A-Za-z0-9])(?:${shapes.join('|')})`, 'g');
const bearer = new RegExp(`\\b(bearer|basic)(\\s{1,64})[A-Za-z0-9._~+/=-]{16,${longestKey}}`, 'gi');
const privateKey = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[\s\S]*?(?:-----END \1PRIVATE KEY-----|$)/g;

/** Every text in which one of the above can be found has one of these, whatever JSON escapes in it. */
const hint = /sk-|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|xox[abeoprs]-|hf_|gsk_|xai-|npm_|eyJ|[Bb][Ee][Aa][Rr][Ee][Rr]|[Bb][Aa][Ss][Ii][Cc]|PRIVATE KEY/;

/** True where a text holds something of the shape of a key: a key written into a file, for example. */
export function looksLikeKey(text: string): boolean {
  return hint.test(text) && redactShapes(text) !== text;
}

/** Where keys stand in a file's text. Stricter than redaction, since here prose must not be taken for one: a key has a digit in it. */
export function keySpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!hint.test(text)) return [];
  const found = [privateKey, bearer, keyShape].flatMap((shape) => [...text.matchAll(shape)]);
  return found.filter(([key]) => /\d/.test(key)).map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function redactShapes(text: string): string {
  return text
    .replace(privateKey, redacted)
    .replace(bearer, (_whole, scheme: string, space: string) => `${scheme}${space}${redacted}`)
    .replace(keyShape, redacted);
}

export interface Redactor {
  /** From now on this value is taken out of every text. Values of fewer than 8 characters are not. */
  add(secret: string): void;
  /** The same text, when there is nothing to take out. */
  redact(text: string): string;
  /** A copy with every text and key redacted; the same value, when there is nothing to take out. */
  redactJson<T extends Json>(value: T): T;
  /** Quick, and never false where `redactJson` would change the value whose JSON this is. */
  mayHoldSecret(json: string): boolean;
}

export function createRedactor(): Redactor {
  /** Longest first, so that a secret within another does not leave its rest behind. */
  let secrets: string[] = [];
  let escaped: string[] = [];

  const mayHoldSecret = (json: string): boolean => hint.test(json) || escaped.some((secret) => json.includes(secret));

  const redact = (text: string): string => {
    if (text.length < shortestSecret) return text;
    let result = text;
    for (const secret of secrets) if (result.includes(secret)) result = result.replaceAll(secret, redacted);
    return hint.test(result) ? redactShapes(result) : result;
  };

  return {
    add(secret) {
      const trimmed = secret.trim();
      if (trimmed.length < shortestSecret || secrets.includes(trimmed)) return;
      secrets = [...new Set([...secrets, ...encodedForms(trimmed)])].sort((a, b) => b.length - a.length);
      escaped = secrets.map((one) => JSON.stringify(one).slice(1, -1));
    },
    redact,
    redactJson: (value) => mapTexts(value, redact) as typeof value,
    mayHoldSecret,
  };
}

/** Copies only what changes. */
function mapTexts(value: Json | undefined, change: (text: string) => string): Json | undefined {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? mapItems(value as readonly Json[], change) : mapMembers(value as JsonObject, change);
}

function mapItems(items: readonly Json[], change: (text: string) => string): readonly Json[] {
  let copy: Json[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const item = mapTexts(items[i], change)!;
    if (item !== items[i]) (copy ??= items.slice())[i] = item;
  }
  return copy ?? items;
}

function mapMembers(object: JsonObject, change: (text: string) => string): JsonObject {
  let copy: Record<string, Json | undefined> | null = null;
  for (const key in object) {
    if (change(key) !== key) return withNewKeys(object, change);
    const member = object[key];
    const mapped = mapTexts(member, change);
    // An own `__proto__` is copied and set like any other key.
    if (mapped !== member) (copy ??= { ...object })[key] = mapped;
  }
  return (copy as JsonObject | null) ?? object;
}

function withNewKeys(object: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [change(key), mapTexts(member, change)!]));
}
