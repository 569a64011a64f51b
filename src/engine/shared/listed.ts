/** What there is, for a message about a name that is not among it. */

/** Each once, by name; undefined: there is nothing. */
export function thereIs(known: Iterable<string>, opening = 'There is'): string | undefined {
  const names = [...new Set(known)].sort((a, b) => (a < b ? -1 : 1));
  return names.length === 0 ? undefined : `${opening}: ${names.join(', ')}.`;
}
