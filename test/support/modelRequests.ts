// Requests, entries and scripts for tests of models, with what a test does not care about filled in.
import type { CallContext, CallControl, ModelOutcome, ModelReply, ModelRequest } from '../../src/engine/models/model';
import type { CallError } from '../../src/engine/events/runEvent';
import type { Json, JsonObject } from '../../src/engine/shared/json';
import type { ModelEntry, ScriptReply } from '../../src/engine/team/team';

const at = { file: 'team.yaml', line: 1, column: 1 };

export function modelEntry(more: Partial<ModelEntry> = {}): ModelEntry {
  return { name: 'demo', provider: 'openai', model: 'test-model', baseUrl: null, apiKeyEnv: null, temperature: null, maxOutputTokens: null, context: null, family: null, price: null, script: null, at, ...more };
}

/** Each reply stands on a line of its own: the first on line 2. */
export function scripted(replies: readonly (Partial<ScriptReply> & { readonly role: string; readonly whenText?: string })[], more: Partial<ModelEntry> = {}): ModelEntry {
  const file = 'demo.script.yaml';
  const all = replies.map(({ whenText, ...reply }, i): ScriptReply => {
    const place = { file, line: i + 2, column: 5 };
    const when = whenText === undefined ? null : { text: whenText, at: place };
    return { when, repeat: false, delayMs: 0, text: null, error: null, toolCalls: [], reply: null, usage: null, at: place, ...reply };
  });
  return modelEntry({ provider: 'scripted', model: null, script: { file, replies: all }, ...more });
}

export interface RequestOptions {
  readonly role?: string;
  readonly call?: number;
  readonly purpose?: CallContext['purpose'];
  readonly state?: JsonObject;
  /** Fields of `state` that nobody has written. */
  readonly unset?: readonly string[];
  readonly input?: Json;
  readonly toolResults?: readonly Json[];
  /** The inputs of subtasks of the same role that are under way. */
  readonly siblings?: readonly Json[];
  readonly values?: JsonObject;
}

export function modelRequest(options: RequestOptions = {}, more: Partial<ModelRequest> = {}): ModelRequest {
  const role = options.role ?? 'writer';
  const state = options.state ?? {};
  const subtask = (id: string, input: Json) => ({ id, role, input });
  const bindings = (id: string, input: Json) => ({
    values: { state, task: 'rain', role, subtask: { id, role, input, revision: 0 }, ...options.values },
    hasField: (field: string) => Object.hasOwn(state, field) && !(options.unset ?? []).includes(field),
  });
  const input = options.input ?? {};
  return {
    messages: [
      { role: 'system', text: 'You are a test.' },
      { role: 'user', text: 'Answer in JSON.' },
    ],
    tools: [],
    replySchema: null,
    inputTokens: 10,
    context: {
      role,
      purpose: options.purpose ?? 'work',
      step: 1,
      call: options.call ?? 1,
      subtask: subtask('s1', input),
      toolResults: options.toolResults ?? [],
      bindings: bindings('s1', input),
      siblings: () => (options.siblings ?? []).map((other, i) => ({ subtask: subtask(`s${i + 2}`, other), bindings: bindings(`s${i + 2}`, other) })),
    },
    ...more,
  };
}

export function control(signal: AbortSignal = new AbortController().signal): CallControl & { readonly heard: string[] } {
  const heard: string[] = [];
  return { signal, heard, onText: (delta) => heard.push(delta) };
}

export function replyOf(outcome: ModelOutcome): ModelReply {
  if (!outcome.ok) throw new Error(`The call failed: ${JSON.stringify(outcome.error)}`);
  return outcome.value;
}

export function errorOf(outcome: ModelOutcome): CallError {
  if (outcome.ok) throw new Error(`The call gave a reply: ${JSON.stringify(outcome.value)}`);
  return outcome.error;
}
