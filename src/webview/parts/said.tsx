/** Words that a screen reader says between what is seen, so that a row or a button is named by its own text. */

export function Said({ text }: { readonly text: string }) {
  return <span class="said">{text}</span>;
}
