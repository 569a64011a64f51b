/** A model that answers from a script: for demos, tests and fault injection. No key, no network, no cost. Which reply is next is scriptPool's business. */
import type { CallError, ToolCall } from '../events/runEvent';
import type { Usage } from '../events/usage';
import type { Clock } from '../shared/ports';
import type { ModelEntry, ScriptReply } from '../team/team';
import { callError, errorOfAbort, kindOfStatus } from './callErrors';
import type { CallControl, Model, ModelOutcome, ModelRequest, TokenCounter } from './model';
import { costOf } from './pricing';
import type { DrawnReply, ScriptPool } from './scriptPool';

export interface ScriptedDeps {
  readonly clock: Clock;
  readonly tokens: TokenCounter;
  /** Shared with the other entries of the run that name the same script. */
  readonly pool: ScriptPool;
}

/** `entry.script` must be the pool's. */
export function createScriptedModel(entry: ModelEntry, { clock, tokens, pool }: ScriptedDeps): Model {
  const answer = async (request: ModelRequest, control: CallControl): Promise<ModelOutcome> => {
    if (control.signal.aborted) return { ok: false, error: errorOfAbort(control.signal) };
    const drawn = await pool.draw(request.context);
    if (!drawn.ok) return { ok: false, error: callError('script', drawn.error.message, { hint: drawn.error.hint }) };
    const reply = entry.script!.replies[drawn.value.index]!;
    if (reply.delayMs > 0) await clock.sleep(reply.delayMs, control.signal);
    if (control.signal.aborted) return aborted(control.signal, drawn.value.index, pool);
    return reply.error === null ? toReply(reply, drawn.value, request, control) : toError(reply, drawn.value.index, request);
  };

  const toReply = (reply: ScriptReply, drawn: DrawnReply, request: ModelRequest, control: CallControl): ModelOutcome => {
    const text = reply.text ?? (drawn.reply === null ? '' : JSON.stringify(drawn.reply));
    const toolCalls = drawn.toolCalls.map((call, i): ToolCall => ({ id: `${request.context.role}.${request.context.call}.${i + 1}`, ...call }));
    if (text !== '') control.onText?.(text);
    const usage = usageOf(reply, request, () => tokens.count(text) + toolCalls.reduce((sum, call) => sum + tokens.count(call.name + JSON.stringify(call.arguments)), 0));
    const finish = toolCalls.length > 0 ? 'tools' : 'stop';
    return { ok: true, value: { text, toolCalls, finish, usage, ...cost(entry, usage), served: null, notes: [], script: drawn.index } };
  };

  /** Refused requests cost nothing; an empty reply was worked for. */
  const toError = (reply: ScriptReply, index: number, request: ModelRequest): ModelOutcome => {
    const error = errorOf(reply);
    if (reply.usage === null && error.kind !== 'empty') return { ok: false, error, script: index };
    const usage = usageOf(reply, request, () => 0);
    return { ok: false, error, usage, costUsd: cost(entry, usage).costUsd, script: index };
  };

  return { entry, call: answer };
}

/** After a stop the same call is made again when the run goes on: its reply is still there. A time-out was an attempt. */
function aborted(signal: AbortSignal, index: number, pool: ScriptPool): ModelOutcome {
  const error = errorOfAbort(signal);
  if (error.kind === 'timeout') return { ok: false, error, script: index };
  pool.putBack(index);
  return { ok: false, error };
}

function errorOf(reply: ScriptReply): CallError {
  switch (reply.error) {
    case 'timeout':
      return callError('timeout', 'The script lets this call time out.');
    case 'disconnect':
      return callError('disconnect', 'The script breaks the connection off.');
    case 'empty':
    case null:
      return callError('empty', 'The script answers with nothing.');
    default: {
      const { status, retryAfterS } = reply.error;
      const kind = kindOfStatus(status);
      const wait = retryAfterS === null ? {} : { retryAfterMs: retryAfterS * 1000 };
      return callError(kind, `The script answers with HTTP ${status}.`, { status, ...wait });
    }
  }
}

/** Never an estimate: no provider stands behind a script, so what is counted here is what it used. */
function usageOf({ usage }: ScriptReply, request: ModelRequest, countOutput: () => number): Usage {
  const { input = request.inputTokens, cached = 0, cacheWrite = 0, output = countOutput(), reasoning = 0 } = usage ?? {};
  // Of what is counted here no more can be cached, or be thoughts, than there is.
  const part = Math.min(cached, input);
  return { input, cached: part, cacheWrite: Math.min(cacheWrite, input - part), output, reasoning: Math.min(reasoning, output), estimated: false };
}

function cost(entry: ModelEntry, usage: Usage): { readonly costUsd: number | null; readonly simulated: boolean } {
  return entry.price === null ? { costUsd: 0, simulated: false } : { costUsd: costOf(usage, entry.price), simulated: true };
}
