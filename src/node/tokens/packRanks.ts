/** The table of a byte-pair encoding as one text: each token's length in a byte and its bytes, in the order of their ranks, in base64. What reads it is bytePairs.ts. */

/** As gpt-tokenizer lists them: texts, and bytes where they are none. A rank that is not used is missing. */
export type Ranks = readonly (string | readonly number[] | undefined)[];

export function packRanks(ranks: Ranks): string {
  const pieces: Uint8Array[] = [];
  for (let rank = 0; rank < ranks.length; rank++) {
    const token = ranks[rank] ?? [];
    const bytes = typeof token === 'string' ? Buffer.from(token, 'utf8') : Uint8Array.from(token);
    if (bytes.length > 255) throw new RangeError(`token ${rank} has ${bytes.length} bytes`);
    pieces.push(Uint8Array.of(bytes.length), bytes);
  }
  return Buffer.concat(pieces).toString('base64');
}
