/** An error in words for people: what happened, and what to do where the error knows it. */

export interface DescribedError {
  readonly message: string;
  /** Empty where there is nothing to advise. */
  readonly hint: string;
}

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { message: String(error), hint: '' };
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : '';
  return { message: error.message, hint };
}

/** Both in one line. */
export function errorSentence(error: unknown): string {
  const { message, hint } = describeError(error);
  return [message, hint].filter((part) => part !== '').join(' ');
}
