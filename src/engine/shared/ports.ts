/** What the engine needs from the world. Hosts bring implementations; the engine brings none. */
import { ended } from './sentences';

/** Time. Tests bring a clock that moves by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends after `ms`, or at once when `signal` aborts (it resolves then too: cancellation is not an error). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `then` after `ms`, unless what it returns is called first. */
  after(ms: number, then: () => void): () => void;
}

/** Names that do not repeat, and chance, so that a run can be made the same again. */
export interface Ids {
  /** A new id, later ones sorting behind earlier ones. */
  next(): string;
  /** From 0 up to, not including, 1: jitter and samples. */
  random(): number;
}

/** SHA-256 of UTF-8 text in lower-case hex. A port, since the engine has no crypto of its own. */
export type Sha256 = (text: string) => string;

export interface FileStat {
  readonly kind: 'file' | 'folder' | 'other';
  /** In bytes. */
  readonly size: number;
}

/**
 * Reading files. Paths are absolute and use `/`. Every call rejects with a FileError when it cannot be done.
 * Links are followed; `realPath` tells where one leads, so that a tool can stay under its root.
 */
export interface Files {
  readText(path: string): Promise<string>;
  /** Names in a folder, sorted by code point. */
  list(path: string): Promise<readonly string[]>;
  /** Null where there is nothing. */
  stat(path: string): Promise<FileStat | null>;
  realPath(path: string): Promise<string>;
}

/** Writing files. Paths as for reading. Rejects with a FileError when it cannot be done, and then nothing has changed. */
export interface FileWriter {
  /** Makes the file, or takes the place of what it held: whole or not at all. Folders above it are made. */
  writeText(path: string, text: string): Promise<void>;
}

export type FileErrorKind = 'missing' | 'denied' | 'not-text' | 'too-large' | 'other';

/** Its message is a sentence with its full stop, whoever says it: a host's own words may have none. */
export class FileError extends Error {
  constructor(
    readonly kind: FileErrorKind,
    readonly path: string,
    message: string,
  ) {
    super(ended(message));
    this.name = 'FileError';
  }
}

/** Reads what a key's name stands for, e.g. an environment variable or the editor's secret storage. Null: not set. */
export interface Secrets {
  get(name: string): Promise<string | null>;
}
