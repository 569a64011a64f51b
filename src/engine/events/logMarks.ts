/**
 * How the log writes a value that it does not write in place. An object with exactly one key, one of these, is a mark:
 *   {"$text": 3}       the fourth long text that the log wrote in place
 *   {"$blob": "<sha>"} the text kept as blobs/<sha>
 *   {"$json": "<sha>"} the value whose encoded JSON is kept as blobs/<sha>
 *   {"$part": {…}}     a part of a prompt, written in place and counted; the same part comes back with the next prompt of its role
 *   {"$same": 3}       the fourth part that the log wrote in place
 *   {"$data": {…}}     a user's own object that looks like a mark
 * Holds names and sizes only; logEncoder.ts writes them, logDecoder.ts reads them.
 */
import type { JsonObject } from '../shared/json';

export type Mark = '$text' | '$blob' | '$json' | '$part' | '$same' | '$data';

const marks: ReadonlySet<string> = new Set<Mark>(['$text', '$blob', '$json', '$part', '$same', '$data']);

/** In UTF-16 units: a text, or a part's JSON, that is longer than this is written once and referred to afterwards. */
export const longText = 100;
/** In UTF-16 units of its JSON: a value larger than this is kept as a blob. */
export const largeValue = 4096;

/** The mark's key, where this object is one or could be taken for one. */
export function markOf(object: JsonObject): Mark | null {
  let only: string | null = null;
  for (const key in object) {
    if (only !== null || key.charCodeAt(0) !== 36) return null;
    only = key;
  }
  return only !== null && marks.has(only) ? (only as Mark) : null;
}

const blobName = /"\$(?:blob|json)":"([0-9a-f]{64})"/g;

/** Names of the blobs that a line, or a blob, refers to. A user's text cannot match: its quotes are escaped. */
export function blobsNamedIn(text: string): readonly string[] {
  return [...text.matchAll(blobName)].map((match) => match[1]!);
}
