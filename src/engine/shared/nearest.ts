/** "Did you mean": the known name that is closest to what was written. */
import { distance } from 'fastest-levenshtein';

/** Null when nothing is close enough to be a slip of the pen. */
export function nearest(written: string, known: Iterable<string>): string | null {
  const wanted = written.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const steps = stepsTo(wanted, name.toLowerCase());
    if (steps >= least) continue;
    least = steps;
    best = name;
  }
  return best;
}

/** Two letters that changed places are one slip. */
function stepsTo(wanted: string, name: string): number {
  const steps = distance(wanted, name);
  return steps === 2 && letters(wanted) === letters(name) ? 1 : steps;
}

function letters(word: string): string {
  return [...word].sort().join('');
}

/** `; did you mean \`x\`?`, or nothing. */
export function didYouMean(found: string | null): string {
  return found === null ? '' : `; did you mean \`${found}\`?`;
}
