/** The files under one root, and nothing outside it: every path is checked after its links are resolved. Does not read what is in them. */
import { basename, dirname, isInside, joinPath, relativePath } from '../shared/paths';
import { FileError, type Files, type FileErrorKind, type FileStat } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';

export interface RootedFile {
  /** As tools show it and take it: relative to the team's folder, with `/`. */
  readonly path: string;
  readonly absolute: string;
  /** In bytes. */
  readonly size: number;
}

export interface RootedFiles {
  /** As the team wrote it, relative to its folder. */
  readonly shown: string;
  /** Unique for what it leads to. */
  readonly key: string;
  /** The error is a sentence for the model. */
  find(path: string): Promise<Result<RootedFile, string>>;
  /** Where a file can be written, whether it is there or not. The error is a sentence for the model. */
  placeFor(path: string): Promise<Result<WritablePlace, string>>;
  /** All files, by path in code-point order; hidden ones and node_modules left out. Rejects with `signal.reason` when that aborts. */
  walk(signal: AbortSignal): Promise<Walk>;
}

export interface WritablePlace {
  /** As tools show it. */
  readonly path: string;
  /** With links resolved. */
  readonly absolute: string;
  readonly exists: boolean;
}

interface Walk {
  readonly files: readonly RootedFile[];
  /** Sentences about what was left out, if anything. */
  readonly notes: readonly string[];
}

/** Keeps a wrong root (a home folder, say) from being read to its end. */
const mostFiles = 10_000;

/** `root` is relative to `folder`, the team's. `toWrite`: it need not be there yet. The error is a sentence for the author of the team. */
export async function openRoot(files: Files, folder: string, root: string, toWrite = false): Promise<Result<RootedFiles, string>> {
  const top = joinPath(folder, root);
  const stat = await files.stat(top);
  if (stat === null && !toWrite) return err(`root: there is no folder ${root} (looked for ${top})`);
  if (stat !== null && stat.kind !== 'folder') return err(`root: ${root} is not a folder`);
  const realTop = await realPlace(files, top);
  // A path that is written as one of the team's must not be somewhere else by a link: whoever reads the team file could not see it.
  if (isInside(folder, top) && !isInside(await files.realPath(folder), realTop)) return err(`root: ${root} is a link that leads out of the team's folder; write the path that it leads to, if that is meant`);
  const shown = relativePath(folder, top);
  const opened = { files, folder, top, realTop, shown };
  return ok({
    shown,
    key: `${folder}\n${top}\n${realTop}`,
    find: (path) => find(opened, path),
    placeFor: (path) => placeFor(opened, path),
    walk: (signal) => walk(opened, signal),
  });
}

/** With the links of what is there resolved; the rest of the path is not there yet. */
async function realPlace(files: Files, path: string): Promise<string> {
  const rest: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    if ((await files.stat(existing)) !== null || existing === dirname(existing)) return joinPath(await files.realPath(existing), ...rest);
    rest.unshift(basename(existing));
  }
}

interface Root {
  readonly files: Files;
  readonly folder: string;
  readonly top: string;
  readonly realTop: string;
  readonly shown: string;
}

async function find(root: Root, asked: string): Promise<Result<RootedFile, string>> {
  const path = relative(asked);
  if (!path.ok) return path;
  for (const rest of placesUnder(root.shown, path.value)) {
    if (rest.split('/').includes('..')) return err(`The path may not hold "..": ${quote(asked)}.`);
    const absolute = joinPath(root.top, rest);
    const place = await look(root.files, absolute);
    if (place === null) continue;
    if (!isInside(root.realTop, place.real)) return err(`${quote(asked)} leads out of ${root.shown} through a link, so it is not opened.`);
    if (place.stat.kind !== 'file') return err(notAFile(asked, place.stat));
    return ok({ path: relativePath(root.folder, absolute), absolute, size: place.stat.size });
  }
  return err(`There is no file ${quote(asked)} under ${root.shown}.`);
}

/** Hidden names are settings of other programs, which may act on them. */
const unwritable = /(^|\/)(\.|node_modules(\/|$))/;

async function placeFor(root: Root, asked: string): Promise<Result<WritablePlace, string>> {
  const rest = writableName(root, asked);
  if (!rest.ok) return rest;
  const top = joinPath(root.top, rest.value);
  const place = await attempt(Promise.all([root.files.stat(top), realPlace(root.files, top)]));
  if (!place.ok) return err(`${quote(asked)} cannot be written: ${place.error}.`);
  const [stat, real] = place.value;
  if (!isInside(root.realTop, real)) return err(`${quote(asked)} leads out of ${root.shown} through a link, so it is not written.`);
  if (stat !== null && stat.kind !== 'file') return err(notAFile(asked, stat));
  return ok({ path: relativePath(root.folder, top), absolute: real, exists: stat !== null });
}

/** Relative to the root. */
function writableName(root: Root, asked: string): Result<string, string> {
  const path = relative(asked);
  if (!path.ok) return path;
  const [rest = ''] = placesUnder(root.shown, path.value);
  if (rest.split('/').includes('..')) return err(`The path may not hold "..": ${quote(asked)}.`);
  if (rest === '' || rest.endsWith('/')) return err(`${quote(asked)} is no path of a file.`);
  return unwritable.test(rest) ? err(`${quote(asked)} is not written: hidden names and node_modules are left alone.`) : ok(rest);
}

function notAFile(asked: string, { kind }: FileStat): string {
  return `${quote(asked)} is ${kind === 'folder' ? 'a folder' : 'a device or a pipe'}, not a file.`;
}

function relative(asked: string): Result<string, string> {
  const path = asked.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  const isElsewhere = /^([A-Za-z]:|\/|~)/.test(path) || path.includes('\0');
  return isElsewhere ? err(`The path must be relative, such as search and list_files give it, not ${quote(asked)}.`) : ok(path);
}

/** Tools show paths from the team's folder on; a model that leaves the root's name out means the same file. */
function placesUnder(shown: string, path: string): readonly string[] {
  return shown !== '.' && path.startsWith(`${shown}/`) ? [path.slice(shown.length + 1), path] : [path];
}

async function walk(root: Root, signal: AbortSignal): Promise<Walk> {
  const found: RootedFile[] = [];
  const notes: string[] = [];
  const seen = new Set<string>();
  const visitFile = async (absolute: string): Promise<void> => {
    const place = await look(root.files, absolute);
    if (place === null || !isInside(root.realTop, place.real)) return;
    if (place.stat.kind === 'folder') await visitFolder(absolute, place.real);
    else if (place.stat.kind === 'file') found.push({ path: relativePath(root.folder, absolute), absolute, size: place.stat.size });
  };
  const visitFolder = async (folder: string, real: string): Promise<void> => {
    if (seen.has(real)) return;
    seen.add(real);
    const names = await attempt(root.files.list(folder));
    if (!names.ok) notes.push(`${relativePath(root.folder, folder)} was left out: ${names.error}.`);
    for (const name of names.ok ? names.value : []) {
      signal.throwIfAborted();
      if (found.length < mostFiles && !name.startsWith('.') && name !== 'node_modules') await visitFile(joinPath(folder, name));
    }
  };
  await visitFolder(root.top, root.realTop);
  if (found.length >= mostFiles) notes.push(`There are more than ${mostFiles} files under ${root.shown}: not all were looked at.`);
  return { files: found.sort((a, b) => (a.path < b.path ? -1 : 1)), notes };
}

/** Null where nothing can be seen, such as a link that leads nowhere or to itself. */
async function look(files: Files, path: string): Promise<{ readonly stat: FileStat; readonly real: string } | null> {
  const stat = await attempt(files.stat(path));
  if (!stat.ok || stat.value === null) return null;
  const real = await attempt(files.realPath(path));
  return real.ok ? { stat: stat.value, real: real.value } : null;
}

const problems: Readonly<Record<FileErrorKind, string>> = {
  missing: 'it is not there any more',
  denied: 'it may not be read',
  'not-text': 'it is not UTF-8 text',
  'too-large': 'it is too large',
  other: 'it cannot be read',
};

/** Why a file could not be read, without this machine's paths: it goes to a model and into the log. What is no FileError is thrown on. */
export async function attempt<T>(work: Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof FileError) return err(problems[error.kind]);
    throw error;
  }
}

/** Null when it failed because `signal` aborted. */
export async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
