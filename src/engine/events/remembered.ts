/** Texts that were written, by their number. Bounded: what has not been asked for in a long time is forgotten, and its number stays used. */

/** In UTF-16 units: at most twice as much is remembered. */
const mostUnits = 2 * 1024 * 1024;

export class Remembered {
  /** Two generations: what is asked for moves to the young one; when that is full, the old one is let go. Cheaper than an order of use. */
  private young = new Map<string, number>();
  private old = new Map<string, number>();
  private youngUnits = 0;
  private count = 0;
  private settledCount = 0;
  /** Added since the last settle, so that they can be taken back. */
  private fresh: string[] = [];

  get freshCount(): number {
    return this.fresh.length;
  }

  /** Whether it can no longer be taken back. */
  isSettled(number: number): boolean {
    return number < this.settledCount;
  }

  numberOf(text: string): number | undefined {
    const number = this.young.get(text);
    if (number !== undefined) return number;
    const older = this.old.get(text);
    if (older !== undefined) this.put(text, older);
    return older;
  }

  /** Gives it the next number. */
  add(text: string): void {
    this.put(text, this.count++);
    this.fresh.push(text);
  }

  /** Undoes all additions but the first `length` since the last settle: they were not written after all. */
  takeBack(length: number): void {
    for (const text of this.fresh.splice(length)) {
      this.young.delete(text);
      this.youngUnits -= text.length;
      this.count--;
    }
  }

  /** What was added stays. */
  settle(): void {
    this.settledCount = this.count;
    if (this.fresh.length > 0) this.fresh = [];
    if (this.youngUnits <= mostUnits) return;
    this.old = this.young;
    this.young = new Map();
    this.youngUnits = 0;
  }

  private put(text: string, number: number): void {
    this.young.set(text, number);
    this.youngUnits += text.length;
  }
}
