/**
 * Gathers changes of files and hands them on together, once they pause or a second has passed: a storm is one reload, and a file that
 * never rests is still looked at. One reload at a time, so an older result can never land on a newer one. It does not know what a reload is.
 */
import type { Disposable } from '../../engine/shared/disposable';

export const longestWaitMs = 1000;

export class ChangeQueue<T> implements Disposable {
  private pending = new Set<T>();
  private firstAt = 0;
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<void> | undefined;
  private isDisposed = false;

  /** `work` is given each change once; what it throws is its own to tell. */
  constructor(
    private readonly work: (changes: ReadonlySet<T>) => Promise<void>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** `quietMs`: how long nothing else has to happen before the work begins. */
  add(change: T, quietMs: number): void {
    if (this.isDisposed) return;
    const now = this.now();
    if (this.pending.size === 0) {
      this.firstAt = now;
      this.dueAt = 0;
    }
    this.pending.add(change);
    this.dueAt = Math.min(Math.max(this.dueAt, now + quietMs), this.firstAt + longestWaitMs);
    this.schedule();
  }

  /** Works now on everything added so far and resolves when that is done, whatever is added meanwhile. */
  async settled(): Promise<void> {
    if (this.working) await this.working;
    await (this.working ?? (this.pending.size > 0 ? this.begin() : undefined));
  }

  dispose(): void {
    this.isDisposed = true;
    this.pending.clear();
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.working) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.begin(), Math.max(0, this.dueAt - this.now()));
  }

  private begin(): Promise<void> {
    clearTimeout(this.timer);
    const changes = this.pending;
    this.pending = new Set();
    this.working = this.work(changes).finally(() => {
      this.working = undefined;
      if (this.pending.size > 0 && !this.isDisposed) this.schedule();
    });
    return this.working;
  }
}
