/** What the supervisor decides from: the fold of a run's events. Small, and no larger for a longer run but for the fields themselves. Types only. */
import type { Json, JsonObject } from '../shared/json';
import type { PersistentMap } from '../shared/persistentMap';
import type { ApprovalQuestion } from '../shared/person';
import type { Team } from '../team/team';
import type { DispatchKey, MadeDispatches } from './madeDispatches';
import type { Progress, Spot } from './progress';
import type { AskedStep, Decision, Feedback, OutputStatus, PlannedSubtask, ReachedLimit, RunFailure, RunOptions, RunStatus, Subtask } from './runEvent';
import type { RunTime } from './runTime';
import type { Cost, Expected, Usage } from './usage';

/** What is known of a field's last commit. `version` 0: its initial or empty value. */
export interface FieldMeta {
  readonly writer: string | null;
  readonly version: number;
  readonly at: number | null;
  readonly confidence: number | null;
  readonly status: OutputStatus | null;
  readonly why: string | null;
}

export interface Proposal {
  readonly attempt: number;
  readonly output: JsonObject;
  readonly status: OutputStatus;
  readonly confidence: number | null;
  readonly why: string | null;
  readonly subtasks?: readonly PlannedSubtask[];
}

/** A call under way: who asks, and what is held back for it. */
export interface AskingCall {
  readonly role: string;
  readonly expected: Expected | null;
}

/** A subtask of a plan, from its planning to its end. */
export interface PlannedState extends PlannedSubtask {
  readonly state: 'waiting' | 'started' | 'ended';
  /** The step of the plan. */
  readonly plannedIn: number;
  /** Why it was passed over when its turn had come, as it was told last; null: it was not. */
  readonly passedOver: string | null;
}

/** Of one step: `steps` are those of the team that does its work. */
export interface StepUse {
  readonly steps: number;
  readonly tokens: number;
  /** In dollars, as far as it is known. */
  readonly usd: number;
}

/** A dispatch that has not ended. */
export interface OpenStep {
  readonly step: number;
  readonly role: string;
  readonly subtask: Subtask;
  readonly decision: Decision;
  /** Versions of the fields that its decider looked at besides those it reads. */
  readonly looked: Readonly<Record<string, number>>;
  /** The first step of those that are committed together with it; null: it runs alone. */
  readonly group: number | null;
  /** The fan-out whose subtask it is: another than `group` where it is done once more. */
  readonly fanOut: number | null;
  readonly key: DispatchKey;
  /** Null: in this run only versions count. */
  readonly spot: Spot | null;
  /** What the escalation was that it answers. */
  readonly escalation: Escalation | null;
  /** The run of the team that does its work. */
  readonly inner: RunState | null;
  /** What its calls, and the team that does its work, have used up to now. */
  readonly used: StepUse;
  /** What it had handed in when a limit of this run, or of one above, cut the work of its team short; the team goes on from there. Null: that has not happened. */
  readonly handedIn: JsonObject | null;
  /** As what it had ended then; null once its team goes on. */
  readonly goesOn: 'done' | 'failed' | null;
  /** The conversation of the request that is under way or was last answered. */
  readonly conversation: string;
  /** The last reply of `work`, where it is JSON. */
  readonly reply: Json | null;
  readonly proposal: Proposal | null;
}

/** A result that is not whole. It stands until the role succeeds in a later step; a sibling's success in the same fan-out does not take it away. */
export interface Marker {
  readonly kind: 'partial' | 'failed';
  readonly group: number | null;
  /** The steps that it tells of. */
  readonly steps: readonly number[];
}

export interface Escalation {
  readonly step: number;
  readonly role: string;
  readonly input: Json;
  readonly why: string;
  readonly feedback: readonly Feedback[];
}

export interface RunState {
  readonly run: string;
  readonly team: Team;
  readonly task: string;
  readonly options: RunOptions;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly lastSeq: number;
  /** What of the time is the run's, and what is under way. */
  readonly time: RunTime;
  /** Time that is not the run's: waiting for people, pauses in the debugger, down time. */
  readonly pausedMs: number;
  /** Field → value, every field. */
  readonly values: JsonObject;
  readonly meta: Readonly<Record<string, FieldMeta>>;
  /** Fields that were committed or have an initial value. */
  readonly present: ReadonlySet<string>;
  readonly steps: number;
  /** The next place of a pipeline. */
  readonly pipelineNext: number;
  readonly lastRole: string | null;
  /** Requests to the model, by role, reviews by the reviewer's. */
  readonly requests: PersistentMap<string, number>;
  /** Who made the requests that have no answer yet, by step and call. */
  readonly asking: PersistentMap<string, AskingCall>;
  readonly dispatched: PersistentMap<string, number>;
  readonly done: PersistentMap<string, number>;
  readonly failed: PersistentMap<string, number>;
  readonly usage: Usage;
  readonly cost: Cost;
  /** By role: only those whose versions are still today's; older ones can never be made again. */
  readonly made: PersistentMap<string, readonly MadeDispatches[]>;
  /** Null: in this run only versions count. */
  readonly progress: Progress | null;
  /** By step, in the order they began. */
  readonly open: PersistentMap<number, OpenStep>;
  /** Roles whose last word is a partial or failed result. */
  readonly markers: Readonly<Record<string, Marker>>;
  /** Blackboard: roles that are to look at the board again. */
  readonly woken: ReadonlySet<string>;
  readonly escalations: readonly Escalation[];
  /** Questions to a person that have no answer yet, by id. */
  readonly asked: PersistentMap<string, ApprovalQuestion & { readonly step: number }>;
  /** What a person has allowed for the rest of the run, by `allowanceKey`. */
  readonly allowed: ReadonlySet<string>;
  /** By id, in the order they were planned. */
  readonly planned: PersistentMap<string, PlannedState>;
  /** The reason the run is about to end with, e.g. `limit:steps`; only the on_limit role may still run. */
  readonly ending: string | null;
  /** A limit has cut short the work of a team within: the run is over, unless it is done with what it has. */
  readonly cutShort: ReachedLimit | null;
  /** A step has failed so that the run is over. */
  readonly failure: RunFailure | null;
  /** The steps whose failure is the end of the run. */
  readonly endedBy: readonly OpenStep[];
  /** Of a run that goes on in spite of its end: subtasks of a fan-out that are done once more, though no route may name them any more. */
  readonly again: readonly OpenStep[];
  /** What a person wants done before anything else; null: nothing, or it has begun. */
  readonly asksFor: AskedStep | null;
  /** The place in the pipeline of a role that failed last; null: it went well since. */
  readonly failedAt: number | null;
  /** True once the on_limit role was dispatched. */
  readonly limitRoleRan: boolean;
  /** `message`, `hint`: of a run that failed. */
  readonly end: { readonly status: RunStatus; readonly reason: string; readonly message?: string; readonly hint?: string } | null;
}
