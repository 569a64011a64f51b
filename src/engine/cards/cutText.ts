/** Texts that YAML cuts short without a word: in `Fix # 12` and `Sort by #urgent` a comment begins at the ` #`. */
import { rangeOf, type ScalarNode } from './cardNode';
import type { Findings } from './findings';
import { quoted } from './tornValue';

/**
 * Whoever means a comment leaves two blanks before it, or one behind the `#`, or ends the text first. So a cut is one blank, then a number or a word that
 * stands close to the `#`, behind a text without an end; and words that only comments begin with are none.
 */
const cut = /^ #(?: ?\d|(?!(?:todo|fixme|xxx|note|hack|noqa|yaml)\b)\p{L})/iu;
const isEnd = /[.!?…:;,。！？：；，]$/;
/** A name, under a key that may hold one. */
const isName = /^\p{Ll}[\w-]*$/u;

export function reportCutText(node: ScalarNode, findings: Findings): void {
  if (node.style !== 'plain' || typeof node.value !== 'string' || isEnd.test(node.value) || isName.test(node.value)) return;
  const { source } = node;
  const at = source.toOriginal(node.end);
  const { end } = source.lineAt(at);
  const rest = source.original.slice(at, end);
  if (!cut.test(rest)) return;
  const start = source.toOriginal(node.start);
  const whole = source.originalRange(start, end);
  const isOneLine = !source.original.slice(start, at).includes('\n');
  const fix = isOneLine ? { title: 'Put it in quotes', range: whole, text: quoted(source.original.slice(start, end).trimEnd()) } : undefined;
  findings.add('cut-text', { ...rangeOf(node), end: whole.end }, `The text ends before \`${rest.trim().slice(0, 40)}\`: a \`#\` behind a blank begins a comment.`, { fix });
}
