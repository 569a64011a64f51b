/** Cuts a document into passages: paragraphs under their headings, long ones in pieces. Knows nothing of searching. */

export interface Passage {
  /** Of its first character; from 1. */
  readonly line: number;
  /** The headings above it, outermost first. */
  readonly heading: string;
  /** As it stands in the document. */
  readonly text: string;
}

/** In UTF-16 units: about a hundred words, what one claim and its figures need. */
const longest = 600;

interface Block {
  readonly line: number;
  readonly lines: string[];
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  used: boolean;
}

/** `markdown`: `#` and underlined lines are headings, fences keep their blank lines. */
export function splitPassages(text: string, markdown: boolean): readonly Passage[] {
  const splitter = new Splitter();
  text.split(/\r\n|\n|\r/).forEach((line, i) => (markdown ? splitter.markdownLine(line, i + 1) : splitter.plainLine(line, i + 1)));
  return splitter.end();
}

class Splitter {
  private readonly passages: Passage[] = [];
  private readonly headings: Heading[] = [];
  private block: Block | null = null;
  /** What the fence that is open began with. */
  private fence: string | null = null;

  markdownLine(text: string, line: number): void {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(text)?.[1];
    if (this.fence !== null) {
      this.block!.lines.push(text);
      if (mark?.startsWith(this.fence)) this.fence = null;
      return;
    }
    if (this.heading(text, line)) return;
    this.plainLine(text, line);
    if (mark) this.fence = mark;
  }

  plainLine(text: string, line: number): void {
    if (text.trim() === '') return this.endBlock();
    this.block ??= { line, lines: [] };
    this.block.lines.push(text);
  }

  end(): readonly Passage[] {
    this.endBlock();
    while (this.headings.length > 0) this.leave();
    return this.passages.sort((a, b) => a.line - b.line);
  }

  /** True when the line is a heading or makes one of the line above it. */
  private heading(text: string, line: number): boolean {
    const title = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(text);
    if (title) {
      this.enter(title[1]!.length, title[2]!, line);
      return true;
    }
    const under = this.block?.lines.length === 1 ? /^\s{0,3}(=+|-{2,})\s*$/.exec(text)?.[1] : undefined;
    if (under === undefined) return false;
    const only = this.block!.lines[0]!.trim();
    this.block = null;
    this.enter(under.startsWith('=') ? 1 : 2, only, line - 1);
    return true;
  }

  private enter(level: number, text: string, line: number): void {
    this.endBlock();
    while (this.headings.length > 0 && this.headings.at(-1)!.level >= level) this.leave();
    this.headings.push({ level, text, line, used: false });
  }

  /** A heading with nothing under it would not be found otherwise. */
  private leave(): void {
    const heading = this.path();
    const last = this.headings.pop()!;
    if (!last.used && last.text !== '') this.passages.push({ line: last.line, heading, text: last.text });
  }

  private endBlock(): void {
    if (this.block === null) return;
    for (const heading of this.headings) heading.used = true;
    addBlock(this.passages, this.block, this.path());
    this.block = null;
  }

  private path(): string {
    return this.headings.map((heading) => heading.text).join(' › ');
  }
}

function addBlock(passages: Passage[], block: Block, heading: string): void {
  const whole = block.lines.join('\n');
  // A line that ends in a colon says what the next paragraph is about: they are found together.
  const lead = passages.at(-1);
  const gap = lead ? block.line - lead.line - lead.text.split('\n').length : 0;
  if (lead && lead.heading === heading && /[:：]$/.test(lead.text) && lead.text.length + whole.length <= longest && gap >= 0) {
    passages[passages.length - 1] = { ...lead, text: `${lead.text}\n${'\n'.repeat(gap)}${whole.trimEnd()}` };
    return;
  }
  let line = block.line;
  let rest = whole;
  while (rest.trim() !== '') {
    const end = rest.length <= longest ? rest.length : cutAt(rest);
    const piece = rest.slice(0, end);
    const skipped = piece.length - piece.trimStart().length;
    if (piece.trim() !== '') passages.push({ line: line + countLines(piece.slice(0, skipped)), heading, text: piece.trim() });
    line += countLines(piece);
    rest = rest.slice(end);
  }
}

/** Lists and tables are cut between lines, prose between sentences; both where there is no better place between words. */
function cutAt(text: string): number {
  const head = text.slice(0, longest);
  const lines = head.lastIndexOf('\n') + 1;
  const sentences = lastEnd(head, /[.!?;]["')\]]*\s|[。！？；]["')\]”』」]*/g);
  const isLined = /^\s*([|>*+-]|\d+[.)])/m.test(text);
  for (const end of isLined ? [lines, sentences] : [sentences, lines]) if (end > longest / 4) return end;
  const words = lastEnd(head, /\s/g);
  if (words > longest / 4) return words;
  const last = head.charCodeAt(longest - 1);
  return last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest;
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
