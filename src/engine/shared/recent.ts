/** What was worked out of texts, so that a text that did not change costs nothing again. Bounded: what was not asked for lately is forgotten. */

export class Recent<T> {
  /** Two generations: what is asked for moves to the young one; when that is full, the old one is let go. Cheaper than an order of use. */
  private young = new Map<string, T>();
  private old = new Map<string, T>();
  private units = 0;

  /** `mostUnits`: UTF-16 units of the texts in one generation; at most twice as much is kept. */
  constructor(private readonly mostUnits: number) {}

  /** `work` has to depend on the text alone. */
  of(text: string, work: (text: string) => T): T {
    const known = this.young.get(text);
    if (known !== undefined) return known;
    const value = this.old.get(text) ?? work(text);
    if (this.units > this.mostUnits) {
      this.old = this.young;
      this.young = new Map();
      this.units = 0;
    }
    this.young.set(text, value);
    this.units += text.length;
    return value;
  }
}
