/** Finds keys that YAML made out of a torn expression without an error: `{ when: f(a, b) == 1 }` gives a key `b) == 1`. */
import { isCollection, isMap, isPair, isScalar, type Node } from 'yaml';

const operators = /==|!=|&&|\|\||<=|>=| \? |^\S*\w\(/;

/** Spans of such keys, in the text that was parsed. */
export function suspiciousPlaces(root: unknown): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const todo: unknown[] = [root];
  while (todo.length > 0) {
    const node = todo.pop();
    if (!isCollection(node)) continue;
    for (const item of node.items) {
      if (!isPair(item)) {
        todo.push(item);
        continue;
      }
      todo.push(item.value);
      const range = isScalar(item.key) && item.key.type === 'PLAIN' ? (item.key as Node).range : undefined;
      const name = range ? String((item.key as { source?: string }).source ?? '') : '';
      const lost = isMap(node) && node.flow === true && item.value === null && /[()'"&|<>=]/.test(name);
      if (range && (lost || operators.test(name))) found.push([range[0], range[1]]);
    }
  }
  return found;
}
