/** Looking for a text in a text in linear time. */

/** Below this many steps the engine's own search is fast whatever the texts are. */
const harmlessSteps = 20_000_000;

/**
 * The first place at or behind `from`, else -1. The engine's own search can take text × part steps on texts made for it
 * (75 s for 100,000 characters in 5,000,000, measured); then Knuth, Morris and Pratt's is used, which cannot.
 */
export function findText(text: string, part: string, from = 0): number {
  return (text.length - from) * part.length <= harmlessSteps ? text.indexOf(part, from) : findLinear(text, part, from);
}

export function findLastText(text: string, part: string): number {
  return text.length * part.length <= harmlessSteps ? text.lastIndexOf(part) : findLinear(text, part, 0, 'last');
}

function findLinear(text: string, part: string, from: number, which: 'first' | 'last' = 'first'): number {
  const borders = bordersOf(part);
  let found = -1;
  let matched = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === code) matched++;
    if (matched < part.length) continue;
    found = i - matched + 1;
    if (which === 'first') return found;
    matched = borders[matched - 1]!;
  }
  return found;
}

/** For each prefix the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let i = 1; i < part.length; i++) {
    while (matched > 0 && part.charCodeAt(matched) !== part.charCodeAt(i)) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === part.charCodeAt(i)) matched++;
    borders[i] = matched;
  }
  return borders;
}
