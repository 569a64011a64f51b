/** Appends to one run's log. Cost follows what is appended, never the length of the log. Does not decide when it has to be there: the engine flushes. */
import { writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Blob, LogEncoder } from '../../engine/events/logEncoder';
import type { RunEvent } from '../../engine/events/runEvent';
import { LogError, type RunLogWriter } from '../../engine/events/runLog';
import type { RunSummarizer } from '../../engine/events/summarizeRun';
import { syncFolder, type BlobFolder } from './blobFolder';
import type { RunLock } from './runLock';

export interface OpenLog {
  readonly run: string;
  readonly folder: string;
  /** Of the events, for people. */
  readonly location: string;
  readonly events: FileHandle;
  /** Where to go on, in bytes. */
  readonly end: number;
  readonly encoder: LogEncoder;
  readonly blobs: BlobFolder;
  readonly lock: RunLock;
  /** Of all events so far. */
  readonly summarizer: RunSummarizer;
  /** Keeps for lists what it says, once the log is closed. */
  readonly keep: () => Promise<void>;
}

/**
 * In bytes. What a step writes only goes into the system's memory, which takes 10 microseconds; handing it to another thread and
 * back takes 100, so small writes are made on the spot.
 */
const smallWrite = 64 * 1024;

export class NodeRunLogWriter implements RunLogWriter {
  private lines: string[] = [];
  private waitingBlobs: Blob[] = [];
  /** Written before, but not to its end: goes first, to the same place. */
  private unwritten: Buffer | null = null;
  private end: number;
  private writing: Promise<void> | null = null;
  private syncing: Promise<void> | null = null;
  /** Bytes that are known to be on the disk; below zero while the file's own name may not be. */
  private synced = -1;
  private closed: Promise<void> | null = null;
  private isDue = false;

  constructor(private readonly log: OpenLog) {
    this.end = log.end;
  }

  get run(): string {
    return this.log.run;
  }

  get location(): string {
    return this.log.location;
  }

  append(events: readonly RunEvent[]): void {
    if (this.closed !== null) throw new LogError('io', `The log of run ${this.run} is closed.`, 'Open the run again.');
    for (const event of events) {
      const { line, blobs } = this.log.encoder.encode(event);
      this.lines.push(line);
      if (blobs.length > 0) this.waitingBlobs.push(...blobs);
      this.log.summarizer.add(event);
    }
    this.writeSoon();
  }

  /** As soon as the process waits for something: an answer that has come must not be asked for again, and people look at a run that goes on. */
  private writeSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      // What goes wrong is told by the next flush(), sync() or close(), which tries again.
      if (this.closed === null) this.writeWaiting().catch(() => undefined);
    });
  }

  async flush(): Promise<void> {
    await this.writeWaiting();
    // What goes wrong is told by the next sync() or close(), which tries again.
    if (this.syncing === null && this.synced < this.end) this.startSync().catch(() => undefined);
  }

  async sync(): Promise<void> {
    await this.writeWaiting();
    const target = this.end;
    while (this.synced < target) {
      // One that is under way may have begun before the last write; it is waited for, so that there are never two.
      if (this.syncing === null) await this.startSync();
      else await this.syncing.catch(() => undefined);
    }
  }

  close(): Promise<void> {
    return (this.closed ??= this.finish());
  }

  private async finish(): Promise<void> {
    try {
      await this.sync().finally(() => this.log.events.close());
      await this.log.keep();
    } finally {
      await this.log.lock.release();
    }
  }

  /** Who comes while a write is under way waits for it and then writes what has come together since, once. */
  private async writeWaiting(): Promise<void> {
    while (this.writing !== null) await this.writing.catch(() => undefined);
    if (this.lines.length === 0 && this.unwritten === null) return;
    this.writing = this.write();
    try {
      await this.writing;
    } finally {
      this.writing = null;
    }
  }

  private async write(): Promise<void> {
    try {
      while (this.waitingBlobs.length > 0) {
        const [blob] = this.waitingBlobs;
        await this.log.blobs.write(blob!.hash, blob!.text);
        this.waitingBlobs.shift();
      }
      const fresh = this.lines.length > 0 ? Buffer.from(`${this.lines.join('\n')}\n`) : null;
      const bytes = this.unwritten === null ? fresh! : fresh === null ? this.unwritten : Buffer.concat([this.unwritten, fresh]);
      this.lines = [];
      this.unwritten = bytes;
      await this.writeAt(bytes, this.end);
      this.unwritten = null;
      this.end += bytes.length;
    } catch (error) {
      throw this.ioError('written', error);
    }
  }

  private async writeAt(bytes: Buffer, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      if (left <= smallWrite) done += writeSync(this.log.events.fd, bytes, done, left, position + done);
      else done += (await this.log.events.write(bytes, done, left, position + done)).bytesWritten;
    }
  }

  private startSync(): Promise<void> {
    this.syncing = this.syncOnce(this.end).finally(() => {
      this.syncing = null;
    });
    return this.syncing;
  }

  private async syncOnce(upTo: number): Promise<void> {
    try {
      await this.log.blobs.sync();
      await this.log.events.datasync();
      if (this.synced < 0) await syncFolder(this.log.folder);
      this.synced = upTo;
    } catch (error) {
      throw this.ioError('brought to the disk', error);
    }
  }

  private ioError(what: string, error: unknown): LogError {
    const why = error instanceof Error ? error.message : String(error);
    return new LogError('io', `The log of run ${this.run} could not be ${what}: ${why}`, `See that there is room on the disk and that ${this.log.folder} may be written.`);
  }
}
