/** Things that live as long as a run and the runs that work for it, such as a server's process. What they are is not known here. */

export class RunLifetime {
  private readonly made = new Map<string, unknown>();
  private readonly closers: (() => Promise<void>)[] = [];

  /** Made once in a run. */
  once<T>(key: string, make: () => T): T {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key) as T;
  }

  onClose(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.closers.splice(0).map((close) => close()));
  }
}
