/** Sentences put together, so that no mark stands twice: what is quoted in a message may end in a full stop of its own, or in none. */

/** As part of another sentence: without its full stop. An ellipsis stays. */
export function unended(sentence: string): string {
  return sentence.replace(/(?<!\.)\.\s*$/, '').trimEnd();
}

/** With one mark at its end. */
export function ended(sentence: string): string {
  const text = sentence.trimEnd();
  return /[.!?…。！？]$/.test(text) ? text : `${text}.`;
}

/** Several as one, `a; b`, with no mark at its end but a question's. */
export function inOne(sentences: readonly string[]): string {
  return sentences.map(unended).join('; ');
}
