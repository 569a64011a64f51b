/** Money as whole numbers, so that rows add up to their total exactly and a sum can be taken back. Not how it is written: that is format.ts. */
import { unitsPerDollar, type Cost } from '../events/usage';

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
