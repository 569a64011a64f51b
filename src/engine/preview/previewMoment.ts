/** The moment that a prompt is filled in for: what the workspace holds, what the dispatch was given, and, for a review, what lies before the reviewer. Sends nothing. */
import { foldRun } from '../events/foldRun';
import { eventFormat, type RunEvent, type Subtask } from '../events/runEvent';
import type { Proposal, RunState } from '../events/runState';
import type { RoleProgram, TeamProgram } from '../rules/teamProgram';
import type { Json, JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import type { Team } from '../team/team';

/** What the prompt is filled in for. With a review, the role that is previewed is the reviewer; the rest is the author's. */
export type PreviewMoment =
  | { readonly kind: 'sample'; readonly task: string; readonly state: JsonObject; readonly input: Json; readonly review?: SampleReview }
  /** `attempt`: the draft under review, from 1. */
  | { readonly kind: 'step'; readonly events: readonly RunEvent[]; readonly step: number; readonly attempt?: number };

export interface SampleReview {
  readonly author: string;
  readonly output: JsonObject;
}

export interface Moment {
  /** The workspace that the role is shown. */
  readonly state: RunState;
  /** Of the run: what the goal is filled in from. */
  readonly start: RunState;
  readonly subtask: Subtask;
  readonly review: ReviewMoment | null;
}

export interface ReviewMoment {
  readonly author: RoleProgram;
  readonly proposal: Pick<Proposal, 'output' | 'confidence' | 'status'>;
  /** When it was handed in: a criterion may look at the run. */
  readonly then: RunState;
  readonly revision: number;
}

/** The error is a sentence for people. */
export function momentOf(program: TeamProgram, role: RoleProgram, moment: PreviewMoment): Result<Moment, string> {
  return moment.kind === 'sample' ? sampleMoment(program, role, moment) : stepMoment(program, role, moment);
}

type Kind<K extends PreviewMoment['kind']> = PreviewMoment & { readonly kind: K };

function sampleMoment(program: TeamProgram, role: RoleProgram, { task, state, input, review }: Kind<'sample'>): Result<Moment, string> {
  const start = startOf(program.team, task, state, 0);
  const author = review === undefined ? role : program.roles.get(review.author);
  if (author === undefined) return err(`The team has no role \`${review?.author}\`.`);
  const subtask = { id: 's1', role: author.role.id, input: author.input === null ? input : author.input.withDefaults(input) };
  const proposal = { output: review?.output ?? {}, confidence: null, status: 'success' } as const;
  return ok({ state: start, start, subtask, review: review === undefined ? null : { author, proposal, then: start, revision: 0 } });
}

function stepMoment(program: TeamProgram, role: RoleProgram, { events, step, attempt }: Kind<'step'>): Result<Moment, string> {
  const at = events.findIndex((event) => event.type === 'role.started' && event.step === step);
  const started = events[at] as RunEvent<'role.started'> | undefined;
  const then = stateBefore(events, readAt(events, at, step));
  if (started === undefined || then === null) return err(`The run has no step ${step}.`);
  const start = startOf(program.team, then.task, then.options.set ?? {}, then.startedAt);
  if (attempt === undefined) return ok({ state: carriedOver(then, start), start, subtask: { ...started.subtask, role: role.role.id }, review: null });
  const review = reviewAt(program, events, started, attempt);
  return review.ok ? ok({ state: carriedOver(review.value.shown, start), start, subtask: started.subtask, review: { ...review.value, then: carriedOver(review.value.then, start) } }) : review;
}

/** What a person wrote before the first request, the role has read. */
function readAt(events: readonly RunEvent[], started: number, step: number): number {
  const asked = events.findIndex((event) => event.type === 'model.requested' && event.step === step && event.purpose === 'work');
  const written = events.slice(0, Math.max(0, asked)).findLastIndex((event) => event.type === 'workspace.committed' && event.step === null);
  return Math.max(started, written + 1);
}

function reviewAt(program: TeamProgram, events: readonly RunEvent[], { step, role, subtask }: RunEvent<'role.started'>, attempt: number): Result<ReviewMoment & { readonly shown: RunState }, string> {
  const author = program.roles.get(role);
  if (author === undefined) return err(`The team has no role \`${role}\` any more, whose output it reviewed.`);
  const handedIn = events.findIndex((event) => event.type === 'output.proposed' && event.step === step && event.attempt === attempt);
  const then = stateBefore(events, handedIn + 1);
  const proposal = then?.open.get(step)?.proposal ?? null;
  const before = events.slice(0, handedIn);
  // The author reads the workspace again before each draft, and the reviewer is shown what the author read.
  const shown = stateBefore(events, before.findLastIndex((event) => event.type === 'model.requested' && event.step === step && event.purpose === 'work' && event.append.length > 0));
  if (handedIn < 0 || then === null || proposal === null || shown === null) return err(`Step ${step} of the run has no attempt ${attempt} that could be reviewed.`);
  const corrections = before.filter((event) => event.type === 'signal.sent' && event.step === step && event.signal.id.startsWith(`${subtask.id}.correct`));
  return ok({ author, proposal, then, shown, revision: corrections.length });
}

function stateBefore(events: readonly RunEvent[], index: number): RunState | null {
  return events.slice(0, Math.max(0, index)).reduce<RunState | null>(foldRun, null);
}

/** A run of the team as it is now, before its first step. */
function startOf(team: Team, task: string, set: JsonObject, at: number): RunState {
  return foldRun(null, { type: 'run.started', seq: 1, at, format: eventFormat, run: 'preview', task, team, options: { set }, trigger: 'editor' })!;
}

/** What the run held then, in the fields that the team has now. */
function carriedOver(then: RunState, start: RunState): RunState {
  const kept = Object.keys(start.values).filter((field) => then.values[field] !== undefined && then.meta[field] !== undefined && (then.meta[field].version > 0 || then.present.has(field)));
  const values = { ...start.values, ...Object.fromEntries(kept.map((field) => [field, then.values[field]!])) };
  // Whose writer failed without ever having written holds nothing, and is marked all the same.
  const marked = Object.keys(start.values).filter((field) => kept.includes(field) || (then.meta[field]?.status ?? null) !== null);
  const meta = { ...start.meta, ...Object.fromEntries(marked.map((field) => [field, then.meta[field]!])) };
  return { ...then, team: start.team, values, meta, present: new Set([...start.present, ...kept.filter((field) => then.present.has(field))]) };
}
