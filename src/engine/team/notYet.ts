/** What the format has and this version does not run: refused by the check, each with one sentence, never half done. The one list of them. */
import type { MapReader } from '../cards/mapReader';
import type { SourceRange } from '../shared/source';
import type { Check } from './check';

interface NotYet {
  /** One sentence. `{}` stands for the word that was written. */
  readonly says: string;
  readonly hint: string;
  /** The places where it is asked for. */
  readonly find: (check: Check) => readonly Found[];
}

interface Found {
  readonly range: SourceRange;
  readonly word: string;
}

const list: readonly NotYet[] = [
  { says: 'Tools of the type `{}` do not work yet.', hint: 'Use one of the other types.', find: ({ team }) => team.tools.flatMap(({ map }) => words(map, 'type', ['mcp'])) },
];

export function checkNotYet(check: Check): void {
  for (const { says, hint, find } of list) {
    for (const { range, word } of find(check)) check.findings.add('not-yet', range, says.replace('{}', word), { hint });
  }
}

function words(map: MapReader, key: string, refused: readonly string[]): readonly Found[] {
  const text = map.text(key);
  return text !== null && refused.includes(text.text) ? [{ range: text.range, word: text.text }] : [];
}
