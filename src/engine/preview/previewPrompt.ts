/**
 * The prompt of a role as it would be sent now: the card as it is at this moment, filled in for a step of a run or for sample input, with the same
 * wording as a run's. Sends nothing and changes nothing.
 */
import { foldRun } from '../events/foldRun';
import { eventFormat, type PromptMessage, type PromptPart, type RunEvent, type Subtask } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { refOf } from '../prompts/largeValue';
import type { CountTokens, GivenField } from '../prompts/promptParts';
import { renderPart } from '../prompts/renderPart';
import { workPrompt } from '../prompts/workPrompt';
import { stateBindings } from '../rules/stateBindings';
import { compileTeam, type RoleProgram } from '../rules/teamProgram';
import { displayJson, type Json, type JsonObject } from '../shared/json';
import type { Sha256 } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';
import type { Schemas } from '../shared/schemas';
import { showRef } from '../shared/source';
import type { Role, Team } from '../team/team';

/** What the prompt is filled in for. */
export type PreviewMoment =
  | { readonly kind: 'sample'; readonly task: string; readonly state: JsonObject; readonly input: Json }
  | { readonly kind: 'step'; readonly events: readonly RunEvent[]; readonly step: number };

export interface PreviewRequest {
  readonly team: Team;
  readonly role: string;
  readonly moment: PreviewMoment;
}

export interface PreviewPorts {
  readonly schemas: Schemas;
  readonly count: CountTokens;
  readonly sha256: Sha256;
}

export interface PreviewPart {
  readonly message: PromptMessage['role'];
  readonly part: PromptPart;
  readonly text: string;
}

export interface PreviewedPrompt {
  readonly role: Role;
  readonly task: string;
  readonly subtask: Subtask;
  /** In the order sent. */
  readonly parts: readonly PreviewPart[];
}

/** The error is a sentence for people: what could not be filled in, and where. */
export async function previewPrompt({ team, role: id, moment }: PreviewRequest, ports: PreviewPorts): Promise<Result<PreviewedPrompt, string>> {
  const program = await compileTeam(team, ports.schemas);
  const role = program.roles.get(id);
  if (role === undefined) return err(`The team has no role \`${id}\`.`);
  if (role.role.team !== undefined) return err(`A team does the work of \`${id}\`: it has no prompt of its own.`);
  const found = stateAt(team, role, moment);
  if (!found.ok) return found;
  const { state, start, subtask } = found.value;
  const goal = program.goal.evaluate(stateBindings(start, { now: start.startedAt }));
  if (!goal.ok) return err(`The goal at ${showRef(team.goal.at)} could not be filled in: ${goal.error.message}`);
  const instructions = fillIn(role, state, subtask);
  if (!instructions.ok) return instructions;
  const basis = { team, goal: goal.value, task: state.task, count: ports.count, keep: (value: Json) => refOf(ports.sha256(displayJson(value))) };
  const given = givenTo(role.role, state);
  const messages = workPrompt(basis, { role: role.role, instructions: instructions.value, subtask, given });
  const textOf = (part: PromptPart): string => renderPart(part, (field) => ({ value: state.values[field] ?? null, meta: state.meta[field]! }));
  const parts = messages.flatMap((message) => message.parts.map((part) => ({ message: message.role, part, text: textOf(part) })));
  return ok({ role: role.role, task: state.task, subtask, parts });
}

function fillIn({ role, instructions }: RoleProgram, state: RunState, subtask: Subtask): Result<Parameters<typeof workPrompt>[1]['instructions'], string> {
  if (instructions === null) return ok(null);
  const text = instructions.template.evaluate(stateBindings(state, { now: state.lastAt, role: role.id, subtask: { ...subtask, revision: 0 } }));
  if (!text.ok) return err(`The instructions at ${showRef(instructions.at)} could not be filled in: ${text.error.message}`);
  return ok({ text: text.value, at: instructions.at, fixed: instructions.fixed });
}

function givenTo(role: Role, { values, meta }: RunState): readonly GivenField[] {
  return role.reads.map(({ field, ...shown }) => ({ ...shown, field, value: values[field] ?? null, meta: meta[field]! }));
}

interface Moment {
  readonly state: RunState;
  /** Of the run: what the goal is filled in from. */
  readonly start: RunState;
  readonly subtask: Subtask;
}

function stateAt(team: Team, { role, input }: RoleProgram, moment: PreviewMoment): Result<Moment, string> {
  if (moment.kind === 'sample') {
    const start = startOf(team, moment.task, moment.state, 0);
    return ok({ state: start, start, subtask: { id: 's1', role: role.id, input: input === null ? moment.input : input.withDefaults(moment.input) } });
  }
  const at = moment.events.findIndex((event) => event.type === 'role.started' && event.step === moment.step);
  const started = moment.events[at] as RunEvent<'role.started'> | undefined;
  const then = moment.events.slice(0, at).reduce<RunState | null>(foldRun, null);
  if (started === undefined || then === null) return err(`The run has no step ${moment.step}.`);
  const start = startOf(team, then.task, then.options.set ?? {}, then.startedAt);
  return ok({ state: carriedOver(then, start), start, subtask: { ...started.subtask, role: role.id } });
}

/** A run of the team as it is now, before its first step. */
function startOf(team: Team, task: string, set: JsonObject, at: number): RunState {
  return foldRun(null, { type: 'run.started', seq: 1, at, format: eventFormat, run: 'preview', task, team, options: { set }, trigger: 'editor' })!;
}

/** What the run held then, in the fields that the team has now. */
function carriedOver(then: RunState, start: RunState): RunState {
  const kept = Object.keys(start.values).filter((field) => then.values[field] !== undefined && then.meta[field] !== undefined && (then.meta[field].version > 0 || then.present.has(field)));
  const values = { ...start.values, ...Object.fromEntries(kept.map((field) => [field, then.values[field]!])) };
  const meta = { ...start.meta, ...Object.fromEntries(kept.map((field) => [field, then.meta[field]!])) };
  return { ...then, team: start.team, values, meta, present: new Set([...start.present, ...kept.filter((field) => then.present.has(field))]) };
}
