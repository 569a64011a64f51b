// What a measured process tells of itself: time, processor time, peak memory, bytes written. Knows no workload.
import { readFileSync } from 'node:fs';

/** A whole run. Bytes are NaN where the system does not tell them. */
export type RunFigures = {
  readonly totalMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  /** Handed to the system to write. */
  readonly writtenBytes: number;
  /** What lies on the disk in the end. */
  readonly keptBytes: number;
};

/** What a step costs around a place in a run. */
export type StepCost = { readonly ms: number; readonly cpuMs: number };

/** Steps on either side of a place that are looked at, so that one collection of garbage is not taken for growth; of every so many the processor time is read. */
const around = 50;

interface Tick {
  readonly at: number;
  /** NaN: not read. Reading it takes longer than a step, on some machines. */
  readonly cpu: number;
}

export class StepClock {
  private readonly ticks: Tick[] = [];
  private start: Tick & { readonly written: number } = { at: 0, cpu: 0, written: Number.NaN };
  private end = this.start;

  begin(): void {
    this.start = { ...now(), written: writtenSoFar() };
  }

  /** A step begins. */
  tick(): void {
    this.ticks.push(this.ticks.length % around === 0 ? now() : { at: performance.now(), cpu: Number.NaN });
  }

  finish(): void {
    this.end = { ...now(), written: writtenSoFar() };
  }

  get steps(): number {
    return this.ticks.length;
  }

  run(keptBytes: number): RunFigures {
    return {
      totalMs: this.end.at - this.start.at, cpuMs: this.end.cpu - this.start.cpu, writtenBytes: this.end.written - this.start.written,
      peakMb: process.resourceUsage().maxRSS / 1024, keptBytes,
    };
  }

  /** The median of the steps around step `place`; of processor time the mean, since its clock is coarse. */
  costAt(place: number): StepCost {
    const from = Math.max(0, Math.min(place, this.ticks.length - around) - around);
    const near = this.ticks.slice(from, from + 2 * around + 1);
    const lengths = near.slice(1).map(({ at }, index) => at - near[index]!.at);
    const read = near.flatMap(({ cpu }, index) => (Number.isNaN(cpu) ? [] : [{ cpu, index }]));
    const [first, last] = [read[0], read.at(-1)];
    return { ms: median(lengths), cpuMs: first === undefined || last === undefined ? Number.NaN : (last.cpu - first.cpu) / Math.max(1, last.index - first.index) };
  }
}

function now(): Tick {
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), cpu: (user + system) / 1000 };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** The bench reads the last line of a process. What JSON cannot say comes back as null. */
export function tell(value: object): void {
  process.stdout.write(`\n${JSON.stringify(value)}\n`);
}

/** Linux only. */
function writtenSoFar(): number {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}
