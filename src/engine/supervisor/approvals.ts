/** Which of the team's approvals a step meets, and what a person's answer means for it. */
import type { Proposal } from '../events/runState';
import type { ApprovalKind, PersonSaid } from '../shared/person';
import type { Json } from '../shared/json';
import { askPerson } from './askPerson';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import { failure, type Interrupted } from './stepEnd';

export interface ApprovalPlace {
  readonly step: number;
  readonly role: string;
  readonly subtask: string;
}

/** Null: it may begin. */
export async function approveBefore(context: RunContext, place: ApprovalPlace, input: Json): Promise<Interrupted | null> {
  if (!context.program.approvals.some((one) => one.kind === 'before' && one.role === place.role)) return null;
  return meaning(await ask(context, place, 'before', `May ${place.role} begin?`, input), place.role);
}

/** Null: it may be committed. Each approval that applies is asked on its own. */
export async function approveResult(context: RunContext, place: ApprovalPlace, desk: RoleDesk, revision: number, proposal: Proposal): Promise<Interrupted | null> {
  for (const [index, approval] of context.program.approvals.entries()) {
    const applies = await isMet(context, place, index, desk, revision, proposal);
    if (typeof applies !== 'boolean') return applies;
    if (!applies) continue;
    const question = `May the result of ${place.role} be committed?`;
    const refused = meaning(await ask(context, place, approval.kind, question, { output: proposal.output, confidence: proposal.confidence }, index), place.role);
    if (refused !== null) return refused;
  }
  return null;
}

async function isMet(context: RunContext, place: ApprovalPlace, index: number, desk: RoleDesk, revision: number, proposal: Proposal): Promise<boolean | Interrupted> {
  const approval = context.program.approvals[index]!;
  switch (approval.kind) {
    case 'before':
      return false;
    case 'after':
      return approval.role === place.role;
    case 'sample':
      return isDrawn(context, place, index, approval.share);
    case 'when': {
      const holds = approval.expression.evaluateBoolean(desk.bindings(revision, proposal));
      return holds.ok ? holds.value : failure('expression', `an approval's condition could not be judged: ${holds.error.message}`);
    }
  }
}

/** Drawn once a step, and recorded, so that a resumed run draws the same. */
function isDrawn(context: RunContext, place: ApprovalPlace, index: number, share: number): boolean {
  const drawn = context.recorder.record({ type: 'approval.drawn', step: place.step, approval: index, drawn: context.ids.random() < share });
  return drawn.type === 'approval.drawn' && drawn.drawn;
}

function ask(context: RunContext, { step, role, subtask }: ApprovalPlace, kind: ApprovalKind, question: string, what: Json, index = 0): Promise<PersonSaid> {
  return askPerson(context, step, { id: index === 0 ? `${subtask}.${kind}` : `${subtask}.${kind}.${index}`, kind, role, question, what });
}

/** Rejected: what follows is the card's `on_failure`. */
function meaning(said: PersonSaid, role: string): Interrupted | null {
  switch (said.kind) {
    case 'approve':
      return null;
    case 'reject':
      return failure('approval', `a person did not approve ${role}${said.note === null ? '' : `: ${said.note}`}`);
    case 'waiting':
    case 'stopped':
      return { kind: 'end', end: { kind: said.kind } };
  }
}
