/** Where a stopped run stands, as the views of the program around tell it. Pure. */
import type { RunState } from '../engine/events/runState';
import type { HeldPlace } from '../engine/projections/heldPlace';
import { relativePath } from '../engine/shared/paths';
import type { Stop } from './debuggedRun';
import { framesOf } from './frames';
import type { Position } from './position';

/** `stateOf`: the state of the run or visit that a position is in. */
export function heldAt({ reason, position, text = '' }: Stop, stateOf: (position: Position) => RunState): HeldPlace {
  const [frame] = framesOf(position, stateOf);
  const { folder } = stateOf({ ...position, within: [] }).team;
  const at = frame === undefined ? null : { file: relativePath(folder, frame.file), line: frame.line, column: frame.column };
  const { phase, step, role, call, seq } = position;
  return { phase, step, role, tool: call?.name ?? null, why: reason, text, at, seq };
}
