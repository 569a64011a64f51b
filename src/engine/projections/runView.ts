/**
 * One run as every surface shows it: tree, panel, terminal and debugger read this and nothing else.
 * Types only; `foldRunView.ts` makes it from events. Times are milliseconds since 1970, lengths of time milliseconds, money dollars.
 */
import type {
  CallError, Decision, ExtendDecider, Feedback, Flag, OutputStatus, PromptMessage, Purpose, Refused, RuleResult, RunStatus, Signal, Subtask, ToolCall,
} from '../events/runEvent';
import type { Cost, Usage } from '../events/usage';
import type { Json, JsonObject } from '../shared/json';
import type { ApprovalQuestion } from '../shared/person';
import type { SourceRef } from '../shared/source';
import type { Team } from '../team/team';
import type { ReachedAs } from './format';

export interface RunView {
  readonly run: string;
  /** After which step of which run it begins; null: it is no fork. */
  readonly forked: { readonly run: string; readonly step: number } | null;
  readonly team: Team;
  readonly task: string;
  readonly status: RunStatus | 'running';
  /** `finish_when`, `end`, `limit:steps`, `error:<what>` …; null while it runs. */
  readonly reason: string | null;
  readonly where: SourceRef | null;
  readonly message: string | null;
  readonly hint: string | null;
  readonly startedAt: number;
  readonly lastAt: number;
  /** The last event folded in. */
  readonly seq: number;
  readonly steps: readonly StepView[];
  /** Roles in commit order. */
  readonly path: readonly string[];
  /** In the team's order. */
  readonly fields: readonly FieldView[];
  readonly spend: SpendView;
  readonly limits: readonly LimitView[];
  /** Calls that belong to no step, such as a choice that ended the run, or one that decides the next step and is under way. */
  readonly loose: readonly CallView[];
  /** The limit that ended it or made its `on_limit` role the next. */
  readonly limitReached: ReachedAs | null;
  /** Who was passed over when nobody was dispatched, the last time that happened. */
  readonly passedOver: readonly Refused[];
  /** Of a run that is over: fan-outs and plans whose subtasks are not all done, those of teams within too. */
  readonly unfinished: readonly UnfinishedView[];
  /** Questions to a person without an answer, oldest first. */
  readonly waiting: readonly WaitingQuestion[];
  /** Time that is not the run's: pauses and down time. */
  readonly pausedMs: number;
}

/** A fan-out, or all that plans have asked for, with what of it was left. */
export interface UnfinishedView {
  /** Null: not known; with those above it, within a team: `make/finder`. */
  readonly role: string | null;
  /** The first step of a fan-out. */
  readonly step: number | null;
  readonly done: number;
  readonly of: number;
  /** `step` null: it was not dispatched. `subtask`: its id or a word of its input, empty where there is none. */
  readonly left: readonly { readonly subtask: string; readonly step: number | null; readonly why: string }[];
}

/** What a person is asked, and has not answered. */
export type WaitingQuestion = ApprovalQuestion & { readonly step: number };

export type StepState = 'running' | 'committed' | 'partial' | 'skipped' | 'failed' | 'escalated' | 'stopped';

export interface StepView {
  readonly step: number;
  readonly role: string;
  readonly subtask: Subtask;
  readonly decision: Decision;
  readonly state: StepState;
  /** One line for a list: what came of it, or what it is doing now. */
  readonly outcome: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The event that began it. */
  readonly seq: number;
  /** The fields it was given, with the versions of then. */
  readonly reads: Readonly<Record<string, number>>;
  /** The supervisor's question before it, where the model chose. */
  readonly choice: CallView | null;
  /** Every call that was made to decide this step: choices, re-asks and judged conditions. Part of its spend. */
  readonly beforehand: readonly CallView[];
  /** Conditions that were put to a model for it. */
  readonly judged: readonly JudgedView[];
  readonly attempts: readonly AttemptView[];
  /** Everything in the order it happened: the sub-rows of a list. */
  readonly activity: readonly ActivityView[];
  readonly commit: CommitView | null;
  /** Where a team does the role's work: each time it did, as a run of its own. What it used is part of this step's. */
  readonly visits: readonly RunView[];
  readonly signals: readonly Signal[];
  /** What the role asked for while it worked, once it was decided on. */
  readonly extensions: readonly ExtensionView[];
  /** Content that it was shown and that reads like an instruction, each passage once. */
  readonly flags: readonly Flag[];
  readonly usage: Usage;
  readonly cost: Cost;
  readonly simulated: boolean;
  /** Tokens of attempts that were not accepted, their reviews included, and of requests that failed. */
  readonly rejectedTokens: number;
  readonly rejectedCost: Cost;
  /** Requests, each attempt one. */
  readonly calls: number;
  /** Why it ended as it did, where somebody said so. */
  readonly why: string | null;
}

export interface ExtensionView {
  readonly need: string;
  readonly fields: readonly string[];
  readonly tools: readonly string[];
  readonly granted: boolean;
  readonly by: ExtendDecider;
  /** Of a refusal. */
  readonly why: string | null;
}

export interface JudgedView {
  readonly question: string;
  readonly holds: boolean;
  readonly why: string | null;
  readonly note: string | null;
}

export interface AttemptView {
  /** From 1. */
  readonly attempt: number;
  readonly state: 'running' | 'proposed' | 'contract broken' | 'precheck failed' | 'review rejected' | 'approved' | 'committed' | 'failed' | 'stopped';
  readonly calls: readonly CallView[];
  readonly tools: readonly ToolView[];
  /** The reviewer's, also while no verdict is there. */
  readonly reviewCalls: readonly CallView[];
  readonly reviewTools: readonly ToolView[];
  readonly proposal: { readonly status: OutputStatus; readonly confidence: number | null; readonly why: string | null; readonly output: JsonObject; readonly notes: readonly string[] } | null;
  readonly problems: readonly Feedback[];
  readonly rules: { readonly checked: number; readonly broken: readonly RuleResult[] } | null;
  readonly review: { readonly by: string; readonly verdict: 'approve' | 'reject'; readonly feedback: readonly Feedback[]; readonly confidence: number | null; readonly notes: readonly string[]; readonly calls: readonly CallView[] } | null;
}

export interface CallView {
  readonly call: number;
  readonly step: number;
  readonly conversation: string;
  readonly role: string;
  readonly purpose: Purpose;
  /** The model entry's name. */
  readonly model: string;
  /** `stopped`: the run was stopped, or died, before there was an outcome. */
  readonly state: 'running' | 'responded' | 'failed' | 'stopped';
  /** Times it was stopped before its usage was known, though it may have been charged for. */
  readonly unanswered: number;
  /** The whole conversation as sent, in order; texts of data parts by `partText`. */
  readonly prompt: readonly PromptView[];
  /** What was sent, counted here part by part: the conversation and the tools offered. */
  readonly promptTokens: number;
  readonly toolTokens: number;
  readonly toolsOffered: readonly string[];
  readonly reply: Json | null;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: string | null;
  readonly error: CallError | null;
  readonly usage: Usage | null;
  /** Null: unknown. */
  readonly costUsd: number | null;
  readonly simulated: boolean;
  readonly startedAt: number;
  readonly ms: number | null;
  /** The name the server answered with, where it differs. */
  readonly served: string | null;
  readonly notes: readonly string[];
  /** 1; more where the server refused something in the first ones, or it was stopped and made again; 0 where an earlier run answered. */
  readonly requests: number;
  readonly flags: readonly Flag[];
  /** The earlier run whose answer this is; null: the model's own. */
  readonly answeredBy: string | null;
  /** The event that made the request. */
  readonly seq: number;
}

/** A message of a conversation: ours with its parts, the model's own earlier reply, or a tool's result. */
export type PromptView =
  | { readonly from: 'us'; readonly message: PromptMessage }
  | { readonly from: 'model'; readonly call: number }
  | { readonly from: 'tool'; readonly id: string };

export interface ToolView {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Json;
  readonly result: Json | null;
  readonly error: string | null;
  readonly tokens: number;
  readonly ms: number | null;
  readonly state: 'running' | 'returned';
  /** The call that asked for it. */
  readonly call: number;
  readonly notes: readonly string[];
  readonly flags: readonly Flag[];
}

export interface ActivityView {
  readonly kind: 'chosen by model' | 'tool' | 'draft' | 'revision' | 'retry' | 'call failed' | 'contract broken' | 'precheck failed' | 'review' | 'review rejected' | 'review approved' | 'commit' | 'commit refused' | 'judged' | 'extend' | 'flagged';
  readonly state: 'running' | 'done' | 'failed';
  /** What it is, e.g. `draft`, `revision 1` or a tool's name. */
  readonly label: string;
  readonly text: string;
  /** Null: none were used. */
  readonly tokens: number | null;
  /** True where it cost no call to a model, to be said. */
  readonly noModelCall: boolean;
  /** The event it stands for, the one that began it where it is still running. */
  readonly seq: number;
  readonly at: number;
  /** The attempt it belongs to. */
  readonly attempt: number | null;
}

export interface CommitView {
  readonly status: OutputStatus;
  readonly fields: readonly { readonly field: string; readonly before: number; readonly after: number; /** e.g. `+2, 1 merged` */ readonly change: string; /** The step of the same fan-out whose value it replaces; null: none. */ readonly overwrites: number | null }[];
}

export interface FieldView {
  readonly name: string;
  /** `array`, `text`, `number`, `object`, `boolean` or `any`. */
  readonly type: string;
  readonly present: boolean;
  readonly value: Json;
  /** One line, e.g. `14 items` or the first words. */
  readonly summary: string;
  readonly version: number;
  /** Null: not written yet. */
  readonly writer: string | null;
  readonly step: number | null;
  /** Bytes of its JSON, where it was written. */
  readonly bytes: number;
  /** The value of version 0, and whether somebody gave it. */
  readonly initial: Json;
  readonly givenInitially: boolean;
  /** When a role that writes it failed: readers were then told so with its value. */
  readonly failures: readonly { readonly seq: number; readonly why: string | null }[];
  /** Oldest first; version 0 (initial) is not listed. */
  readonly history: readonly FieldVersion[];
}

export interface FieldVersion {
  readonly version: number;
  readonly value: Json;
  readonly writer: string;
  readonly step: number | null;
  readonly at: number;
  readonly seq: number;
  readonly status: OutputStatus;
  readonly confidence: number | null;
  readonly why: string | null;
  readonly change: string;
  readonly summary: string;
}

export interface SpendRow {
  /** A role's id (`supervisor` for its choices) or a model entry's name. */
  readonly name: string;
  readonly models: readonly string[];
  /** Requests, each attempt one. */
  readonly calls: number;
  readonly usage: Usage;
  readonly cost: Cost;
  /** Requests that were stopped before their usage was known: they may have been charged for. Their input is estimated, the rest unknown. */
  readonly unanswered: number;
  /** There was a call whose price is not known. */
  readonly unpriced: boolean;
  readonly simulated: boolean;
  readonly rejectedTokens: number;
  readonly rejectedCost: Cost;
  /** Share of the input that lies in fields or passages the role declares; null: no input. */
  readonly contextHitRate: number | null;
  /** Share of those whose source, key or words come back in the output; null: none. */
  readonly usedRate: number | null;
}

export interface SpendView {
  readonly total: SpendRow;
  /** Largest first, by cost, then by tokens. Their sums are the total's. */
  readonly byRole: readonly SpendRow[];
  readonly byModel: readonly SpendRow[];
}

export interface LimitView {
  readonly name: 'steps' | 'time' | 'tokens' | 'cost';
  readonly used: number;
  /** Null: no limit. Milliseconds, tokens, dollars or steps. */
  readonly of: number | null;
  /** Held for calls that are under way, as far as it is known; 0: nothing. */
  readonly reserved: number;
}
