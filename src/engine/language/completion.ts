/** What completion offers, for any editor. Types only. */
import type { NameOf } from '../cards/shape';
import type { Span } from './cursor';

export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'word' | NameOf | 'variable' | 'property' | 'function' | 'method';
  /** One short line. */
  readonly detail?: string;
  /** Markdown, made when it is looked at: who reads and writes a field is found by a walk through the team. */
  readonly doc?: () => string | null;
  /** A snippet: `$` and `}` of the text are escaped, `$0` is where the cursor ends. */
  readonly insert: string;
  /** What it replaces, in offsets of the text. */
  readonly replace: Span;
  /** What the typed word is held against; default: the label. */
  readonly filter?: string;
  /** What follows has completions too. */
  readonly goesOn?: true;
}

export function plainSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}
