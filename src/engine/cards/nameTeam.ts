/** Gives a team file another name; nothing else of its text changes. */
import { isMap, isScalar, parseDocument, stringify } from 'yaml';

/** Returned as it is where `team:` is not a plain value. */
export function nameTeam(text: string, name: string): string {
  const { contents } = parseDocument(text, { keepSourceTokens: true });
  const value = isMap(contents) ? contents.items.find(({ key }) => isScalar(key) && key.value === 'team')?.value : undefined;
  if (!isScalar(value) || !value.range) return text;
  const [from, to] = value.range;
  return `${text.slice(0, from)}${stringify(name).trimEnd()}${text.slice(to)}`;
}
