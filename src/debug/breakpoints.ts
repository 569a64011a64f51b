/** The breakpoints that are set, on lines and on fields, and which of them a run hits at a position. It stops nothing itself. */
import type { RunEvent } from '../engine/events/runEvent';
import type { RunState } from '../engine/events/runState';
import { evaluateNow, fillIn } from './evaluator';
import type { StopPlace } from './linePlaces';
import { teamPath, type Position } from './position';

export interface LineBreakpoint {
  readonly id: number;
  readonly place: StopPlace;
  readonly condition?: string;
  /** `3`, `>= 3`, `% 2` …: of how often it was reached and its condition held. */
  readonly hitCondition?: string;
  /** It tells this and does not stop. */
  readonly logMessage?: string;
}

export interface FieldBreakpoint {
  readonly id: number;
  readonly field: string;
  readonly condition?: string;
  readonly hitCondition?: string;
}

/** What is to be done at a position. */
export interface Hits {
  readonly ids: readonly number[];
  /** What log points say. */
  readonly logs: readonly string[];
  /** Conditions that could not be judged: they stop, and say so. */
  readonly problems: readonly string[];
}

export class Breakpoints {
  private readonly byFile = new Map<string, readonly LineBreakpoint[]>();
  private fields: readonly FieldBreakpoint[] = [];
  private readonly counts = new Map<number, number>();

  setLines(file: string, breakpoints: readonly LineBreakpoint[]): void {
    if (breakpoints.length === 0) this.byFile.delete(file);
    else this.byFile.set(file, breakpoints);
  }

  setFields(breakpoints: readonly FieldBreakpoint[]): void {
    this.fields = breakpoints;
  }

  /** Whether any line or field is watched at all: most runs are not looked at more closely. */
  get isEmpty(): boolean {
    return this.byFile.size === 0 && this.fields.length === 0;
  }

  get watchesFields(): boolean {
    return this.fields.length > 0;
  }

  atLine(position: Position, state: () => RunState): Hits {
    const here = [...this.byFile.values()].flat().filter(({ place }) => isAt(place, position));
    return this.judge(here, position, state);
  }

  /** `commits`: what was written since the last position. */
  onFields(commits: readonly RunEvent<'workspace.committed'>[], position: Position, state: () => RunState): Hits & { readonly field: string | null } {
    const written = new Set(commits.flatMap(({ versions }) => Object.keys(versions)));
    const hit = this.fields.filter(({ field }) => written.has(field));
    return { ...this.judge(hit, position, state), field: hit[0]?.field ?? null };
  }

  private judge(breakpoints: readonly (Omit<LineBreakpoint, 'place'>)[], position: Position, state: () => RunState): Hits {
    const ids: number[] = [];
    const logs: string[] = [];
    const problems: string[] = [];
    for (const { id, condition, hitCondition, logMessage } of breakpoints) {
      if (condition !== undefined) {
        const held = evaluateNow(condition, state(), position);
        if (!held.ok) problems.push(`The condition \`${condition}\` could not be judged: ${held.error}`);
        if (held.ok && held.value !== true) continue;
      }
      const count = (this.counts.get(id) ?? 0) + 1;
      this.counts.set(id, count);
      if (!isCount(hitCondition, count)) continue;
      if (logMessage === undefined) ids.push(id);
      else logs.push(fillIn(logMessage, state(), position));
    }
    return { ids, logs, problems };
  }
}

function isAt(place: StopPlace, position: Position): boolean {
  return (
    place.phase === position.phase && place.path === teamPath(position) && (place.role === null || place.role === position.role) &&
    (place.index === undefined || place.index === position.index) && (place.of === undefined || place.of === position.of)
  );
}

const comparisons: Readonly<Record<string, (count: number, of: number) => boolean>> = {
  '': (count, of) => count === of,
  '=': (count, of) => count === of,
  '==': (count, of) => count === of,
  '>': (count, of) => count > of,
  '>=': (count, of) => count >= of,
  '<': (count, of) => count < of,
  '<=': (count, of) => count <= of,
  '%': (count, of) => of > 0 && count % of === 0,
};

const hitCount = /^\s*(==?|>=?|<=?|%|)\s*(\d{1,9})\s*$/;

/** Null: fine. Else what may be written. */
export function problemOfHitCondition(text: string): string | null {
  return hitCount.test(text) ? null : `${JSON.stringify(text)} is no count: write 3, >= 3, or % 2 for every second time.`;
}

function isCount(text: string | undefined, count: number): boolean {
  const found = text === undefined ? null : hitCount.exec(text);
  return found === null || comparisons[found[1]!]!(count, Number(found[2]));
}
