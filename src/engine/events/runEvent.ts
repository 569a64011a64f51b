/**
 * Everything that happens in a run, as data: the only truth. State, prompts, spend and views are folds of these.
 * An event holds what changed and nothing that can be worked out from the events before it, so that a step costs the same at any length of a run.
 * Format history: 1 (0.1.0).
 */
import type { Json, JsonObject } from '../shared/json';
import type { ApprovalAnswer, ApprovalQuestion } from '../shared/person';
import type { SourceRef } from '../shared/source';
import type { Team } from '../team/team';
import type { Expected, Usage } from './usage';

export const eventFormat = 1;

/** Chosen for a run, it has every answer come from earlier runs. */
export const recordedModel = 'recorded';

export type RunStatus = 'completed' | 'partial' | 'failed' | 'waiting' | 'stopped';
export type Purpose = 'work' | 'review' | 'choose' | 'judge';
export type OutputStatus = 'success' | 'partial' | 'failed';

/** What a role is asked to do in one dispatch. */
export interface Subtask {
  /** Unique in the run: `s4` for step 4, or the id that the plan gave it. */
  readonly id: string;
  readonly role: string;
  readonly input: Json;
  /** Of a plan: these join the card's criteria in a review. */
  readonly criteria?: readonly string[];
}

/** A subtask that a plan asks for, in the planner's own words. */
export interface PlannedSubtask extends Subtask {
  readonly criteria: readonly string[];
  /** Ids of the subtasks that have to end before it. */
  readonly after: readonly string[];
}

/** Why a candidate was not taken although its turn had come. */
export interface Refused {
  /** Index into the team's routes, where a route named it. */
  readonly route?: number;
  readonly role: string;
  /** The id that a plan gave it. */
  readonly subtask?: string;
  readonly why: 'skip_when' | 'exit_when' | 'calls' | 'same dispatch' | 'not a choice' | 'input';
  /** The condition or the sentence behind it. */
  readonly detail?: string;
}

/** Who decided that this role is next. Routes before `route` that are not refused did not hold. */
export type Decision =
  | { readonly by: 'route'; readonly route: number; readonly refused: readonly Refused[] }
  | { readonly by: 'pipeline'; readonly position: number; readonly refused: readonly Refused[] }
  /** `why`: how it serves the goal; null: it did not say, which is noted. `fallback`: it named nobody on the list, so that a rule chose. */
  | { readonly by: 'model'; readonly why: string | null; readonly fallback: boolean; readonly refused: readonly Refused[]; readonly notes?: readonly string[] }
  | { readonly by: 'limit'; readonly limit: string; readonly refused: readonly Refused[] }
  | { readonly by: 'escalation'; readonly step: number; readonly refused: readonly Refused[] }
  /** Blackboard: a field that it watches was changed by another role, or the run has begun. */
  | { readonly by: 'wake'; readonly refused: readonly Refused[] }
  /** A subtask of the plan that was made in `step`. */
  | { readonly by: 'plan'; readonly step: number; readonly refused: readonly Refused[] }
  /** Somebody said so, in place of whoever would have decided. */
  | { readonly by: 'person'; readonly refused: readonly Refused[] };

/** What a person wants done next. */
export interface AskedStep {
  readonly role: string;
  /** Default: what the card's schema fills in. */
  readonly input?: Json;
}

export type PartKind =
  | 'identity' | 'instructions' | 'goal' | 'constraints' | 'contract' | 'rules' | 'examples' | 'criteria' | 'choices'
  | 'data' | 'input' | 'output' | 'feedback' | 'question' | 'closing';

/** A piece of a prompt. A data part names the field and version; its text is rendered from the state of that moment. */
export type PromptPart =
  | { readonly kind: Exclude<PartKind, 'data'>; readonly text: string; readonly tokens: number; readonly at?: SourceRef }
  | { readonly kind: 'data'; readonly field: string; readonly as: string; readonly version: number; readonly tokens: number; /** A reviewer never sees why. */ readonly withoutWhy?: true; /** Of a list, only the last items. */ readonly last?: number; /** Only its beginning was sent: so many characters. `ref`: what read_more reads it by. */ readonly cut?: { readonly after: number; readonly ref?: string } };

export interface PromptMessage {
  readonly role: 'system' | 'user';
  readonly parts: readonly PromptPart[];
}

export interface ToolCall {
  /** Unique within the step; ours where the provider's was empty or doubled. */
  readonly id: string;
  readonly name: string;
  /** Null: the arguments were not JSON; `raw` holds them then. */
  readonly arguments: JsonObject | null;
  readonly raw?: string;
}

/** One tool as its source offered it. `name`: what models call it by; `original`: what the source calls it. */
export interface ToolOffer {
  readonly name: string;
  readonly original: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly effect: 'read' | 'compute' | 'write' | 'network';
}

export interface CallError {
  readonly kind: 'timeout' | 'disconnect' | 'empty' | 'rate-limit' | 'quota' | 'auth' | 'not-found' | 'too-long' | 'bad-request' | 'server' | 'network' | 'script' | 'stopped' | 'other';
  readonly message: string;
  readonly hint?: string;
  readonly status?: number;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

export interface Feedback {
  readonly field?: string;
  readonly problem: string;
  readonly fix?: string;
}

export interface RuleResult {
  /** `team` or the role's id, and the index into that list of rules. */
  readonly of: string;
  readonly rule: number;
  readonly severity: 'error' | 'warning';
  /** The message as shown, templates filled in. */
  readonly message: string;
  /** Set when the expression itself failed; it counts as not holding. */
  readonly error?: string;
}

/** Typed messages between roles. An unknown version is an error, not a guess. */
export interface Signal {
  readonly v: 1;
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: 'plan' | 'extend' | 'correct' | 'result';
  readonly subtask: string;
  readonly payload: Json;
  readonly status?: OutputStatus;
  readonly confidence?: number;
}

/** A passage of content that reads like an instruction to a model. It stays content: nothing follows from it but that people see it. */
export interface Flag {
  /** Where it stands, e.g. `docs/a.md:12`, `findings by researcher`. */
  readonly source: string;
  /** The sentence, shortened. */
  readonly passage: string;
}

export type ExtendDecider = 'may_ask' | 'person' | 'supervisor';

export interface RunOptions {
  /** A model entry's name that replaces every model; `recorded`: all answers come from earlier runs. */
  readonly model?: string;
  /** The scenario that this run is of. */
  readonly scenario?: string;
  /** Initial values of fields, by name. */
  readonly set?: JsonObject;
  /** This role alone, once: the run ends with its step. */
  readonly alone?: AskedStep;
  /** Limits that replace the team's. */
  readonly limits?: Readonly<Partial<Record<'steps' | 'timeMs' | 'tokens' | 'costUsd' | 'tokensPerCall', number>>>;
}

/** Why a run is over although nobody wanted it to be. */
export interface RunFailure {
  readonly reason: string;
  readonly message: string;
  readonly hint?: string;
}

export interface ReachedLimit {
  readonly limit: 'steps' | 'time' | 'tokens' | 'cost_usd' | 'tokens_per_call';
  readonly used: number;
  readonly of: number;
  /** Held back beside what is used: for calls under way, for others that work at the same time, and for the on_limit role. */
  readonly reserved?: number;
  /** What would have come on top; not said of a single step. */
  readonly wanted?: number;
  /** Where it is the limit of a run that this one works for; a number where that is so many runs up. */
  readonly above?: true | number;
}

interface Events {
  /**
   * `forked`: after which step of which run this one begins, and when it did; the events up to there are copies, with the times of then. `progress`: whether values that were there before, under
   * whatever version, are no progress; without it only versions count, as in recordings of 0.1.0.
   */
  'run.started': { readonly format: number; readonly progress?: 'values'; readonly forked?: { readonly run: string; readonly step: number; readonly startedAt?: number }; readonly run: string; readonly task: string; readonly team: Team; readonly options: RunOptions; readonly trigger: 'editor' | 'terminal' | 'test' };
  'run.finished': { readonly status: RunStatus; readonly reason: string; readonly where?: SourceRef; readonly message?: string; readonly hint?: string };
  /**
   * The run goes on after a pause, or in another process; `pausedMs` is not counted as its time. `options` and `team` replace the ones before.
   * `anew`: it had come to an end, and what ended it is done once more. `again`: the steps whose failure was that end; without it (0.1.0) all that
   * have failed are. Of these, a step whose team was cut short by a limit is open again, and its team goes on. `crashed`: the log had no end, so what
   * was being asked then was never answered there. `next`: what a person wants done first.
   */
  'run.resumed': { readonly pausedMs: number; readonly options?: RunOptions; readonly team?: Team; readonly anew?: boolean; readonly crashed?: true; readonly again?: readonly number[]; readonly next?: AskedStep };
  /** A limit was met, so that the run ends, or its `on_limit` role is next. */
  'limit.reached': ReachedLimit;
  /** A dispatch: one step begins. `reads`: the versions of the fields the role is given. `looked`: of those its decider looked at besides. */
  'role.started': { readonly step: number; /** The first step of the fan-out that it is part of: they are committed together. */ readonly group?: number; /** The step that had ended the run, and is done once more by this one. */ readonly again?: number; readonly role: string; readonly subtask: Subtask; readonly decision: Decision; readonly reads: Readonly<Record<string, number>>; readonly looked?: Readonly<Record<string, number>> };
  /**
   * `ending`: the run ends with this reason, after the on_limit role. `fails`: it ends as failed, at once. `cutShort`: the limit of this run, or of one
   * above, that stopped the team which did the work.
   */
  'role.finished': { readonly step: number; readonly outcome: 'committed' | 'partial' | 'skipped' | 'failed' | 'escalated' | 'stopped'; readonly why?: string; readonly feedback?: readonly Feedback[]; readonly ending?: string; readonly fails?: RunFailure; readonly cutShort?: ReachedLimit };
  /** Subtasks of a plan whose turn has come and who are passed over, each reason once; or, where nobody was dispatched, who was passed over last and why. */
  'role.skipped': { readonly refused: readonly Refused[] };
  /**
   * One request. `append`: messages that follow those of this conversation's earlier requests, replies and tool results. `step` is the step it belongs to, for `choose` the one it decides.
   * `conversation` is unique within the step: `work`, `review 1`, `choose`, …. `reset`: the conversation begins anew with `append`. `flags`: of what is appended. `expected`: what is
   * held back for it, where tokens or cost are limited.
   */
  'model.requested': { readonly step: number; readonly call: number; readonly conversation: string; readonly role: string; readonly purpose: Purpose; readonly model: string; readonly append: readonly PromptMessage[]; readonly reset?: boolean; readonly tools?: readonly string[]; readonly toolTokens?: number; readonly flags?: readonly Flag[]; readonly expected?: Expected; readonly hash: string };
  /** `reply` is the raw text, or the JSON value where the text was exactly that value's JSON. */
  'model.responded': { readonly step: number; readonly call: number; readonly reply: Json; readonly toolCalls?: readonly ToolCall[]; readonly finish: 'stop' | 'length' | 'tools' | 'filter' | 'refusal' | 'other'; readonly usage: Usage; readonly costUsd: number | null; readonly simulated?: boolean; readonly ms: number; readonly served?: string; readonly notes?: readonly string[]; readonly script?: number; /** How many requests it took: more than one where the server refused something in the first ones, none where an earlier run answered. */ readonly requests?: number; /** The run whose answer this is. */ readonly from?: string; /** What a reasoning model thought before it called tools: some servers want it back. */ readonly thinking?: string; /** What a later request has to be equal in to be given this answer by the cache. Of the call as it was made: a request that is made again may be sent to another server than when it was recorded. */ readonly equal?: string };
  /** `usage` where the provider charged for it all the same. */
  'model.failed': { readonly step: number; readonly call: number; readonly error: CallError; readonly usage?: Usage; readonly costUsd?: number | null; readonly ms: number; readonly script?: number; readonly requests?: number; readonly notes?: readonly string[] };
  /** What an MCP server, or the editor, offers the role of this step under a name of the team's. */
  'tool.opened': { readonly step: number; readonly tool: string; readonly offers: readonly ToolOffer[] };
  'tool.called': { readonly step: number; readonly call: number; readonly id: string; readonly tool: string; readonly arguments: Json };
  /**
   * `error`: told to the model as the result. `original`: what the tool gave, where much of it was left out of `result`. `kept`: the result, or its
   * original, was too large to be told whole; what read_more reads it by.
   */
  'tool.returned': { readonly step: number; readonly id: string; readonly result: Json; readonly original?: Json; readonly kept?: string; readonly error?: string; readonly tokens: number; readonly ms: number; readonly notes?: readonly string[]; readonly flags?: readonly Flag[] };
  /** The reply kept its contract. Its output is that of the last reply of `work`; `output` only where it is not (defaults, echoes taken out). */
  'output.proposed': { readonly step: number; readonly attempt: number; readonly status: OutputStatus; readonly confidence: number | null; readonly why: string | null; readonly output?: JsonObject; readonly subtasks?: readonly PlannedSubtask[]; readonly notes?: readonly string[] };
  /** The reply broke its contract: one retry is used. */
  'output.refused': { readonly step: number; readonly attempt: number; readonly problems: readonly Feedback[] };
  /** The precheck: `checked` rules were judged; only those that do not hold are listed. */
  'rule.checked': { readonly step: number; readonly attempt: number; readonly checked: number; readonly broken: readonly RuleResult[] };
  'review.decided': { readonly step: number; readonly attempt: number; readonly by: string; readonly verdict: 'approve' | 'reject'; readonly feedback: readonly Feedback[]; readonly confidence: number | null; readonly notes?: readonly string[] };
  /** A condition was put to a model. */
  'condition.judged': { readonly step: number; readonly question: string; readonly holds: boolean; readonly why: string | null; readonly note?: string };
  'signal.sent': { readonly step: number; readonly signal: Signal };
  /** What became of an extend signal. `by`: the card's `may_ask`, a person, or the supervisor, who refuses what there is not. `why`: of a refusal, told to the role. */
  'extend.decided': { readonly step: number; readonly signal: string; readonly granted: boolean; readonly by: ExtendDecider; readonly why?: string };
  /**
   * The shared workspace changed. `step` null: not by a role (`by` is then `person`). A role's contribution to a field is its proposed output's,
   * unless `values` holds it; the reducer is applied by the fold. `versions`: the new ones, or the one that a field had and has. `overwrites`: fields of which it
   * replaces what another subtask of the same fan-out has just written, and that subtask's step.
   */
  'workspace.committed': { readonly step: number | null; readonly by: string; readonly versions: Readonly<Record<string, number>>; readonly values?: JsonObject; readonly overwrites?: Readonly<Record<string, number>>; readonly status: OutputStatus };
  /** Something happened in the team that does this step's work: its own event, numbered by itself. */
  'team.event': { readonly step: number; readonly event: RunEvent };
  /** A person is asked; without an answer the run waits. */
  'approval.requested': { readonly step: number } & ApprovalQuestion;
  'approval.answered': { readonly step: number; readonly id: string; readonly waitedMs: number } & ApprovalAnswer;
  /** Whether a step was drawn for the approval of this index (a sample of all steps). */
  'approval.drawn': { readonly step: number; readonly approval: number; readonly drawn: boolean };
  /** A commit was refused, since another role, or a person, has written `fields` since they were read. */
  'commit.refused': { readonly step: number; readonly fields: readonly string[] };
}

export type EventType = keyof Events;
export type EventBody<T extends EventType = EventType> = { [K in T]: { readonly type: K } & Events[K] }[T];
export type RunEvent<T extends EventType = EventType> = EventBody<T> & {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
};
