/** The files under one root, and nothing outside it: every path is checked after its links are resolved. Does not read what is in them. */
import { isInside, joinPath, relativePath } from '../shared/paths';
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
  /** All files, by path in code-point order; hidden ones and node_modules left out. Rejects with `signal.reason` when that aborts. */
  walk(signal: AbortSignal): Promise<Walk>;
}

interface Walk {
  readonly files: readonly RootedFile[];
  /** Sentences about what was left out, if anything. */
  readonly notes: readonly string[];
}

/** Keeps a wrong root (a home folder, say) from being read to its end. */
const mostFiles = 10_000;

/** `root` is relative to `folder`, the team's. The error is a sentence for the author of the team. */
export async function openRoot(files: Files, folder: string, root: string): Promise<Result<RootedFiles, string>> {
  const top = joinPath(folder, root);
  const stat = await files.stat(top);
  if (stat?.kind !== 'folder') return err(stat === null ? `root: there is no folder ${root} (looked for ${top})` : `root: ${root} is not a folder`);
  const realTop = await files.realPath(top);
  const shown = relativePath(folder, top);
  return ok({
    shown,
    key: `${folder}\n${top}\n${realTop}`,
    find: (path) => find({ files, folder, top, realTop, shown }, path),
    walk: (signal) => walk({ files, folder, top, realTop, shown }, signal),
  });
}

interface Root {
  readonly files: Files;
  readonly folder: string;
  readonly top: string;
  readonly realTop: string;
  readonly shown: string;
}

async function find(root: Root, asked: string): Promise<Result<RootedFile, string>> {
  const path = asked.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  if (/^([A-Za-z]:|\/|~)/.test(path) || path.includes('\0')) return err(`The path must be relative, such as search and list_files give it, not ${quote(asked)}.`);
  for (const rest of placesUnder(root.shown, path)) {
    if (rest.split('/').includes('..')) return err(`The path may not hold "..": ${quote(asked)}.`);
    const absolute = joinPath(root.top, rest);
    const place = await look(root.files, absolute);
    if (place === null) continue;
    if (!isInside(root.realTop, place.real)) return err(`${quote(asked)} leads out of ${root.shown} through a link, so it is not opened.`);
    if (place.stat.kind !== 'file') return err(`${quote(asked)} is a folder, not a file.`);
    return ok({ path: relativePath(root.folder, absolute), absolute, size: place.stat.size });
  }
  return err(`There is no file ${quote(asked)} under ${root.shown}.`);
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
