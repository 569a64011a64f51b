/**
 * The Files port inside VS Code: what is being typed wins over what is on disk, and folders that are not on disk are read
 * through VS Code. Reading the disk itself is the given port's part.
 */
import * as vscode from 'vscode';
import { FileError, type Files, type FileErrorKind, type FileStat } from '../../engine/shared/ports';
import type { TypedTexts } from './typedTexts';
import { isOnDisk, uriOfPath } from './uriPath';

/** Beyond it no team file is read: the same limit as on disk would be the reader's, this one keeps memory whole. */
const maxVirtualBytes = 16 * 1024 * 1024;

/** `disk` may come later than this: it is asked for when the first file is read. */
export function editorFiles(disk: () => Promise<Files>, typed: TypedTexts): Files {
  return {
    async readText(path) {
      const text = typed.of(path);
      if (text !== null) return text;
      return isOnDisk(path) ? (await disk()).readText(path) : readVirtual(path);
    },
    async list(path) {
      return isOnDisk(path) ? (await disk()).list(path) : listVirtual(path);
    },
    async stat(path) {
      return isOnDisk(path) ? (await disk()).stat(path) : statVirtual(path);
    },
    async realPath(path) {
      return isOnDisk(path) ? (await disk()).realPath(path) : path;
    },
  };
}

async function readVirtual(path: string): Promise<string> {
  const bytes = await attempt(path, () => vscode.workspace.fs.readFile(uriOfPath(path)));
  if (bytes.length > maxVirtualBytes) throw new FileError('too-large', path, `${path} is larger than ${maxVirtualBytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileError('not-text', path, `${path} is not UTF-8 text`);
  }
}

async function listVirtual(path: string): Promise<readonly string[]> {
  const entries = await attempt(path, () => vscode.workspace.fs.readDirectory(uriOfPath(path)));
  return entries.map(([name]) => name).sort((a, b) => (a < b ? -1 : 1));
}

async function statVirtual(path: string): Promise<FileStat | null> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uriOfPath(path));
    const kind = type & vscode.FileType.Directory ? 'folder' : type & vscode.FileType.File ? 'file' : 'other';
    return { kind, size };
  } catch (error) {
    if (kindOf(error) === 'missing') return null;
    throw asFileError(path, error);
  }
}

async function attempt<T>(path: string, read: () => Thenable<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw asFileError(path, error);
  }
}

function asFileError(path: string, error: unknown): FileError {
  return new FileError(kindOf(error), path, error instanceof Error ? error.message : String(error));
}

function kindOf(error: unknown): FileErrorKind {
  if (!(error instanceof vscode.FileSystemError)) return 'other';
  if (error.code === 'FileNotFound') return 'missing';
  return error.code === 'NoPermissions' ? 'denied' : 'other';
}
