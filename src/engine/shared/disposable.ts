/** Lifetimes. Shaped like VS Code's Disposable, so that hosts can hand ours to theirs. */

export interface Disposable {
  dispose(): void;
}

/** Owns disposables and ends them, last first, once. */
export class DisposableStore implements Disposable {
  private readonly owned: Disposable[] = [];
  private disposed = false;

  /** Takes ownership; ends it at once when this store has already ended. */
  add<T extends Disposable>(item: T): T {
    if (this.disposed) item.dispose();
    else this.owned.push(item);
    return item;
  }

  dispose(): void {
    this.disposed = true;
    for (const item of this.owned.splice(0).reverse()) item.dispose();
  }
}
