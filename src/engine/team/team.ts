/**
 * A checked team, as plain JSON: what the supervisor runs and what `run.started` keeps, so that an old log opens
 * without its files. Knows nothing of YAML; every rule carries the place it was written at.
 */
import type { failurePolicies, modes, providers, reducers, scriptErrors, topologies } from '../cards/words';
import type { Json, JsonObject } from '../shared/json';
import type { SourceRef } from '../shared/source';

export type Topology = (typeof topologies)[number];

export type Mode = (typeof modes)[number];

export type FailurePolicy = (typeof failurePolicies)[number];

export type Reducer = (typeof reducers)[number];

/** A text of the user's with its place: an expression, a template or a question. */
export interface Sourced {
  readonly text: string;
  readonly at: SourceRef;
}

/** An expression decides by itself; a question is put to a model, and only where its answer would decide something. */
export type Condition = ({ readonly kind: 'expression' } & Sourced) | ({ readonly kind: 'ask' } & Sourced);

export interface Rule {
  /** A CEL expression that has to hold of a proposed output. */
  readonly rule: Sourced;
  /** Shown when it does not hold; a template. */
  readonly message: Sourced;
  readonly severity: 'error' | 'warning';
}

export interface Review {
  /** The id of the reviewing role. */
  readonly by: string;
  readonly criteria: readonly Sourced[];
  readonly maxRevisions: number | null;
  readonly at: SourceRef;
}

export interface RoleLimits {
  /** Dispatches of this role in a run. Null: no limit. */
  readonly calls: number | null;
  /** For one request to the model, in milliseconds. */
  readonly timeoutMs: number;
  /** Tokens of one dispatch. Null: no limit. */
  readonly tokens: number | null;
  readonly toolCalls: number;
  readonly retries: number;
  readonly revisions: number;
}

export interface Read {
  /** The name the role knows it by. */
  readonly as: string;
  readonly field: string;
  /** Of a list, only its last items are shown. */
  readonly last?: number;
}

export interface Write {
  readonly field: string;
  /** What the role contributes. Null: anything. */
  readonly schema: JsonObject | null;
  /** From the `required` of an `output_schema`: a successful output without it breaks the contract. */
  readonly required?: boolean;
}

/** The lines that a breakpoint, a link or a message can point to. */
export type RolePlace = 'instructions' | 'reads' | 'writes' | 'tools' | 'rules' | 'review' | 'model' | 'limits';

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode | null;
  readonly responsibility: string;
  /** A template. */
  readonly instructions: Sourced | null;
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  /** Names of the team's tools. */
  readonly tools: readonly string[];
  readonly forbidden: readonly string[];
  /** What it is given for the asking; anything else asks a person. */
  readonly mayAsk?: { readonly fields: readonly string[]; readonly tools: readonly string[] };
  /** A name under the team's models. */
  readonly model: string;
  readonly examples: readonly { readonly input: Json; readonly output: Json }[];
  /** While any holds, the role is passed over. */
  readonly skipWhen: readonly Condition[];
  readonly exitWhen: readonly Condition[];
  readonly rules: readonly Rule[];
  readonly review: Review | null;
  readonly limits: RoleLimits;
  /** With FORMAT.md's default already chosen; `on_limit`: the team's on_limit role makes a partial result and the run ends. */
  readonly onFailure: FailurePolicy | 'on_limit';
  /** True where the card does not say: a fan-out then skips what failed. */
  readonly hasDefaultFailure?: boolean;
  /** Another team does this role's work: it is handed what the role reads, and hands back what the role writes, by name. */
  readonly team?: Team;
  /** Blackboard: the fields whose change by another role wakes it. */
  readonly wakesOn?: readonly string[];
  /** The schema of `subtask.input`. */
  readonly inputSchema: JsonObject | null;
  /** Where `role:` stands. */
  readonly at: SourceRef;
  readonly places: Readonly<Partial<Record<RolePlace, SourceRef>>>;
}

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
  readonly output: number;
  readonly reasoning?: number;
}

export interface ModelEntry {
  /** The name under `models:`. */
  readonly name: string;
  readonly provider: (typeof providers)[number];
  /** What the provider calls it. Null for scripted. */
  readonly model: string | null;
  readonly baseUrl: string | null;
  /** The name of the environment variable or secret, never a key. */
  readonly apiKeyEnv: string | null;
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  /** Context window in tokens. */
  readonly context: number | null;
  readonly family: string | null;
  readonly price: Price | null;
  /** Scripted: the script as loaded, so that a log replays without its file. */
  readonly script: Script | null;
  readonly at: SourceRef;
}

export interface Script {
  /** Relative to the team's folder. */
  readonly file: string;
  readonly replies: readonly ScriptReply[];
}

/** One reply of a scripted model. Strings in `output`, `toolCalls`, `choice`, `why` and `feedback` are templates. */
export interface ScriptReply {
  readonly role: string;
  readonly when: Sourced | null;
  readonly repeat: boolean;
  readonly delayMs: number;
  readonly text: string | null;
  readonly error: (typeof scriptErrors)[number] | { readonly status: number; readonly retryAfterS: number | null } | null;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: Json }[];
  /** The members of the JSON reply (FORMAT.md "What a role's model answers") as written: output, status, confidence, why, verdict, feedback, choice, subtasks, extend, holds. */
  readonly reply: JsonObject | null;
  readonly usage: { readonly input?: number; readonly cached?: number; readonly cacheWrite?: number; readonly output?: number; readonly reasoning?: number } | null;
  readonly at: SourceRef;
}

export interface ToolEntry {
  /** The name under `tools:`, or the built-in's own. */
  readonly name: string;
  readonly type: string;
  /** Every other key as written (root, hosts, approve …); `root` is relative to the team's folder. */
  readonly options: JsonObject;
  /** Shape any tool's result. Null: as it comes. */
  readonly fields: readonly string[] | null;
  readonly max: number | null;
  readonly at: SourceRef | null;
}

export interface Field {
  readonly name: string;
  /** JSON Schema type of the whole field. Null: not stated. */
  readonly type: string | null;
  /** JSON Schema of the whole field; null: anything. */
  readonly schema: JsonObject | null;
  /** What it holds before anybody wrote it: its `initial`, else its type's empty value. */
  readonly empty: Json;
  /** True when `initial` was given: `has(state.x)` then holds from the start. */
  readonly hasInitial: boolean;
  readonly reducer: Reducer;
  /** For append: items of the same key are merged. */
  readonly key: string | null;
  /** Ids of the roles that may write it; more than one only where the reducer merges. */
  readonly writers: readonly string[];
  readonly at: SourceRef;
}

export interface Route {
  readonly when: Sourced;
  /** A role's id, or `end`. */
  readonly to: string;
  /** What becomes `subtask.input`: each value an expression. */
  readonly input: Readonly<Record<string, Sourced>> | null;
  /** A list with a subtask for each item, run in parallel, with one join. */
  readonly forEach?: Sourced;
  /** The name under which the item is in `subtask.input`; without it the item is the input. */
  readonly as?: string;
  readonly at: SourceRef;
}

export interface SupervisorCard {
  readonly model: string;
  readonly instructions: Sourced | null;
  /** Ids of roles, and `end`. */
  readonly choices: readonly string[];
  readonly at: SourceRef;
}

/** When a person is asked before a run goes on. */
export type Approval =
  | { readonly kind: 'before' | 'after'; readonly role: string; readonly at: SourceRef }
  | { readonly kind: 'when'; readonly when: Sourced; readonly at: SourceRef }
  /** `share`: of all steps, from 0 to 1. */
  | { readonly kind: 'sample'; readonly share: number; readonly at: SourceRef };

export interface TeamLimits {
  readonly steps: number;
  /** Milliseconds. */
  readonly timeMs: number;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  readonly parallel: number;
  readonly tokensPerCall: number | null;
  readonly outputBytes: number;
}

export interface Team {
  readonly name: string;
  /** The team file's name, relative to `folder`. */
  readonly file: string;
  /** Absolute; where relative paths start. Not part of what a recording must agree with. */
  readonly folder: string;
  /** A template; may use `task`. */
  readonly goal: Sourced;
  readonly constraints: Json | null;
  readonly topology: Topology;
  /** Pipeline only: the roles in order. */
  readonly pipeline: readonly string[];
  readonly models: Readonly<Record<string, ModelEntry>>;
  /** Whether equal requests are answered from earlier runs. Default: not. */
  readonly cache?: 'on' | 'scenarios';
  /** The name of the default model; null: every role names its own. */
  readonly model: string | null;
  readonly tools: Readonly<Record<string, ToolEntry>>;
  /** Every field of the shared workspace, `task` and `constraints` among them, in the order they were declared. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly roles: readonly Role[];
  readonly routes: readonly Route[];
  readonly supervisor: SupervisorCard | null;
  /** The run is done while any holds. */
  readonly finishWhen: readonly Condition[];
  readonly rules: readonly Rule[];
  readonly limits: TeamLimits;
  readonly approvals?: readonly Approval[];
  /** A role's id, or `ask`. */
  readonly onLimit: string | null;
  /** Where `team:` stands. */
  readonly at: SourceRef;
}
