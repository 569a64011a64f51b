/** A prompt as sentences with their places: lines that wrap belong together, list items and headings stand alone. Knows no grammar. */

export interface Sentence {
  readonly text: string;
  /** Offsets in the whole text. */
  readonly start: number;
  readonly end: number;
  /** Of Markdown. */
  readonly isHeading: boolean;
  /** `-`, `*`, `1.`: the sentence begins a list item. */
  readonly isItem: boolean;
}

const marker = /^\s*(?:[-*•]|\d{1,3}[.)、]|[a-z][.)])\s+/;
const heading = /^\s*#{1,6}\s+/;

export function sentencesOf(text: string): readonly Sentence[] {
  return blocksOf(text).flatMap((block) => split(text, block));
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly isHeading: boolean;
  readonly isItem: boolean;
}

/** Paragraphs, items and headings, without their markers. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { start: number; end: number; isItem: boolean } | null = null;
  const close = (): void => {
    if (open !== null) blocks.push({ ...open, isHeading: false });
    open = null;
  };
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    const lead = (heading.exec(line) ?? marker.exec(line))?.[0].length ?? 0;
    if (line.trim() === '') close();
    else if (heading.test(line)) {
      close();
      blocks.push({ start: start + lead, end, isHeading: true, isItem: false });
    } else if (lead > 0) {
      close();
      open = { start: start + lead, end, isItem: true };
    } else open = open === null ? { start, end, isItem: false } : { ...(open as { start: number; isItem: boolean }), end };
  }
  close();
  return blocks;
}

function* linesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  for (;;) {
    const found = text.indexOf('\n', start);
    yield { start, end: found < 0 ? text.length : found };
    if (found < 0) return;
    start = found + 1;
  }
}

/** `e.g.`, `3.5` and `notes.md` end nothing. */
const ends = /(?<!\b(?:e\.g|i\.e|etc|vs|no|cf|approx))[.!?](?=\s|$)|[。！？；;](?=\s|$|[^\s])/gu;

function split(text: string, block: Block): readonly Sentence[] {
  const written = text.slice(block.start, block.end);
  const found: Sentence[] = [];
  let from = 0;
  const add = (to: number): void => {
    const piece = written.slice(from, to);
    const lead = piece.length - piece.trimStart().length;
    const said = piece.trim();
    if (said !== '') found.push({ text: said, start: block.start + from + lead, end: block.start + from + lead + said.length, isHeading: block.isHeading, isItem: block.isItem && found.length === 0 });
    from = to;
  };
  for (const match of written.matchAll(ends)) add(match.index + 1);
  add(written.length);
  return found;
}
