/** The stack of a place in a run: a tool's call, the role's work, the step and who decided it, and the same of each team above. Pure. */
import type { RunState } from '../engine/events/runState';
import type { SourceRef } from '../engine/shared/source';
import type { Role, RolePlace, Team } from '../engine/team/team';
import { decidedBy } from '../engine/projections/describeDecision';
import type { PausePhase } from '../engine/supervisor/stepGate';
import type { Position } from './position';

export interface Frame {
  readonly kind: 'tool' | 'role' | 'step';
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The place itself, or that of a step above: as that team sees it. */
  readonly position: Position;
}

/** Innermost first. `stateOf`: the state of the run or visit that a position is in. */
export function framesOf(position: Position, stateOf: (position: Position) => RunState): readonly Frame[] {
  const frames = framesAt(position, stateOf(position));
  const outer = position.within.at(-1);
  if (outer === undefined) return frames;
  const above: Position = { ...outer, phase: 'role', within: position.within.slice(0, -1), seq: position.seq };
  // Its prompt is that of the team's roles: it stands where they do.
  const [role, ...rest] = framesOf(above, stateOf);
  return [...frames, { ...role!, name: `${outer.role}: its team is at work` }, ...rest];
}

const placeOfPhase: Readonly<Partial<Record<PausePhase, RolePlace>>> = { prompt: 'instructions', tool: 'tools', rule: 'rules', review: 'review', commit: 'writes' };

const words: Readonly<Record<PausePhase, string>> = {
  decided: 'is next', role: 'begins', prompt: 'prompt is built', tool: 'calls a tool', rule: 'is checked by a rule', review: 'is about to be reviewed', commit: 'is about to commit',
};

function framesAt(position: Position, state: RunState): readonly Frame[] {
  const { team } = state;
  const role = team.roles.find(({ id }) => id === position.role);
  const step = stepFrame(position, state, role);
  if (role === undefined || position.phase === 'decided') return [step];
  const own = place(team, refOf(position, team, role), { kind: 'role', name: `${role.id} ${words[position.phase]}`, position });
  if (position.call === undefined) return [own, step];
  return [place(team, role.places.tools ?? role.at, { kind: 'tool', name: position.call.name, position }), own, step];
}

function refOf({ phase, index, of }: Position, team: Team, role: Role): SourceRef {
  if (phase === 'rule' && index !== undefined) return (of === 'team' ? team.rules : role.rules)[index]?.rule.at ?? role.at;
  const key = placeOfPhase[phase];
  return (key === undefined ? undefined : role.places[key]) ?? role.at;
}

function stepFrame(position: Position, state: RunState, role: Role | undefined): Frame {
  const { team } = state;
  const by = decider(position, state);
  return place(team, by?.ref ?? team.supervisor?.at ?? team.at, { kind: 'step', name: `step ${position.step}: ${role?.id ?? position.role}${by === null ? '' : ` (${by.text})`}`, position });
}

/** Null: not known yet. */
function decider({ phase, step, index }: Position, { team, open }: RunState): { readonly text: string; readonly ref: SourceRef | null } | null {
  if (phase === 'decided' && index !== undefined) return decidedBy(team, { by: 'route', route: index, refused: [] });
  const decision = open.get(step)?.decision;
  return decision === undefined ? null : decidedBy(team, decision);
}

function place(team: Team, ref: SourceRef, frame: Pick<Frame, 'kind' | 'name' | 'position'>): Frame {
  return { ...frame, file: `${team.folder}/${ref.file}`, line: ref.line, column: ref.column };
}
