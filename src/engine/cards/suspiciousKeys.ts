/** Finds keys that YAML made out of a torn expression without an error: `{ when: f(a, b) == 1 }` gives a key `b) == 1`. */
import { isCollection, isMap, isPair, isScalar, type Pair } from 'yaml';

const operators = /==|!=|&&|\|\||<=|>=| \? |^\S*\w\(/;

/** Spans of such keys, in the text that was parsed. */
export function suspiciousPlaces(root: unknown): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isCollection(node)) continue;
    for (const item of node.items) {
      pending.push(isPair(item) ? item.value : item);
      const span = isPair(item) ? suspiciousKey(item, isMap(node) && node.flow === true) : null;
      if (span !== null) found.push(span);
    }
  }
  return found;
}

function suspiciousKey({ key, value }: Pair, inFlow: boolean): readonly [number, number] | null {
  if (!isScalar(key) || key.type !== 'PLAIN' || !key.range) return null;
  const name = key.source ?? '';
  const isLost = inFlow && value === null && /[()'"&|<>=]/.test(name);
  return isLost || operators.test(name) ? [key.range[0], key.range[1]] : null;
}
