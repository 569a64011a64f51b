/** Paths as text, always with `/`, for code that may not import node:path. */

export function dirname(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut <= 0 ? (cut === 0 ? '/' : '.') : path.slice(0, cut);
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins and resolves `.` and `..`; an absolute later part starts over. */
export function joinPath(...parts: readonly string[]): string {
  const whole = parts.reduce(append, '');
  const isAbsolute = whole.startsWith('/');
  const kept: string[] = [];
  for (const piece of whole.split('/')) takePiece(kept, piece, isAbsolute);
  return (isAbsolute ? '/' : '') + kept.join('/') || '.';
}

function append(whole: string, part: string): string {
  return whole === '' || part.startsWith('/') || /^[A-Za-z]:\//.test(part) ? part : `${whole}/${part}`;
}

function takePiece(kept: string[], piece: string, isAbsolute: boolean): void {
  if (piece === '' || piece === '.') return;
  if (piece !== '..') kept.push(piece);
  else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
  // Above the root there is nothing.
  else if (!isAbsolute) kept.push(piece);
}

/** `path` as seen from `folder`, with `../` where it lies outside. */
export function relativePath(folder: string, path: string): string {
  const from = joinPath(folder).split('/');
  const to = joinPath(path).split('/');
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || '.';
}

/** True for `folder` itself and all below it. */
export function isInside(folder: string, path: string): boolean {
  const base = joinPath(folder);
  const other = joinPath(path);
  return other === base || other.startsWith(base === '/' ? '/' : `${base}/`);
}
