/**
 * The prompt of a role as it would be sent now: the card as it is at this moment, filled in for a step or a review of a run or for sample input, with the
 * same wording as a run's. Sends nothing and changes nothing.
 */
import type { PromptMessage, PromptPart, Subtask } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { refOf } from '../prompts/largeValue';
import type { CountTokens, GivenField, PromptBasis } from '../prompts/promptParts';
import { renderPart } from '../prompts/renderPart';
import { reviewPrompt } from '../prompts/reviewPrompt';
import { workPrompt } from '../prompts/workPrompt';
import { stateBindings } from '../rules/stateBindings';
import { compileTeam, type RoleProgram } from '../rules/teamProgram';
import { displayJson, type Json } from '../shared/json';
import type { Sha256 } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';
import type { Schemas } from '../shared/schemas';
import { showRef } from '../shared/source';
import type { Role, Team } from '../team/team';
import { momentOf, type Moment, type PreviewMoment, type ReviewMoment } from './previewMoment';

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
  /** Whose output it reviews; null: it is dispatched by itself. */
  readonly reviews: Role | null;
  /** In the sample nobody has handed anything in: the output under review is empty. */
  readonly lacksOutput: boolean;
  /** In the order sent. */
  readonly parts: readonly PreviewPart[];
}

/** The error is a sentence for people: what could not be filled in, and where. */
export async function previewPrompt({ team, role: id, moment }: PreviewRequest, ports: PreviewPorts): Promise<Result<PreviewedPrompt, string>> {
  const program = await compileTeam(team, ports.schemas);
  const role = program.roles.get(id);
  if (role === undefined) return err(`The team has no role \`${id}\`.`);
  if (role.role.team !== undefined) return err(`A team does the work of \`${id}\`: it has no prompt of its own.`);
  const found = momentOf(program, role, moment);
  if (!found.ok) return found;
  const { state, start, subtask, review } = found.value;
  const goal = program.goal.evaluate(stateBindings(start, { now: start.startedAt }));
  if (!goal.ok) return err(`The goal at ${showRef(team.goal.at)} could not be filled in: ${goal.error.message}`);
  const basis = { team, goal: goal.value, task: state.task, count: ports.count, keep: (value: Json) => refOf(ports.sha256(displayJson(value))) };
  const messages = messagesFor(basis, role, found.value);
  if (!messages.ok) return messages;
  const textOf = (part: PromptPart): string => renderPart(part, (field) => ({ value: state.values[field] ?? null, meta: state.meta[field]! }));
  const parts = messages.value.flatMap((message) => message.parts.map((part) => ({ message: message.role, part, text: textOf(part) })));
  return ok({ role: role.role, task: state.task, subtask, reviews: review?.author.role ?? null, lacksOutput: review !== null && Object.keys(review.proposal.output).length === 0 && moment.kind === 'sample', parts });
}

function messagesFor(basis: PromptBasis, role: RoleProgram, { state, subtask, review }: Moment): Result<readonly PromptMessage[], string> {
  const instructions = fillIn(role, review?.then ?? state, subtask, state);
  if (!instructions.ok) return instructions;
  const given = givenTo(role.role, state);
  if (review === null) return ok(workPrompt(basis, { role: role.role, instructions: instructions.value, subtask, given }));
  const criteria = criteriaOf(review, state, subtask);
  if (!criteria.ok) return criteria;
  const { author, proposal } = review;
  const criteriaAt = author.role.review?.at ?? author.role.at;
  return ok(reviewPrompt(basis, { reviewer: role.role, instructions: instructions.value, author: author.role, criteria: criteria.value, criteriaAt, output: proposal.output, given }));
}

function fillIn({ role, instructions }: RoleProgram, now: RunState, subtask: Subtask, shown: RunState): Result<Parameters<typeof workPrompt>[1]['instructions'], string> {
  if (instructions === null) return ok(null);
  const text = instructions.template.evaluate(stateBindings(now, { now: now.lastAt, role: role.id, subtask: { ...subtask, revision: 0 } }, shown));
  if (!text.ok) return err(`The instructions at ${showRef(instructions.at)} could not be filled in: ${text.error.message}`);
  return ok({ text: text.value, at: instructions.at, fixed: instructions.fixed });
}

/** The card's, then those that a plan gave the subtask. */
function criteriaOf({ author, proposal, then, revision }: ReviewMoment, shown: RunState, subtask: Subtask): Result<readonly string[], string> {
  const criteria: string[] = [];
  for (const { template, at } of author.criteria) {
    const text = template.evaluate(stateBindings(then, { now: then.lastAt, role: author.role.id, subtask: { ...subtask, revision }, proposal }, shown));
    if (!text.ok) return err(`The criterion at ${showRef(at)} could not be filled in: ${text.error.message}`);
    criteria.push(text.value);
  }
  return ok([...criteria, ...(subtask.criteria ?? [])]);
}

function givenTo(role: Role, { values, meta }: RunState): readonly GivenField[] {
  return role.reads.map(({ field, ...shown }) => ({ ...shown, field, value: values[field] ?? null, meta: meta[field]! }));
}
