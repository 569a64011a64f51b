/** What ends a command early, for people: what happened, where, and what to do. */

export class CliError extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'CliError';
  }
}

/** Any error as two sentences; the second is empty where there is nothing to advise. */
export function describeError(error: unknown): { readonly message: string; readonly hint: string } {
  if (!(error instanceof Error)) return { message: String(error), hint: '' };
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : '';
  return { message: error.message, hint };
}
