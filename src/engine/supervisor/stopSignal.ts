/**
 * The wish that a run stops, told to everything under way. One listener on the host's signal, however many calls are made at once: hosts warn of
 * more than ten.
 */
export class StopSignal {
  private readonly listeners = new Set<() => void>();

  constructor(private readonly host: AbortSignal) {
    host.addEventListener('abort', () => this.tell(), { once: true });
  }

  get aborted(): boolean {
    return this.host.aborted;
  }

  /** Does work with a signal of its own, which aborts when the run is to stop. */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    const release = this.onAbort(() => own.abort('stopped'));
    try {
      return await work(own.signal);
    } finally {
      release();
    }
  }

  /** Calls back once, at once where it has happened already; returns how to be left alone. */
  onAbort(listener: () => void): () => void {
    if (this.aborted) listener();
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
    this.listeners.clear();
  }
}
