/** One answer from a model: limits before the call, the time-out, retries of what may be retried, an event for each attempt. What the answer means is the caller's. */
import type { CallError, EventBody, Purpose, ReachedLimit, RunEvent, Subtask } from '../events/runEvent';
import { noUsage, totalTokens } from '../events/usage';
import type { Bindings } from '../expressions/bindings';
import type { Model, ModelOutcome, ModelReply, ModelRequest, ToolSpec } from '../models/model';
import { costOf } from '../models/pricing';
import { exactJson } from '../models/replyParsing';
import type { ModelIdentity } from '../models/earlierReplies';
import { retryAfter } from '../models/retryPolicy';
import type { Json, JsonObject } from '../shared/json';
import type { ModelEntry } from '../team/team';
import type { Conversation } from './conversation';
import { expectedOf } from './expectation';
import { limitOn, limitsSpending } from './limitGate';
import type { Call } from './limits';
import { Diverged } from './recorder';
import type { RunContext } from './runContext';

/** How long a model may take to notice that it was aborted, in milliseconds; after that it is left alone. */
const abortGraceMs = 500;

/** Hexadecimal digits of a request's hash: 128 bits are enough to tell requests apart. */
const hashLength = 32;

export interface Asking {
  readonly conversation: Conversation;
  readonly step: number;
  /** Who pays: a role's id, or `supervisor`. */
  readonly role: string;
  readonly purpose: Purpose;
  /** The model entry's name. */
  readonly model: string;
  readonly timeoutMs: number;
  readonly tools: readonly ToolSpec[];
  readonly replySchema: JsonObject | null;
  readonly subtask: Subtask | null;
  readonly toolResults: readonly Json[];
  bindings(): Bindings;
  /** Other subtasks of the same role in flight. */
  siblings?: ModelRequest['context']['siblings'];
  readonly counters: CallCounters;
  /** Takes a retry from the budget; false: none is left. */
  takeRetry(): boolean;
}

/** Numbers the requests of one step, and of each role in it, and adds up what they used. */
export class CallCounters {
  /** Input and output of all calls of the step. */
  tokens = 0;
  private calls = 0;
  private readonly byRole = new Map<string, number>();

  next(role: string): { readonly call: number; readonly ofRole: number } {
    const ofRole = (this.byRole.get(role) ?? 0) + 1;
    this.byRole.set(role, ofRole);
    this.calls += 1;
    return { call: this.calls, ofRole };
  }

  /** A call that was recorded keeps its number. */
  wasNumbered(call: number): void {
    this.calls = call;
  }
}

export type Answer =
  | { readonly kind: 'reply'; readonly reply: ModelReply; readonly call: number }
  | { readonly kind: 'failed'; readonly error: CallError }
  | { readonly kind: 'limit'; readonly reached: ReachedLimit }
  | { readonly kind: 'stopped' };

export async function askModel(context: RunContext, asking: Asking): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    if (context.stop.aborted) return { kind: 'stopped' };
    const inputTokens = asking.conversation.tokens + toolTokens(context, asking.tools);
    const wanted = expectedOf(context, asking, inputTokens);
    const reached = await limitOn(context, asking.step, 0, wanted);
    if (reached !== null) return { kind: 'limit', reached };
    if (context.stop.aborted) return { kind: 'stopped' };
    const { call, outcome } = await attemptOnce(context, asking, wanted);
    if (outcome.ok) {
      asking.counters.tokens += totalTokens(outcome.value.usage);
      asking.conversation.heard(outcome.value.text, outcome.value.toolCalls, outcome.value.thinking);
      return { kind: 'reply', reply: outcome.value, call };
    }
    if (outcome.error.kind === 'stopped' || context.stop.aborted) return { kind: 'stopped' };
    const retry = retryAfter(outcome.error, attempt, context.ids.random());
    if (!retry.retry || !asking.takeRetry()) return { kind: 'failed', error: outcome.error };
    await context.recorder.flush();
    if (context.recorder.next(asking.step) === undefined) await context.stop.during((signal) => context.clock.sleep(retry.delayMs, signal));
  }
}

export function toolTokens(context: RunContext, tools: readonly ToolSpec[]): number {
  return tools.length === 0 ? 0 : context.basis.count(JSON.stringify(tools));
}

async function attemptOnce(context: RunContext, asking: Asking, wanted: Call): Promise<{ readonly call: number; readonly outcome: ModelOutcome }> {
  const { recorder } = context;
  const { step, role } = asking;
  const model = context.models.get(asking.model)!;
  const { call: counted, ofRole } = asking.counters.next(role);
  const call = recordRequest(context, asking, model, { call: counted, wanted });
  const past = recorder.take(step, ['model.responded', 'model.failed']);
  if (past !== null) return { call, outcome: outcomeOf(past) };
  recorder.mustBeLive(step);
  // Whatever a call takes, a killed process loses nothing that came before it.
  await recorder.flush();
  const from = recorder.now(step);
  const request = requestOf(asking, wanted.input, ofRole);
  const equal = equalIn(context, model.entry, asking);
  const earlier = await context.earlier.answer(model, { hashOf: (identity) => requestHash(context, identity, asking), equal });
  const outcome = earlier ?? (await withTimeout(context, { timeoutMs: asking.timeoutMs, unknown: unknownUse(model, wanted.input) }, (signal) => model.call(request, { signal, onText: (delta) => recorder.text(step, call, delta) })));
  // A stop leaves the request open: whoever resumes the run makes it again.
  if (outcome.ok || outcome.error.kind !== 'stopped') recordOutcome(context, { step, call, ms: context.clock.now() - from, equal }, outcome);
  return { call, outcome };
}

function requestOf(asking: Asking, inputTokens: number, ofRole: number): ModelRequest {
  const { conversation, role, purpose, step, tools, replySchema, subtask, toolResults } = asking;
  return {
    messages: [...conversation.messages], tools, replySchema, inputTokens,
    context: { role, purpose, step, call: ofRole, subtask, toolResults, bindings: asking.bindings(), siblings: asking.siblings ?? (() => []) },
  };
}

/** The number of the call. Throws Diverged when another request was recorded at this place; where that differs only in our words, it stands as it was said. */
function recordRequest(context: RunContext, asking: Asking, model: Model, { call, wanted }: { readonly call: number; readonly wanted: Call }): number {
  const { recorder } = context;
  const { step, role, purpose, conversation, tools } = asking;
  const hash = requestHash(context, model.entry, asking);
  const before = recorder.callsBefore(step);
  const { append, flags } = conversation.takePending();
  const body: EventBody<'model.requested'> = {
    type: 'model.requested', step, call: call + (before ?? 0), conversation: conversation.name, role, purpose, model: asking.model, append,
    ...(before === null ? {} : { reset: true }),
    ...(tools.length === 0 ? {} : { tools: tools.map((tool) => tool.name), toolTokens: toolTokens(context, tools) }),
    ...(flags.length === 0 ? {} : { flags }),
    // From here on it is held back: whoever asks next sees it in the state.
    ...(limitsSpending(context) ? { expected: { tokens: wanted.tokens, usd: wanted.usd } } : {}),
    hash,
  };
  const event = recorder.record(body) as RunEvent<'model.requested'>;
  if (event.hash !== hash) {
    if (!recorder.isOnlyReworded(event, body)) throw new Diverged(step, `the request of ${role} (${conversation.name}, call ${event.call}) is not the one that was recorded`, event.seq);
    conversation.wasSaid(event.append);
  }
  asking.counters.wasNumbered(event.call);
  return event.call;
}

function outcomeOf(past: RunEvent<'model.responded' | 'model.failed'>): ModelOutcome {
  if (past.type === 'model.failed') {
    const { error, usage, costUsd } = past;
    return { ok: false, error, ...(usage === undefined ? {} : { usage, costUsd: costUsd ?? null }), ...more(past) };
  }
  const { reply, toolCalls = [], finish, usage, costUsd, simulated = false, served = null, notes = [] } = past;
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  return { ok: true, value: { text, toolCalls, finish, usage, costUsd, simulated, served, notes, ...more(past) } };
}

type More = Pick<ModelReply, 'script' | 'requests' | 'thinking' | 'from'>;

/** What few calls have: the event and the reply call it the same. */
function more({ script, requests, thinking, from }: More): More {
  return {
    ...(script === undefined ? {} : { script }),
    ...(requests === undefined || requests === 1 ? {} : { requests }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(from === undefined ? {} : { from }),
  };
}

/** What the same request of a recording has in common: everything that was said, and to whom. Tools count by their names; a replay does not open them. */
function requestHash({ sha256 }: RunContext, { provider, model: name, temperature }: ModelIdentity, { conversation, tools, replySchema }: Asking): string {
  const who = JSON.stringify([provider, name, temperature]).slice(0, -1);
  const toolNames = JSON.stringify(tools.map((tool) => tool.name));
  return sha256(`${who},${conversation.json},${toolNames},${schemaJson(replySchema)}]`).slice(0, hashLength);
}

/** What the cache takes for equal: all of that, and what else an answer depends on. Apart from the hash, since logs are held against that one. */
function equalIn(context: RunContext, entry: ModelEntry, asking: Asking): string {
  const { family, baseUrl, maxOutputTokens } = entry;
  const tools = asking.tools.map(({ name, description, parameters }) => [name, description, parameters]);
  return context.sha256(JSON.stringify([requestHash(context, entry, asking), family, baseUrl, maxOutputTokens, tools])).slice(0, hashLength);
}

const schemaJsons = new WeakMap<JsonObject, string>();

/** A role's is the same object at each of its requests. */
function schemaJson(schema: JsonObject | null): string {
  if (schema === null) return 'null';
  const json = schemaJsons.get(schema) ?? JSON.stringify(schema);
  schemaJsons.set(schema, json);
  return json;
}

interface MadeCall {
  readonly step: number;
  readonly call: number;
  readonly ms: number;
  readonly equal: string;
}

function recordOutcome(context: RunContext, { step, call, ms, equal }: MadeCall, outcome: ModelOutcome): void {
  if (!outcome.ok) {
    const { error, usage, costUsd, notes = [] } = outcome;
    context.recorder.record({ type: 'model.failed', step, call, error, ms, ...(usage === undefined ? {} : { usage, costUsd: costUsd ?? null }), ...more(outcome), ...(notes.length === 0 ? {} : { notes }) });
    return;
  }
  const { text, toolCalls, finish, usage, costUsd, simulated, served, notes } = outcome.value;
  context.recorder.record({
    type: 'model.responded', step, call, reply: compactReply(text), finish, usage, costUsd, ms,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(simulated ? { simulated } : {}),
    ...(served === null ? {} : { served }),
    ...(notes.length === 0 ? {} : { notes }),
    ...more(outcome.value),
    // What an earlier run answered is not handed on.
    ...(outcome.value.from === undefined ? { equal } : {}),
  });
}

/** A text that is exactly some value's JSON is kept as that value: its output need not be kept twice. */
function compactReply(text: string): Json {
  return exactJson(text) ?? text;
}

interface TimeLimit {
  readonly timeoutMs: number;
  /** What the call is told to have used where its model does not tell. */
  readonly unknown: Pick<Extract<ModelOutcome, { ok: false }>, 'usage' | 'costUsd'>;
}

/** It was sent, and is most likely charged for: its input as counted here, at the price that the team states. A script costs nothing. */
function unknownUse({ entry }: Model, input: number): TimeLimit['unknown'] {
  if (entry.provider === 'scripted' || entry.provider === 'recorded') return {};
  const usage = { ...noUsage, input, estimated: true };
  return { usage, costUsd: costOf(usage, entry.price) };
}

/** Ends at the time-out and at stop also when the model does not: it has a moment to tell its own outcome (what it has spent, say). */
function withTimeout({ clock, stop }: RunContext, { timeoutMs, unknown }: TimeLimit, call: (signal: AbortSignal) => Promise<ModelOutcome>): Promise<ModelOutcome> {
  const control = new AbortController();
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    const release = (): void => ends.forEach((end) => end());
    const abort = (reason: 'stopped' | 'timeout'): void => {
      if (control.signal.aborted) return;
      control.abort(reason);
      const speakForIt = (): void => {
        release();
        resolve({ ok: false, error: abortError(reason, timeoutMs), ...unknown });
      };
      ends.push(clock.after(abortGraceMs, speakForIt));
    };
    ends.push(stop.onAbort(() => abort('stopped')), clock.after(timeoutMs, () => abort('timeout')));
    call(control.signal)
      .finally(release)
      .then((outcome) => resolve(namingLimit(outcome, control.signal, timeoutMs)), reject);
  });
}

/** Only our own limit is named as one: a server's 504 says what it said. */
function namingLimit(outcome: ModelOutcome, signal: AbortSignal, timeoutMs: number): ModelOutcome {
  return outcome.ok || outcome.error.kind !== 'timeout' || signal.reason !== 'timeout' ? outcome : { ...outcome, error: abortError('timeout', timeoutMs) };
}

function abortError(reason: 'stopped' | 'timeout', timeoutMs: number): CallError {
  if (reason === 'stopped') return { kind: 'stopped', message: 'the run was stopped', retryable: false };
  return { kind: 'timeout', message: `no reply within ${timeoutMs / 1000} s (limits.timeout of the role)`, hint: 'Raise it, or use a faster model.', retryable: true };
}
