// What a measured process tells of itself: time, processor time, peak memory, bytes written. Knows no workload.
import { readFileSync } from 'node:fs';

export interface Figures {
  readonly steps: number;
  readonly totalMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  /** Handed to the system to write, in bytes; null where the system does not tell. */
  readonly writtenBytes: number | null;
  /** Milliseconds a step, the median of some steps around the tenth and of the last ones. */
  readonly earlyMs: number;
  readonly lateMs: number;
  /** What lies on the disk in the end. */
  readonly keptBytes: number;
  /** What the tenth and the last step added to it. */
  readonly tenthBytes: number;
  readonly lastBytes: number;
}

export class StepClock {
  private readonly ticks: number[] = [];
  private startedAt = 0;
  private endedAt = 0;
  private cpu: NodeJS.CpuUsage = { user: 0, system: 0 };
  private writtenBefore: number | null = null;
  private writtenAfter: number | null = null;

  start(): void {
    this.writtenBefore = writtenSoFar();
    this.cpu = process.cpuUsage();
    this.startedAt = performance.now();
  }

  tick(): void {
    this.ticks.push(performance.now());
  }

  stop(): void {
    this.endedAt = performance.now();
    this.cpu = process.cpuUsage(this.cpu);
    this.writtenAfter = writtenSoFar();
  }

  figures(disk: Pick<Figures, 'keptBytes' | 'tenthBytes' | 'lastBytes'>): Figures {
    const lengths = this.ticks.slice(1).map((tick, index) => tick - this.ticks[index]!);
    return {
      steps: this.ticks.length,
      totalMs: this.endedAt - this.startedAt,
      cpuMs: (this.cpu.user + this.cpu.system) / 1000,
      peakMb: process.resourceUsage().maxRSS / 1024,
      writtenBytes: this.writtenBefore === null || this.writtenAfter === null ? null : this.writtenAfter - this.writtenBefore,
      earlyMs: median(lengths.slice(5, 30)),
      lateMs: median(lengths.slice(-40)),
      ...disk,
    };
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** The bench reads the last line of a process. */
export function tell(value: object): void {
  process.stdout.write(`\n${JSON.stringify(value)}\n`);
}

/** Linux only. */
function writtenSoFar(): number | null {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return null;
  }
}
