/** Money as whole numbers, so that rows add up to their total exactly and a sum can be taken back. Not how it is written: that is format.ts. */
import type { Cost } from '../events/usage';

/** A millionth of a millionth of a dollar: prices of a fraction of a cent for a million tokens stay whole. */
export const unitsPerDollar = 1e12;

export class Money {
  private units = 0;
  private unknown = 0;

  /** `cost` null: unknown. `sign` −1 takes an earlier sum back. */
  add(cost: number | null, sign: 1 | -1 = 1): void {
    if (cost === null) this.unknown += sign;
    else this.units += sign * Math.round(cost * unitsPerDollar);
  }

  get cost(): Cost {
    return { known: this.units / unitsPerDollar, incomplete: this.unknown > 0 };
  }
}
