// Words for an error that ends a script. It prints nothing.

/**
 * esbuild's messages with their places; the sentence alone of an error that a script threw for its reader; the stack of a bug.
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  const { errors, code } = /** @type {{ errors?: import('esbuild').Message[], code?: string }} */ (error);
  if (Array.isArray(errors)) {
    const lines = errors.map(({ text, location: at }) => `${at ? `${at.file}:${at.line}:${at.column + 1}: ` : ''}${text}`);
    return [...lines, 'The build failed; dist/ is not complete.'].join('\n');
  }
  const isForReader = error.constructor === Error || code?.startsWith('ERR_PARSE_ARGS');
  return isForReader ? error.message : (error.stack ?? error.message);
}
