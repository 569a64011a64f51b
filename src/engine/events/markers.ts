/** Which roles have left a result that is not whole. Pure. */
import type { Marker, OpenStep } from './runState';

type Markers = Readonly<Record<string, Marker>>;
type Ended = Pick<OpenStep, 'step' | 'role' | 'fanOut'>;

/** It tells of all that has failed since the role succeeded last. */
export function markedFailed(markers: Markers, { step, role, fanOut }: Ended): Markers {
  return { ...markers, [role]: { kind: 'failed', group: fanOut, steps: [...(markers[role]?.steps ?? []), step] } };
}

/** A success takes the marker away, but not that of a sibling in the same fan-out. */
export function markedWell(markers: Markers, { step, role, fanOut }: Ended, isPartial: boolean): Markers {
  const { [role]: before, ...others } = markers;
  const stands = before !== undefined && fanOut !== null && before.group === fanOut;
  if (isPartial) return { ...others, [role]: { kind: 'partial', group: fanOut, steps: [...(stands ? before.steps : []), step] } };
  return stands ? markers : others;
}

/** These steps are done once more: what they left is none of their role's last words. */
export function withoutMarks(markers: Markers, steps: readonly number[]): Markers {
  const left = Object.entries(markers).map(([role, marker]): [string, Marker] => [role, { ...marker, steps: marker.steps.filter((step) => !steps.includes(step)) }]);
  return Object.fromEntries(left.filter(([role, { steps: rest }]) => rest.length > 0 || markers[role]!.steps.length === 0));
}
