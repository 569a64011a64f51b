/** Merge conflicts in a text: where they are, and the text as one side has it. Every offset stays: what is left out becomes blanks. */

interface Side {
  readonly start: number;
  readonly end: number;
}

interface Conflict {
  /** The first mark's line, without its line break. */
  readonly start: number;
  readonly end: number;
  /** Ours, what both came from where that is written too, and theirs. */
  readonly sides: readonly Side[];
  /** Everything up to behind the last mark. */
  readonly whole: Side;
}

const markLine = /^(<{7}|={7}|>{7}|\|{7})(?= |\r?$).*$/gm;

/** One without its end reaches to the end of the text. */
export function conflictsIn(text: string): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  let open: { readonly start: number; readonly end: number; readonly sides: Side[]; from: number } | null = null;
  const close = (end: number): void => {
    if (open !== null) conflicts.push({ start: open.start, end: open.end, sides: open.sides, whole: { start: open.start, end } });
    open = null;
  };
  for (const { 0: line, 1: sign = '', index } of text.matchAll(markLine)) {
    const end = index + line.length;
    if (sign.startsWith('<')) {
      close(index);
      open = { start: index, end: index + line.trimEnd().length, sides: [], from: end };
    } else if (open !== null) {
      open.sides.push({ start: open.from, end: index });
      open.from = end;
      if (sign.startsWith('>')) close(end);
    }
  }
  if (open !== null) {
    open.sides.push({ start: open.from, end: text.length });
    close(text.length);
  }
  return conflicts;
}

/** With the side that `keep` lies in, else ours. The same text where nothing is in conflict. */
export function oneSideOf(text: string, keep = -1): string {
  const conflicts = conflictsIn(text);
  if (conflicts.length === 0) return text;
  let made = '';
  let done = 0;
  for (const { sides, whole } of conflicts) {
    const kept = sides.find(({ start, end }) => start <= keep && keep <= end) ?? sides[0] ?? whole;
    made += text.slice(done, whole.start) + blank(text.slice(whole.start, kept.start)) + text.slice(kept.start, kept.end) + blank(text.slice(kept.end, whole.end));
    done = whole.end;
  }
  return made + text.slice(done);
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}
