/** When a run that goes on stops by itself: after a step over, into or out, at a place, or not at all. Pure. */
import type { PausePhase } from '../engine/supervisor/stepGate';
import { teamPath, threadOf, type Position } from './position';

export type Stepping =
  | { readonly kind: 'go' }
  /** At the very next place, or the next of this phase. */
  | { readonly kind: 'first'; readonly phase?: PausePhase }
  | { readonly kind: 'over' | 'in' | 'out'; readonly from: Position }
  /** There, or at the first place behind it. */
  | { readonly kind: 'until'; readonly at: Pick<Position, 'phase' | 'step' | 'within' | 'index'> };

/** `hasEnded`: whether a step of the run itself has come to its end. */
export function stopsAt(stepping: Stepping, position: Position, hasEnded: (step: number) => boolean): boolean {
  switch (stepping.kind) {
    case 'go':
      return false;
    case 'first':
      return stepping.phase === undefined || stepping.phase === position.phase;
    case 'until':
      return isReached(stepping.at, position);
    case 'over':
    case 'in':
    case 'out':
      return isNext(stepping.kind, stepping.from, position, hasEnded);
  }
}

function isReached(at: Extract<Stepping, { kind: 'until' }>['at'], position: Position): boolean {
  if (position.within.length === 0 && position.step > threadOf(at)) return true;
  // Another route may decide now.
  const isSameIndex = at.phase === 'decided' || at.index === undefined || at.index === position.index;
  return isSameIndex && position.phase === at.phase && position.step === at.step && teamPath(position) === teamPath(at);
}

/** The work of parallel steps is not stepped through in turns: first that of the one that was stopped at. */
function isNext(kind: 'over' | 'in' | 'out', from: Position, position: Position, hasEnded: (step: number) => boolean): boolean {
  if (threadOf(position) !== threadOf(from) && !hasEnded(threadOf(from)) && from.phase !== 'decided') return false;
  switch (kind) {
    case 'in':
      return true;
    case 'over':
      return position.phase === 'role' && position.within.length <= from.within.length;
    case 'out':
      return position.within.length < from.within.length;
  }
}
