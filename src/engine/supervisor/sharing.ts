/**
 * How subtasks that work at once share what their run has left. Each has an equal part, which it uses up without a look at the others; who needs more waits
 * until nobody is at work any more, and then what the others have not used is dealt out again. So nothing that would have sufficed goes to waste, and
 * who gets it depends on the order of the subtasks and on what they need, never on who comes first. It also counts the places: so many work at once.
 */
import { nothing, purses, type Call, type Purse } from './limits';

export interface Wanted {
  readonly steps: number;
  readonly call: Call;
  /** Whether it may be had, with the parts as they are dealt out now. */
  readonly fits: () => boolean;
}

/** What is shared, in the purse's units. */
export interface Shared {
  /** Of the run, for all of them. */
  readonly left: (purse: Purse) => number;
  /** By one of them, since they began. */
  readonly taken: (purse: Purse, member: number) => number;
  /** Asks the runs above for more than this one has left. */
  readonly more: (steps: number, call: Call) => Promise<boolean>;
}

interface Waiting extends Wanted {
  readonly goOn: (may: boolean) => void;
}

export class Sharing {
  private readonly parts = new Map<Purse, ReadonlyMap<number, number>>();
  private readonly ended = new Set<number>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly queue: (() => void)[] = [];
  /** Who has work to do, with a place or without one. */
  private atWork: number;

  constructor(
    private readonly count: number,
    private places: number,
    private readonly shared: Shared,
  ) {
    this.atWork = count;
    this.dealOut();
  }

  /** Does a member's work once there is a place for it. */
  async work<T>(member: number, work: () => Promise<T>): Promise<T> {
    await this.place();
    try {
      return await work();
    } finally {
      this.ended.add(member);
      this.rest();
    }
  }

  /** What a member has left of its part. */
  left(purse: Purse, member: number): number {
    const part = this.parts.get(purse)?.get(member);
    return part === undefined ? Infinity : part - this.shared.taken(purse, member);
  }

  /** Of a member whose part does not suffice: waits until it is dealt out anew. False: there is no more. */
  async more(member: number, wanted: Wanted): Promise<boolean> {
    const may = await new Promise<boolean>((goOn) => {
      this.waiting.set(member, { ...wanted, goOn });
      this.rest();
    });
    await this.place();
    return may;
  }

  /** The run is to stop: nobody waits any more. */
  release(): void {
    for (const member of this.waiting.keys()) this.goOn(member, false);
  }

  private async place(): Promise<void> {
    if (this.places > 0) this.places -= 1;
    else await new Promise<void>((placed) => this.queue.push(placed));
  }

  private rest(): void {
    const next = this.queue.shift();
    if (next === undefined) this.places += 1;
    else next();
    this.atWork -= 1;
    if (this.atWork === 0 && this.waiting.size > 0) void this.settle();
  }

  private goOn(member: number, may: boolean): void {
    const one = this.waiting.get(member)!;
    this.waiting.delete(member);
    this.atWork += 1;
    one.goOn(may);
  }

  /** Nobody is at work. Those that can go on do; where none can, one is refused, so that the others may have what it leaves. */
  private async settle(): Promise<void> {
    this.dealOut();
    if (this.fitting().length === 0 && (await this.shared.more(...this.allWanted()))) this.dealOut();
    const fitting = this.fitting();
    for (const member of fitting) this.goOn(member, true);
    const refused = fitting.length === 0 ? this.leastFitting() : undefined;
    if (refused !== undefined) this.goOn(refused, false);
  }

  private inOrder(): readonly number[] {
    return [...this.waiting.keys()].toSorted((a, b) => a - b);
  }

  private fitting(): readonly number[] {
    return this.inOrder().filter((member) => this.waiting.get(member)!.fits());
  }

  private allWanted(): [number, Call] {
    const all = [...this.waiting.values()];
    const sum = (amount: (one: Waiting) => number) => all.reduce((total, one) => total + amount(one), 0);
    return [sum(({ steps }) => steps), { ...nothing, tokens: sum(({ call }) => call.tokens), usd: sum(({ call }) => call.usd) }];
  }

  /** Who could not go on if it had everything that is left; else the last. */
  private leastFitting(): number | undefined {
    const tooMuch = (member: number) => purses.some((purse) => wantedOf(purse, this.waiting.get(member)!) > this.shared.left(purse));
    const inOrder = this.inOrder();
    return inOrder.find(tooMuch) ?? inOrder.at(-1);
  }

  /** To those that have not ended, alike; what cannot be divided goes to the first of them. */
  private dealOut(): void {
    const active = Array.from({ length: this.count }, (_, member) => member).filter((member) => !this.ended.has(member));
    for (const purse of purses) {
      const left = this.shared.left(purse);
      if (left === Infinity) continue;
      const whole = active.reduce((sum, member) => sum + this.shared.taken(purse, member), left);
      const each = Math.floor(whole / active.length);
      const over = whole - each * active.length;
      this.parts.set(purse, new Map(active.map((member, place) => [member, each + (place < over ? 1 : 0)])));
    }
  }
}

function wantedOf(purse: Purse, { steps, call }: Waiting): number {
  return purse.limit === 'steps' ? steps : Math.round(purse.held(call) * purse.unit);
}
