/** Colours of a terminal: the sixteen that every theme defines, and only where they are wanted. */
import type { TextOutput } from '../cliHost';

export type Tone = 'good' | 'bad' | 'busy' | 'faint' | 'strong';

const codes: Readonly<Record<Tone, readonly [number, number]>> = { good: [32, 39], bad: [31, 39], busy: [36, 39], faint: [2, 22], strong: [1, 22] };

export type Paint = (tone: Tone, text: string) => string;

export function paintFor(output: Pick<TextOutput, 'isColored'>): Paint {
  if (!output.isColored) return (_tone, text) => text;
  return (tone, text) => `\u001b[${codes[tone][0]}m${text}\u001b[${codes[tone][1]}m`;
}
