/** Counts the tokens of a word by merging its bytes in the order of the table's ranks. The table lies in flat arrays: as a map of texts it takes ten times the memory. */

/** FNV-1a. */
const basis = 0x811c9dc5;
const prime = 0x01000193;

export class BytePairs {
  /** Of each token its length and its bytes, one behind the other. */
  private readonly tokens: Uint8Array;
  /** By rank, where a token's length stands. */
  private readonly places: Int32Array;
  /** Open addressing: 1 + rank, 0 for none. At most half full. */
  private readonly table: Int32Array;
  private readonly encoder = new TextEncoder();
  private word = new Uint8Array(1024);

  /** `packed`: of packRanks. */
  constructor(packed: string) {
    this.tokens = Buffer.from(packed, 'base64');
    let count = 0;
    for (let at = 0; at < this.tokens.length; at += this.tokens[at]! + 1) count++;
    this.places = new Int32Array(count);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(count * 2)));
    for (let rank = 0, at = 0; rank < count; rank++, at += this.tokens[at]! + 1) this.enter(rank, at);
  }

  /** Exact for a word of the encoding's split. The time grows with the square of its length. */
  count(text: string): number {
    if (text.length * 3 > this.word.length) this.word = new Uint8Array(text.length * 3);
    const { written: length } = this.encoder.encodeInto(text, this.word);
    return length < 2 || this.rankOf(0, length) !== Infinity ? Math.min(length, 1) : this.merge(length);
  }

  /** Whether a piece of a text of ASCII alone is one token. */
  isToken(text: string, from: number, to: number): boolean {
    let hash = basis;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    const mask = this.table.length - 1;
    for (let slot = hash & mask; this.table[slot] !== 0; slot = (slot + 1) & mask) {
      const place = this.places[this.table[slot]! - 1]!;
      if (this.tokens[place] !== to - from) continue;
      let at = from;
      while (at < to && text.charCodeAt(at) === this.tokens[place + 1 + at - from]) at++;
      if (at === to) return true;
    }
    return false;
  }

  private enter(rank: number, place: number): void {
    this.places[rank] = place;
    const length = this.tokens[place]!;
    if (length === 0) return;
    let hash = basis;
    for (let at = place + 1; at <= place + length; at++) hash = Math.imul(hash ^ this.tokens[at]!, prime);
    const mask = this.table.length - 1;
    let slot = hash & mask;
    while (this.table[slot] !== 0) slot = (slot + 1) & mask;
    this.table[slot] = rank + 1;
  }

  /** Of the word's bytes; Infinity: they are no token. */
  private rankOf(from: number, to: number): number {
    let hash = basis;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ this.word[at]!, prime);
    const mask = this.table.length - 1;
    for (let slot = hash & mask; this.table[slot] !== 0; slot = (slot + 1) & mask) {
      const rank = this.table[slot]! - 1;
      if (this.isAt(rank, from, to)) return rank;
    }
    return Infinity;
  }

  private isAt(rank: number, from: number, to: number): boolean {
    const place = this.places[rank]!;
    if (this.tokens[place] !== to - from) return false;
    for (let at = from; at < to; at++) if (this.word[at] !== this.tokens[place + 1 + at - from]) return false;
    return true;
  }

  /** Of all neighbours, those of the lowest rank become one, until none are a token together. */
  private merge(length: number): number {
    /** Where each piece begins, and the end. */
    const pieces = Array.from({ length: length + 1 }, (_, at) => at);
    const joined = (index: number): number => (index + 2 < pieces.length ? this.rankOf(pieces[index]!, pieces[index + 2]!) : Infinity);
    const ranks = pieces.map((_, index) => joined(index));
    for (;;) {
      let lowest = 0;
      for (let index = 1; index < ranks.length; index++) if (ranks[index]! < ranks[lowest]!) lowest = index;
      if (ranks[lowest] === Infinity) return pieces.length - 1;
      pieces.splice(lowest + 1, 1);
      ranks.splice(lowest + 1, 1);
      ranks[lowest] = joined(lowest);
      if (lowest > 0) ranks[lowest - 1] = joined(lowest - 1);
    }
  }
}
