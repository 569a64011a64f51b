/**
 * Finds what reads like an instruction to a model in content that is only data: a document, a tool's result, another role's output. It decides nothing
 * and changes nothing: content stays content. What it finds is shown to people, so that they see who tried.
 */
import type { Flag } from '../events/runEvent';
import { isObject, type Json } from '../shared/json';
import { instructionPattern, type InstructionPattern } from './instructionPatterns';

/** Characters of a passage that are kept. */
const passageLength = 200;
/** Of one content: more would only hide the first. */
const mostFlags = 5;
/** Characters of the shortest text that could hold one. */
const shortest = 6;

/** `source` names the whole; a part that says where it comes from (`path`, `line`) is named by that. `tools`: those that an order to call one could mean. */
export function findInstructions(content: Json, source: string, tools: readonly string[] = []): readonly Flag[] {
  const flags: Flag[] = [];
  search(content, { source, line: null }, instructionPattern(tools), flags);
  return flags;
}

interface Place {
  readonly source: string;
  /** Of the content's first line; null: lines are not told. */
  readonly line: number | null;
}

function search(content: Json, place: Place, pattern: InstructionPattern, flags: Flag[]): void {
  if (flags.length >= mostFlags) return;
  if (typeof content === 'string') {
    if (content.length >= shortest) searchText(content, place, pattern, flags);
  } else if (Array.isArray(content)) for (const item of content as readonly Json[]) search(item, place, pattern, flags);
  else if (isObject(content)) {
    const own = placeOf(content) ?? place;
    for (const member of Object.values(content)) search(member, own, pattern, flags);
  }
}

/** A search hit or a file that was read says where it stands. */
function placeOf({ path, line, from }: Readonly<Record<string, Json | undefined>>): Place | null {
  if (typeof path !== 'string') return null;
  return { source: path, line: typeof line === 'number' ? line : typeof from === 'number' ? from : null };
}

function searchText(text: string, { source, line }: Place, { hint, pattern }: InstructionPattern, flags: Flag[]): void {
  const { plain, lines } = asItReads(text);
  const lower = plain.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (!hint.test(lower)) return;
  // Not matchAll, which makes a new pattern of it each time.
  pattern.lastIndex = 0;
  for (let found = pattern.exec(lower); found !== null && flags.length < mostFlags; found = pattern.exec(lower)) {
    const start = sentenceStart(plain, found.index);
    const sentence = sentenceAt(plain, start);
    // The next is looked for behind this sentence.
    pattern.lastIndex = Math.max(pattern.lastIndex, start + sentence.length);
    const passage = sentence.length <= passageLength ? sentence : `${sentence.slice(0, passageLength - 1).trimEnd()}…`;
    flags.push({ source: line === null ? source : `${source}:${line + lineOf(lines, start)}`, passage });
  }
}

interface Plain {
  /** Paragraphs as lines: a sentence may go on in the next line of a text, not behind an empty one. */
  readonly plain: string;
  /** Where in it each line of the text begins. */
  readonly lines: readonly number[];
}

/** One line as it reads already: most fields are. */
const isPlain = /^(?! )(?!.* {2})(?!.* $)[^\x00-\x1f"'*_`~\x7f-\uffff]*$/;

/** Wide, mathematical and enclosed letters and digits, and ligatures. */
const dressedUp = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ufb00-\ufb06\u2100-\u214f\u2460-\u24ff\u{1d400}-\u{1d7ff}]/gu;

/** Without marks of emphasis, quotes and characters that nobody sees, dressed up letters as plain ones. */
function asItReads(text: string): Plain {
  if (isPlain.test(text)) return { plain: text, lines: [0] };
  const shown = text.replace(dressedUp, (letter) => letter.normalize('NFKC')).replace(/\p{Cf}|[*`~"'“”„«»‘’「」『』]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');
  const lines: number[] = [];
  let plain = '';
  for (const line of shown.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const words = line.replace(/\s+/g, ' ').trim();
    const joint = plain === '' || plain.endsWith('\n') ? '' : words === '' ? '\n' : ' ';
    lines.push(plain.length + joint.length);
    plain += joint + words;
  }
  return { plain, lines };
}

function sentenceStart(text: string, index: number): number {
  for (let at = index; at > 0; at--) {
    const [last, before] = [text[at - 1]!, text[at - 2] ?? ''];
    if (last === '\n' || /[。！？]/u.test(last) || (last === ' ' && /[.!?]/.test(before))) return at;
  }
  return 0;
}

function sentenceAt(text: string, start: number): string {
  const end = /\n|[。！？]|[.!?](?=\s|$)/gu;
  end.lastIndex = start;
  const found = end.exec(text);
  return found === null ? text.slice(start) : text.slice(start, found.index + (found[0] === '\n' ? 0 : 1));
}

/** From 0. */
function lineOf(lines: readonly number[], index: number): number {
  const after = lines.findIndex((start) => start > index);
  return (after < 0 ? lines.length : after) - 1;
}
