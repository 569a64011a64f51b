/** One HTTP exchange with a server: sends, reads the stream to its end, and tells the ways it can go wrong apart. Learns nothing, counts nothing. */
import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { CallError } from '../../engine/events/runEvent';
import { callError, errorOfAbort } from '../../engine/models/callErrors';
import { mostReplyText, type CallControl, type ModelRequest } from '../../engine/models/model';
import { isObject } from '../../engine/shared/json';
import { BodyTooLong, mostBody, wholeText } from './boundedBody';
import { ownCallId, type CallIds } from './callIds';
import { HttpFailure } from './openaiClient';
import { describeEmptyAnswer, describeNetworkError, describeServerError, describeWrongAnswer, readServerError, type Asked, type ServerError } from './openaiErrors';
import { createReplyAssembly, type AssembledReply, type ReplyAssembly } from './replyAssembly';

export type Exchange =
  | { readonly kind: 'reply'; readonly reply: AssembledReply }
  /** The server answered with an error and did no work. */
  | { readonly kind: 'refused'; readonly server: ServerError }
  /** What answered is not this API. */
  | { readonly kind: 'wrong-answer'; readonly error: CallError }
  /** `partial`: what had come until then, null for nothing. */
  | { readonly kind: 'failed'; readonly error: CallError; readonly partial: AssembledReply | null };

export interface ExchangeOptions {
  readonly asked: Asked;
  readonly control: CallControl;
  /** Milliseconds since 1970, for dates in headers. */
  readonly now: number;
  readonly request: ModelRequest;
  readonly callIds: CallIds;
}

/** Never rejects for what the server or the network does. */
export async function exchange(client: OpenAI, body: ChatCompletionCreateParamsStreaming, options: ExchangeOptions): Promise<Exchange> {
  const { asked, control } = options;
  const assembly = createReplyAssembly();
  const partial = () => (assembly.hasContent() ? finish(assembly, options) : null);
  try {
    const early = await receive(client, body, assembly, options);
    // An aborted stream ends like a whole one.
    if (control.signal.aborted) return { kind: 'failed', error: errorOfAbort(control.signal), partial: partial() };
    if (early !== null) return early;
    const reply = finish(assembly, options);
    if (reply.finish === null) return { kind: 'failed', error: cutShort(asked, assembly.hasContent()), partial: partial() };
    return { kind: 'reply', reply };
  } catch (error) {
    if (control.signal.aborted) return { kind: 'failed', error: errorOfAbort(control.signal), partial: partial() };
    return describeFailure(error, options, partial());
  }
}

/** Null: what came is in the assembly. */
async function receive(client: OpenAI, body: ChatCompletionCreateParamsStreaming, assembly: ReplyAssembly, options: ExchangeOptions): Promise<Exchange | null> {
  const { control } = options;
  const { data: stream, response } = await client.chat.completions.create(body, { signal: control.signal }).withResponse();
  const contentType = response.headers.get('content-type') ?? '';
  if (/json|html/i.test(contentType) && !/ndjson/i.test(contentType)) return readWhole(await wholeText(response, mostBody), contentType, assembly, options);
  for await (const chunk of stream) {
    const text = assembly.add(chunk);
    // Leaving the loop closes the connection.
    if (assembly.length() > mostReplyText) throw new BodyTooLong();
    if (text !== '') control.onText?.(text);
  }
  return null;
}

/** A server that does not stream, or a page that is no answer at all. Null: the reply is in the assembly. */
function readWhole(text: string, contentType: string, assembly: ReplyAssembly, { asked, control, now }: ExchangeOptions): Exchange | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return { kind: 'wrong-answer', error: describeWrongAnswer(contentType, text, asked) };
  if ('error' in value && value.error) return { kind: 'refused', server: readServerError(null, value, null, now) };
  const wrong = wrongIn(value);
  if (wrong !== null) return { kind: 'failed', error: describeEmptyAnswer(wrong, value, asked), partial: null };
  const said = assembly.add(value);
  if (assembly.length() > mostReplyText) throw new BodyTooLong();
  if (said !== '') control.onText?.(said);
  return null;
}

/** Why a whole completion holds no reply, in a few words; null: it does. */
function wrongIn(value: object): string | null {
  const choices: unknown = 'choices' in value ? value.choices : undefined;
  if (choices === undefined) return 'it has no `choices`';
  if (!Array.isArray(choices)) return '`choices` is no list';
  const first = (choices as readonly unknown[])[0];
  if (first === undefined) return '`choices` is empty';
  if (!isObject(first)) return 'the first of `choices` is no object';
  const message = first['message'] ?? first['delta'];
  return isObject(message) ? null : `the first of \`choices\` has ${typeof first['text'] === 'string' ? '`text`, as older completions have it, and ' : ''}no \`message\``;
}

function describeFailure(error: unknown, { asked, now }: ExchangeOptions, partial: AssembledReply | null): Exchange {
  if (isAmongCauses(error, BodyTooLong)) return { kind: 'failed', error: tooLong(asked), partial };
  const http = findFailure(error);
  if (http !== null) return { kind: 'refused', server: readServerError(http.status, http.body, http.headers, now) };
  const inStream = typeof error === 'object' && error !== null && 'error' in error && error.error ? error.error : null;
  if (inStream !== null) {
    const server = readServerError(null, { error: inStream }, null, now);
    return partial === null ? { kind: 'refused', server } : { kind: 'failed', error: describeServerError(server, asked), partial };
  }
  if (error instanceof SyntaxError) return { kind: 'failed', error: callError('disconnect', `${asked.url} sent a piece that is not JSON.`), partial };
  const network = describeNetworkError(error, asked);
  // Once something has come, whatever ends it is a cut.
  return { kind: 'failed', error: partial === null ? network : cutShort(asked, true), partial };
}

function findFailure(error: unknown): HttpFailure | null {
  return causesOf(error).find((one) => one instanceof HttpFailure) ?? null;
}

function isAmongCauses(error: unknown, kind: typeof BodyTooLong): boolean {
  return causesOf(error).some((one) => one instanceof kind);
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let one: unknown = error; typeof one === 'object' && one !== null && causes.length < 6; one = (one as { cause?: unknown }).cause) causes.push(one);
  return causes;
}

/** Not tried again: it would be paid for once more, and end the same way. */
function tooLong({ url, model }: Asked): CallError {
  return callError('other', `${url} sent a reply of more than ${mostReplyText / 1_000_000} million characters, so it was broken off.`, { hint: `${model} may repeat itself without end: set max_output_tokens of the model.` });
}

function cutShort({ url }: Asked, hasContent: boolean): CallError {
  return callError('disconnect', hasContent ? `${url} broke off in the middle of its answer.` : `${url} ended its answer without having said anything.`);
}

function finish(assembly: ReplyAssembly, { request, callIds }: ExchangeOptions): AssembledReply {
  const taken = callIds.takenIn(request.context.step);
  for (const message of request.messages) if (message.role === 'assistant') for (const call of message.toolCalls) taken.add(call.id);
  const reply = assembly.finish(taken, ownCallId);
  for (const call of reply.toolCalls) taken.add(call.id);
  return reply;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
