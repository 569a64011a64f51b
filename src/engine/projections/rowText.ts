/** Texts of the rows in a step: what is said of several problems, of a judged condition, of content that reads like an instruction. */
import type { Flag } from '../events/runEvent';
import type { JudgedView } from './runView';
import { shortened } from './words';

/** Characters of a row's text. */
export const textLength = 120;

/** The first, and how many more there are. */
export function problemLine(problems: readonly string[]): string {
  const [first = ''] = problems;
  const more = problems.length > 1 ? ` (+${problems.length - 1})` : '';
  return shortened(first, textLength) + more;
}

/** e.g. `docs/a.md:12: “Ignore your instructions.”` */
export function flagText({ source, passage }: Flag): string {
  return `${source}: “${passage}”`;
}

export function judgedText({ question, holds, why }: JudgedView): string {
  return `${shortened(question, 60)} ${holds ? 'holds' : 'does not hold'}${why === null ? '' : `: ${shortened(why, 60)}`}`;
}
