/** Matches paths with `*`, `?` and `**`, in time that grows with the product of the lengths only: patterns come from models. */

export function matchesGlob(pattern: string, path: string): boolean {
  return matchAll(pattern.split('/'), path.split('/'), '**', (p, s) => matchAll([...p], [...s], '*', (a, b) => a === '?' || a === b));
}

/** The usual walk with one point to come back to: the last star. */
function matchAll(pattern: readonly string[], items: readonly string[], star: string, same: (pattern: string, item: string) => boolean): boolean {
  let p = 0;
  let i = 0;
  let backTo: { readonly p: number; i: number } | null = null;
  while (i < items.length) {
    if (p < pattern.length && pattern[p] === star) backTo = { p: p++, i };
    else if (p < pattern.length && same(pattern[p]!, items[i]!)) {
      p++;
      i++;
    } else if (backTo !== null) {
      p = backTo.p + 1;
      i = ++backTo.i;
    } else return false;
  }
  while (pattern[p] === star) p++;
  return p === pattern.length;
}
