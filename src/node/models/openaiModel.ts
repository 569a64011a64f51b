/** A model behind any server that speaks OpenAI's chat completions. One request, one outcome; what a server refuses is learned and left out. Retries are the caller's. */
import type OpenAI from 'openai';
import type { CallError } from '../../engine/events/runEvent';
import { noUsage, type Usage } from '../../engine/events/usage';
import { callError, errorOfAbort } from '../../engine/models/callErrors';
import type { Model, ModelOutcome, ModelReply, ModelRequest, TokenCounter } from '../../engine/models/model';
import { hideTraces } from '../../engine/shared/secretForms';
import type { ModelEntry } from '../../engine/team/team';
import { askUntilTaken, type EndpointDeps, type Found } from './askEndpoint';
import type { CallCost } from './callCost';
import type { ProxyFor } from './environmentProxy';
import { openAiClient } from './openaiClient';
import { describeServerError } from './openaiErrors';
import { cutPromptNote, isCutPrompt, readUsage, type ReadUsage } from './openaiUsage';
import type { AssembledReply } from './replyAssembly';

export interface OpenAiDeps extends EndpointDeps {
  readonly tokens: TokenCounter;
  /** Null: the server takes any. */
  readonly key: string | null;
  readonly costOf: (usage: Usage) => Promise<CallCost>;
  readonly unpriced: boolean;
  /** Null: the host sees to it. */
  readonly proxy: ProxyFor | null;
}

export function createOpenAiModel(entry: ModelEntry, deps: OpenAiDeps): Model {
  const clients = new Map<string, Promise<OpenAI>>();
  const clientFor = (base: string): Promise<OpenAI> => {
    const client = clients.get(base) ?? openAiClient({ base, key: deps.key, query: deps.address.query, proxy: deps.proxy });
    clients.set(base, client);
    return client;
  };
  return {
    entry,
    unpriced: deps.unpriced,
    call: async (request, control) => {
      if (control.signal.aborted) return { ok: false, error: errorOfAbort(control.signal) };
      const found = await askUntilTaken(entry, deps, clientFor, request, control);
      return toOutcome(found, entry, deps, request);
    },
  };
}

async function toOutcome(found: Found, entry: ModelEntry, deps: OpenAiDeps, request: ModelRequest): Promise<ModelOutcome> {
  const outcome = await outcomeOf(found, entry, deps, request);
  const { requests } = found;
  if (requests === 1) return outcome;
  return outcome.ok ? { ok: true, value: { ...outcome.value, requests } } : { ...outcome, requests, ...(found.notes.length === 0 ? {} : { notes: found.notes }) };
}

async function outcomeOf({ exchange: result, asked, notes }: Found, entry: ModelEntry, deps: OpenAiDeps, request: ModelRequest): Promise<ModelOutcome> {
  switch (result.kind) {
    case 'refused':
      return failed(hideKey(describeServerError(result.server, asked), deps.key));
    case 'wrong-answer':
      return failed(hideKey(result.error, deps.key));
    case 'failed':
      return withCost(hideKey(result.error, deps.key), result.partial, deps, request);
    case 'reply':
      return toReply(result.reply, notes, entry, deps, request);
  }
}

function failed(error: CallError): ModelOutcome {
  return { ok: false, error };
}

/**
 * What had come before it broke was worked for, and is most likely charged for. So is what was sent to a server that took it and then said nothing:
 * only a request that never got there is known to cost nothing.
 */
async function withCost(error: CallError, partial: AssembledReply | null, deps: OpenAiDeps, request: ModelRequest): Promise<ModelOutcome> {
  if (partial === null && error.kind === 'network') return failed(error);
  const usage = partial === null ? { ...noUsage, input: request.inputTokens, estimated: true } : usageOf(partial, deps, request).usage;
  return { ok: false, error, usage, costUsd: (await deps.costOf(usage)).usd };
}

async function toReply(reply: AssembledReply, notes: readonly string[], entry: ModelEntry, deps: OpenAiDeps, request: ModelRequest): Promise<ModelOutcome> {
  const read = usageOf(reply, deps, request);
  const { usage } = read;
  const cost = await deps.costOf(usage);
  const finish = reply.finish ?? 'other';
  const error = isNothing(reply, finish) ? nothing(entry) : isCutPrompt(usage, request.inputTokens, entry.context) ? cutPrompt(entry, usage, request) : null;
  if (error !== null) return { ok: false, error, usage, costUsd: cost.usd };
  const value: ModelReply = {
    text: reply.text,
    toolCalls: reply.toolCalls,
    finish,
    usage,
    costUsd: cost.usd,
    simulated: false,
    served: reply.model === entry.model ? null : reply.model,
    notes: [...notes, ...usageNotes(read, request), ...(cost.note === null ? [] : [cost.note])],
    // Only a turn that goes on is sent back.
    ...(reply.thinking !== '' && reply.toolCalls.length > 0 ? { thinking: reply.thinking } : {}),
  };
  return { ok: true, value };
}

function isNothing(reply: AssembledReply, finish: ModelReply['finish']): boolean {
  return reply.text === '' && reply.toolCalls.length === 0 && finish !== 'length' && finish !== 'filter';
}

function nothing({ model }: ModelEntry): CallError {
  return callError('empty', `${model ?? 'The model'} answered with nothing.`);
}

/** The team says how much the server takes, and the server took less: whatever it answered, it had not read who it is and what it must not do. */
function cutPrompt({ model, context }: ModelEntry, { input }: Usage, { inputTokens }: ModelRequest): CallError {
  return callError('too-long', `The server read only ${input} of about ${inputTokens} tokens, though ${model ?? 'the model'} has a context of ${context}: the front of the prompt was cut, so its answer was not taken.`, {
    hint: 'Raise the context window of the server (for Ollama: num_ctx), or correct `context` of the model.',
  });
}

function usageNotes({ usage, note }: ReadUsage, request: ModelRequest): readonly string[] {
  if (note !== null) return [note];
  const cut = cutPromptNote(usage, request.inputTokens);
  return cut === null ? [] : [cut];
}

function usageOf(reply: AssembledReply, deps: OpenAiDeps, request: ModelRequest): ReadUsage {
  const { tokens } = deps;
  const thinking = () => tokens.count(reply.thinking);
  const output = () => tokens.count(reply.text) + reply.toolCalls.reduce((sum, call) => sum + tokens.count(call.name + (call.raw ?? JSON.stringify(call.arguments))), 0);
  return readUsage(reply.usage, { input: request.inputTokens, output, thinking });
}

/** Some servers repeat the key in their error, whole, in part or encoded. */
function hideKey(error: CallError, key: string | null): CallError {
  if (key === null) return error;
  return { ...error, message: hideTraces(error.message, key), ...(error.hint === undefined ? {} : { hint: hideTraces(error.hint, key) }) };
}
