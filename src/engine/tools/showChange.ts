/** What a write changes in a file, as the unified difference that people know. */

/** In lines; what is more is counted. */
const mostLines = 400;
/** In edits: beyond it the old text is shown as gone and the new one as written. */
const mostEdits = 2000;

/** `before` null: there was no file. */
export async function showChange(path: string, before: string | null, after: string): Promise<string> {
  if (before === after) return `${path} stays as it is.`;
  const { createTwoFilesPatch } = await import('diff');
  const names = [before === null ? '/dev/null' : path, path] as const;
  const patch = createTwoFilesPatch(...names, before ?? '', after, undefined, undefined, { context: 3, maxEditLength: mostEdits });
  const lines = (patch ?? allNew(before ?? '', after)).split('\n').filter((line) => !/^(=====|Index: )/.test(line));
  if (lines.at(-1) === '') lines.pop();
  if (lines.length <= mostLines) return lines.join('\n');
  return [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more lines`].join('\n');
}

function allNew(before: string, after: string): string {
  return [`@@ all ${before.split('\n').length} lines are replaced @@`, ...after.split('\n').map((line) => `+${line}`)].join('\n');
}
