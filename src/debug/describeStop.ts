/** Why it stands still, and how it ended, in a line of the editor's. */
import type { RunEvent } from '../engine/events/runEvent';
import type { RunResult } from '../engine/supervisor/engine';
import type { StopReason } from './debuggedRun';
import type { Position } from './position';

const why: Readonly<Record<StopReason, string>> = {
  entry: 'Paused on entry', step: 'Paused', breakpoint: 'Paused on breakpoint', 'data breakpoint': 'Paused on a write', exception: 'Paused on a failure', pause: 'Paused',
  restart: 'Paused to run again', goto: 'Paused', approval: 'Waiting for you',
};

export function describeStop(reason: StopReason, { phase, role, step }: Position): string {
  return `${why[reason]}: step ${step}, ${role}${reason === 'approval' ? '' : `, ${phase}`}`;
}

/** `last`: the event that says it. */
export function describeEnd({ status, reason }: RunResult, last: RunEvent | undefined): string {
  const { message, hint } = last?.type === 'run.finished' ? last : {};
  return [`The run is ${status} (${reason}).`, message, hint].filter((part) => part !== undefined).join(' ');
}
