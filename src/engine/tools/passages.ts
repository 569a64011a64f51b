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

/** `markdown`: `#` and underlined lines are headings, fences keep their blank lines. */
export function splitPassages(text: string, markdown: boolean): readonly Passage[] {
  const passages: Passage[] = [];
  const headings: { level: number; text: string; line: number; used: boolean }[] = [];
  const path = () => headings.map((h) => h.text).join(' › ');
  let block: Block | null = null;
  let fence: string | null = null;

  const flush = () => {
    if (block === null) return;
    for (const heading of headings) heading.used = true;
    addBlock(passages, block, path());
    block = null;
  };
  const enter = (level: number, title: string, line: number) => {
    flush();
    while (headings.length > 0 && headings.at(-1)!.level >= level) leave();
    headings.push({ level, text: title, line, used: false });
  };
  // A heading with nothing under it would not be found otherwise.
  const leave = () => {
    const heading = path();
    const last = headings.pop()!;
    if (!last.used) passages.push({ line: last.line, heading, text: last.text });
  };

  text.split(/\r\n|\n|\r/).forEach((raw, index) => {
    const line = index + 1;
    const mark = markdown ? /^\s{0,3}(```+|~~~+)/.exec(raw)?.[1] : undefined;
    if (fence !== null) {
      block!.lines.push(raw);
      if (mark?.startsWith(fence)) fence = null;
      return;
    }
    const title = markdown ? /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(raw) : null;
    if (title) return enter(title[1]!.length, title[2]!, line);
    const under = markdown && block?.lines.length === 1 ? /^\s{0,3}(=+|-{2,})\s*$/.exec(raw)?.[1] : undefined;
    if (under && block) {
      const only = block.lines[0]!.trim();
      block = null;
      return enter(under.startsWith('=') ? 1 : 2, only, line - 1);
    }
    if (raw.trim() === '') return flush();
    block ??= { line, lines: [] };
    block.lines.push(raw);
    if (mark) fence = mark;
  });
  flush();
  while (headings.length > 0) leave();
  return passages.sort((a, b) => a.line - b.line);
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
