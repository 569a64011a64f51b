/** What a run asks a person and has no answer to, each as a place where it stands. Pure. */
import type { RunState } from '../engine/events/runState';
import type { ApprovalKind } from '../engine/shared/person';
import type { PausePhase } from '../engine/supervisor/stepGate';
import type { Position } from './position';

export interface OpenQuestion {
  readonly id: string;
  /** A sentence. */
  readonly text: string;
  readonly kind: ApprovalKind;
  readonly position: Position;
}

/** What waits for the answer. */
const phases: Readonly<Record<ApprovalKind, PausePhase>> = {
  before: 'role', after: 'commit', when: 'commit', sample: 'commit', tool: 'tool', start: 'tool', extend: 'role', on_failure: 'commit', on_limit: 'decided',
};

/** Oldest first; those of the teams within come behind. */
export function questionsIn(state: RunState, seq: number, within: Position['within'] = []): readonly OpenQuestion[] {
  const own = state.asked.values().map(({ id, kind, question, step, role }): OpenQuestion => {
    return { id, kind, text: question, position: { phase: phases[kind], step, role: role.slice(role.lastIndexOf('/') + 1), within, seq } };
  });
  const inner = state.open.values().flatMap((step) => (step.inner === null ? [] : questionsIn(step.inner, seq, [...within, { step: step.step, role: step.role }])));
  return [...own, ...inner];
}
