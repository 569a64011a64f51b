/** Two values as lines with what differs, down to the words. Pure; drawing is diffView.tsx. */
import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Json } from '../../engine/shared/json';

export interface Span {
  readonly text: string;
  readonly isMarked: boolean;
}

export type DiffLine =
  | { readonly kind: 'added'; readonly number: number; readonly spans: readonly Span[] }
  | { readonly kind: 'removed'; readonly number: number; readonly spans: readonly Span[] }
  /** `before`: its number in the first of the two. */
  | { readonly kind: 'same'; readonly number: number; readonly before: number; readonly spans: readonly Span[] }
  | { readonly kind: 'gap'; readonly count: number };

/** Lines that are the same are shown next to a change only. */
const context = 1;
const mostMs = 250;
const mostLines = 20_000;

/** Null: too large to compare in a moment. `isWhole`: with all lines that are the same. */
export function diffLines(before: readonly string[], after: readonly string[], isWhole = false): readonly DiffLine[] | null {
  if (before.length + after.length > mostLines) return null;
  const changes = diffArrays([...before], [...after], { timeout: mostMs }) as readonly { readonly value: string[]; readonly added?: boolean; readonly removed?: boolean }[] | undefined;
  if (changes === undefined) return null;
  const lines = linesOf(changes);
  return isWhole ? lines : withGaps(lines);
}

/** A text's lines, a list's items, else the lines of its JSON. */
export function linesOfValue(value: Json): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : value.replace(/\n$/, '').split('\n');
  if (Array.isArray(value)) return (value as readonly Json[]).map(itemText);
  return value === null ? [] : JSON.stringify(value, null, 2).split('\n');
}

/** What a line of a value is called. */
export function lineKind(value: Json): 'line' | 'item' {
  return Array.isArray(value) ? 'item' : 'line';
}

/** `{ claim: "…", source: "…" }`: an item on one line, readable. */
function itemText(item: Json): string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return typeof item === 'string' ? item : JSON.stringify(item);
  let text = itemTexts.get(item);
  if (text === undefined) itemTexts.set(item, (text = `{ ${Object.entries(item).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')} }`));
  return text;
}

/** Versions of a list share the items that they did not touch, so each is written once. */
const itemTexts = new WeakMap<object, string>();

function linesOf(changes: readonly { readonly value: string[]; readonly added?: boolean; readonly removed?: boolean }[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let old = 1;
  let fresh = 1;
  changes.forEach((change, index) => {
    const { value } = change;
    if (change.removed === true) {
      const next = changes[index + 1];
      const partner = next?.added === true ? next.value : [];
      for (const [place, text] of value.entries()) lines.push({ kind: 'removed', number: old++, spans: marked(text, partner[place], 'removed') });
      return;
    }
    if (change.added === true) {
      const last = changes[index - 1];
      const partner = last?.removed === true ? last.value : [];
      for (const [place, text] of value.entries()) lines.push({ kind: 'added', number: fresh++, spans: marked(text, partner[place], 'added') });
      return;
    }
    for (const text of value) {
      lines.push({ kind: 'same', number: fresh++, before: old++, spans: [{ text, isMarked: false }] });
    }
  });
  return lines;
}

/** The words in which a line differs from the one in its place; none where it has no partner or hardly a word in common. */
function marked(text: string, partner: string | undefined, kind: 'added' | 'removed'): readonly Span[] {
  if (partner === undefined || text.length + partner.length > 4000) return [{ text, isMarked: false }];
  const [before, after] = kind === 'removed' ? [text, partner] : [partner, text];
  const words = diffWordsWithSpace(before, after);
  const common = words.filter((word) => !word.added && !word.removed).reduce((sum, word) => sum + word.value.trim().length, 0);
  if (common * 4 < text.trim().length) return [{ text, isMarked: false }];
  const other = kind === 'added' ? 'removed' : 'added';
  return words.filter((word) => !word[other]).map((word) => ({ text: word.value, isMarked: word[kind] }));
}

function withGaps(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = (index: number) => {
    for (let other = Math.max(0, index - context); other <= Math.min(lines.length - 1, index + context); other++) {
      if (lines[other]!.kind !== 'same') return true;
    }
    return false;
  };
  const shown: DiffLine[] = [];
  let hidden = 0;
  const close = () => {
    if (hidden > 0) shown.push({ kind: 'gap', count: hidden });
    hidden = 0;
  };
  lines.forEach((line, index) => {
    if (line.kind === 'same' && !isNear(index)) {
      hidden += 1;
      return;
    }
    close();
    shown.push(line);
  });
  close();
  return shown;
}
