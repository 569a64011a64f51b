/** What a model is to the engine: a port. One request, one outcome; retries are the caller's, so that each attempt is an event and is paid for. */
import type { CallError, Purpose, Subtask, ToolCall } from '../events/runEvent';
import type { Usage } from '../events/usage';
import type { Bindings } from '../expressions/bindings';
import type { Json, JsonObject } from '../shared/json';
import type { ModelEntry } from '../team/team';

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[]; /** What it thought before the calls, for servers that want it back. */ readonly thinking?: string }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly text: string };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** Who asks and for what; the scripted model answers by it, others need only what is in the messages. */
export interface CallContext {
  /** `supervisor`, or a role's id; in a review the reviewer's. */
  readonly role: string;
  readonly purpose: Purpose;
  readonly step: number;
  /** 1 for this dispatch's first request of this role. */
  readonly call: number;
  readonly subtask: Subtask | null;
  /** Results of this attempt's tool calls, in order. */
  readonly toolResults: readonly Json[];
  /** What expressions of a script may look at. */
  readonly bindings: Bindings;
  /** Other subtasks of the same role in flight: a script must be able to tell them apart. */
  siblings(): readonly { readonly subtask: Subtask; readonly bindings: Bindings }[];
}

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** JSON Schema of the reply, for providers that take one. */
  readonly replySchema: JsonObject | null;
  readonly context: CallContext;
  /** Our count of the input, for a provider that reports none. */
  readonly inputTokens: number;
}

/** In UTF-16 units, text and arguments of tool calls together. No reply that anybody wants is longer, and what is has to end somewhere. */
export const mostReplyText = 4_000_000;

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: 'stop' | 'length' | 'tools' | 'filter' | 'refusal' | 'other';
  readonly usage: Usage;
  /** Dollars; null: unknown. */
  readonly costUsd: number | null;
  /** True when no money is spent: the price is only what it would have been. */
  readonly simulated: boolean;
  /** The name the server answered with, where it differs. */
  readonly served: string | null;
  /** e.g. that the server refused a parameter, so that it was left out. */
  readonly notes: readonly string[];
  /** Scripted: the index of the reply used. */
  readonly script?: number;
  /** How many requests it took, refused ones among them. Default: 1. */
  readonly requests?: number;
  /** The earlier run whose answer this is. */
  readonly from?: string;
  /** What a reasoning model thought before it called tools. */
  readonly thinking?: string;
}

export type ModelOutcome =
  | { readonly ok: true; readonly value: ModelReply }
  | { readonly ok: false; readonly error: CallError; readonly usage?: Usage; readonly costUsd?: number | null; readonly script?: number; readonly requests?: number; readonly notes?: readonly string[] };

export interface CallControl {
  /** Aborts at the time-out or at stop; the socket closes. `signal.reason` is 'timeout' or 'stopped'. */
  readonly signal: AbortSignal;
  /** Text as it arrives. */
  onText?(delta: string): void;
}

export interface Model {
  readonly entry: ModelEntry;
  /** What a call will have cost cannot be known: no price is stated, and no table has one. A limit of cost cannot be kept with it. */
  readonly unpriced?: boolean;
  /** Never rejects for what a server or the network does; that is an outcome. */
  call(request: ModelRequest, control: CallControl): Promise<ModelOutcome>;
}

/**
 * One run, to its models. Entries that are opened with the same object share what belongs to the run: the replies of a script that several of
 * them name are used up together. Another run brings another object and starts afresh.
 */
export interface ModelRun {
  /** Resumed: the indexes of the replies that were used already (`script` of the run's events), by the script's file. */
  readonly usedReplies?: Readonly<Record<string, readonly number[]>>;
}

/** Opens the models of runs. Rejects with a ModelUnusable when one cannot be used here. */
export interface ModelProvider {
  open(entry: ModelEntry, run: ModelRun): Promise<Model>;
  /** Looks up the keys that these name, so that the redactor knows them before a run writes its first word. What cannot be looked up is said when the model is opened. */
  learnSecrets?(entries: readonly ModelEntry[]): Promise<void>;
}

/** Why a model cannot be used on this host, for people. */
export class ModelUnusable extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
    this.name = 'ModelUnusable';
  }
}

/** Counts tokens. `estimated` false only where the tokenizer is the model's own. */
export interface TokenCounter {
  count(text: string): number;
}
