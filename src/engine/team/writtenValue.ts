/** A value that a file says a role writes (in an example, in a script), held against the schema of its field. */
import { jsonOf, rangeOf, type CardNode } from '../cards/cardNode';
import type { CardWrite } from '../cards/roleCard';
import type { Schemas } from '../shared/schemas';
import { ended } from '../shared/sentences';
import type { SourceRange } from '../shared/source';

export interface WrittenProblem {
  /** A sentence. */
  readonly text: string;
  readonly range: SourceRange;
}

/** Null: it fits, or nothing can be said. A text with `{{ }}` may become anything, so nothing is said of it. */
export function problemOfWritten(schemas: Schemas, { field, schema }: CardWrite, value: CardNode): WrittenProblem | null {
  if (schema === null) return null;
  const compiled = schemas.compile(schema.value);
  const problems = compiled.ok ? compiled.value(schemas.withDefaults(schema.value, jsonOf(value))) : [];
  const problem = problems.find(({ path, message }) => isSure(nodeAt(value, path), message));
  if (problem === undefined) return null;
  const where = problem.path === '' ? `\`${field}\`` : `\`${field}\`, ${problem.path},`;
  return { text: `${where} ${ended(problem.message)}`, range: rangeOf(nodeAt(value, problem.path)) };
}

/** Around a template only what does not depend on it. */
function isSure(node: CardNode, message: string): boolean {
  return !holdsTemplate(node) || (node.kind !== 'scalar' && /^must (not )?have `|^must be (array|object|string|number|integer|boolean|null)\b/.test(message));
}

export function holdsTemplate(node: CardNode): boolean {
  if (node.kind === 'scalar') return typeof node.value === 'string' && node.value.includes('{{');
  return node.kind === 'list' ? node.items.some(holdsTemplate) : node.entries.some(({ value }) => holdsTemplate(value));
}

/** The part that `properties.plan.items[0]` means; keys may hold dots, so the longest key that fits is taken. */
export function nodeAt(node: CardNode, path: string): CardNode {
  if (path === '') return node;
  if (node.kind === 'map') {
    const fits = node.entries.filter(({ key }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`));
    const best = fits.sort((a, b) => b.key.length - a.key.length)[0];
    return best === undefined ? node : nodeAt(best.value, path.slice(best.key.length).replace(/^\./, ''));
  }
  const index = /^\[(\d+)\]\.?/.exec(path);
  const item = node.kind === 'list' && index !== null ? node.items[Number(index[1])] : undefined;
  return item === undefined || index === null ? node : nodeAt(item, path.slice(index[0].length));
}
