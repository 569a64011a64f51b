/** Values of a run that are kept by their SHA-256. A file is whole or not there; one that is not what its name says counts as not there. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { blobsNamedIn } from '../../engine/events/logMarks';
import { sha256 } from '../sha256';

export class BlobFolder {
  private readonly folder: string;
  private made = false;
  private unsynced: string[] = [];

  constructor(runFolder: string) {
    this.folder = path.join(runFolder, 'blobs');
  }

  /** Resolves when it has reached the operating system. */
  async write(hash: string, text: string): Promise<void> {
    if (!this.made) await mkdir(this.folder, { recursive: true });
    this.made = true;
    const file = path.join(this.folder, hash);
    const half = `${file}.${randomBytes(4).toString('hex')}.tmp`;
    const handle = await open(half, 'wx');
    try {
      await handle.writeFile(text, 'utf8');
    } finally {
      await handle.close();
    }
    await rename(half, file);
    this.unsynced.push(file);
  }

  /** Resolves when everything written has reached the disk. */
  async sync(): Promise<void> {
    const before = this.unsynced.length;
    while (this.unsynced.length > 0) {
      const file = this.unsynced[0]!;
      const handle = await open(file, 'r+');
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
      this.unsynced.shift();
    }
    if (before > 0) await syncFolder(this.folder);
  }

  /** Takes away what a process that was killed while it wrote has left. Only for who holds the run. */
  async sweep(): Promise<void> {
    const found = await readdir(this.folder).catch(() => []);
    for (const name of found) if (name.endsWith('.tmp')) await rm(path.join(this.folder, name), { force: true });
  }

  async names(): Promise<ReadonlySet<string>> {
    const found = await readdir(this.folder).catch(() => []);
    return new Set(found.filter((name) => /^[0-9a-f]{64}$/.test(name)));
  }

  async read(hash: string): Promise<string | null> {
    const text = await readFile(path.join(this.folder, hash), 'utf8').catch(() => null);
    return text !== null && sha256(text) === hash ? text : null;
  }

  /** All that a text refers to, and what those refer to. */
  async readAllNamedIn(texts: Iterable<string>): Promise<ReadonlyMap<string, string | null>> {
    const found = new Map<string, string | null>();
    const open: string[] = [];
    const visit = (text: string): void => {
      for (const hash of blobsNamedIn(text)) if (!found.has(hash)) {
        found.set(hash, null);
        open.push(hash);
      }
    };
    for (const text of texts) visit(text);
    for (let hash = open.pop(); hash !== undefined; hash = open.pop()) {
      const text = await this.read(hash);
      found.set(hash, text);
      if (text !== null) visit(text);
    }
    return found;
  }
}

/** So that a new file's name survives a power cut. Some systems cannot, and need not. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Windows, some network folders.
  } finally {
    await handle.close();
  }
}
