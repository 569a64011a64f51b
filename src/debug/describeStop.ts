/** Why it stands still, in a line of the editor's. */
import type { StopReason } from './debuggedRun';
import type { Position } from './position';

const why: Readonly<Record<StopReason, string>> = {
  entry: 'Paused on entry', step: 'Paused', breakpoint: 'Paused on breakpoint', 'data breakpoint': 'Paused on a write', exception: 'Paused on a failure', pause: 'Paused',
  restart: 'Paused to run again', goto: 'Paused', approval: 'Waiting for you',
};

export function describeStop(reason: StopReason, { phase, role, step }: Position): string {
  return `${why[reason]}: step ${step}, ${role}${reason === 'approval' ? '' : `, ${phase}`}`;
}
