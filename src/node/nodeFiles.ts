/** The Files port over this machine's file system. Knows nothing of roots that a tool must stay under. */
import { constants } from 'node:fs';
import { open, readdir, realpath, stat, type FileHandle } from 'node:fs/promises';
import { FileError, type FileErrorKind, type Files } from '../engine/shared/ports';
import { slashPath } from './slashPath';

/** What is read at once, in bytes: beyond it a file is no document that a person wrote. */
export const defaultMaxBytes = 16 * 1024 * 1024;

export function createNodeFiles(options: { readonly maxBytes?: number } = {}): Files {
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  return {
    readText: (path) => fileAttempt(path, 'read', () => readText(path, maxBytes)),
    list: (path) => fileAttempt(path, 'read', async () => (await readdir(path)).sort(byCodePoint)),
    stat: (path) => fileAttempt(path, 'read', () => statOrNull(path)),
    realPath: (path) => fileAttempt(path, 'read', async () => slashPath(await realpath(path))),
  };
}

async function statOrNull(path: string): ReturnType<Files['stat']> {
  try {
    const found = await stat(path);
    return { kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other', size: found.size };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Does not wait at a pipe, and reads no more than the limit even where a file grows or lies about its size. */
async function readText(path: string, maxBytes: number): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw new FileError('other', path, `${path} is a folder, not a file.`);
    if (!found.isFile()) throw new FileError('other', path, `${path} is not an ordinary file.`);
    const bytes = await readAtMost(handle, found.size, maxBytes);
    if (bytes === null) throw new FileError('too-large', path, `${path} is larger than ${Math.floor(maxBytes / 1024)} KB.`);
    return decodeText(path, bytes);
  } finally {
    await handle.close();
  }
}

/** Null: there is more than `maxBytes`. A file that says it is empty may still hold something (/proc). */
async function readAtMost(handle: FileHandle, size: number, maxBytes: number): Promise<Uint8Array | null> {
  if (size > maxBytes) return null;
  let buffer = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(size, 4096)) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (length > maxBytes) return null;
    if (bytesRead === 0) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(maxBytes + 1, buffer.length * 2));
  }
}

/** UTF-8 only. A byte order mark is dropped, as editors do, so that lines and columns agree with theirs. */
function decodeText(path: string, bytes: Uint8Array): string {
  const utf16 = bytes.length > 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (utf16) throw new FileError('not-text', path, `${path} is saved as UTF-16; save it as UTF-8.`);
  if (bytes.includes(0)) throw new FileError('not-text', path, `${path} is not a text file.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError('not-text', path, `${path} is not UTF-8 text; save it as UTF-8.`);
  }
}

function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let i = 0;
  while (i < length && a[i] === b[i]) i++;
  if (i === length) return a.length - b.length;
  // The halves of a pair sort below U+E000..U+FFFF as units, though the character they make is above.
  return (a.codePointAt(i > 0 && isLowHalf(a, i) ? i - 1 : i) ?? 0) - (b.codePointAt(i > 0 && isLowHalf(b, i) ? i - 1 : i) ?? 0);
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

type Done = 'read' | 'written';

const kinds: Readonly<Record<string, (done: Done) => readonly [FileErrorKind, string]>> = {
  ENOENT: () => ['missing', 'does not exist.'],
  ENOTDIR: () => ['missing', 'does not exist: a part of its path is not a folder.'],
  EACCES: (done) => ['denied', `may not be ${done} by this user.`],
  EPERM: (done) => ['denied', `may not be ${done} by this user.`],
  EROFS: (done) => ['denied', `may not be ${done}: its disk is read-only.`],
  ELOOP: () => ['other', 'is a link that leads back to itself.'],
};

/** What the system says, as a FileError. */
export async function fileAttempt<T>(path: string, done: Done, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    const [kind, what] = kinds[codeOf(error)]?.(done) ?? ['other', `cannot be ${done}: ${error instanceof Error ? error.message : String(error)}`];
    throw new FileError(kind, path, `${path} ${what}`);
  }
}

/** Node's code of a failed system call, or an empty text. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
