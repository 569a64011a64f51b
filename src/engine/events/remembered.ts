/** Texts that were written, by their number. Bounded: what has not been asked for in the longest time is forgotten, and its number stays used. */

/** In UTF-16 units, over all texts. */
const mostUnits = 4 * 1024 * 1024;

export class Remembered {
  private readonly numbers = new Map<string, number>();
  private count = 0;
  private units = 0;
  /** Added since the last settle, so that they can be taken back. */
  private fresh: string[] = [];

  get freshCount(): number {
    return this.fresh.length;
  }

  numberOf(text: string): number | undefined {
    const number = this.numbers.get(text);
    if (number === undefined) return undefined;
    this.numbers.delete(text);
    this.numbers.set(text, number);
    return number;
  }

  /** Takes the next number. The text is not yet known. */
  add(text: string): void {
    if (!this.numbers.has(text)) this.units += text.length;
    this.numbers.set(text, this.count++);
    this.fresh.push(text);
  }

  /** Undoes all additions but the first `length` since the last settle: they were not written after all. */
  takeBack(length: number): void {
    for (const text of this.fresh.splice(length)) {
      this.numbers.delete(text);
      this.units -= text.length;
      this.count--;
    }
  }

  /** What was added stays. */
  settle(): void {
    this.fresh = [];
    for (const text of this.numbers.keys()) {
      if (this.units <= mostUnits) return;
      this.numbers.delete(text);
      this.units -= text.length;
    }
  }
}
