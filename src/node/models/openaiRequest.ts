/** A model request in the words of the chat completions API. Pure: sends nothing. */
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from '../../engine/models/model';
import { inlineRefs } from '../../engine/models/schemaRefs';
import type { ModelEntry } from '../../engine/team/team';
import { chatMessages } from './chatMessages';
import type { Quirks, Sent } from './endpointQuirks';

export interface OpenAiRequest {
  readonly body: ChatCompletionCreateParamsStreaming;
  readonly sent: Sent;
}

export function openAiRequest(entry: ModelEntry, request: ModelRequest, quirks: Quirks): OpenAiRequest {
  const format = replyFormat(request, quirks);
  const temperature = quirks.temperature ? entry.temperature : null;
  const maxTokens = quirks.maxTokens === 'none' ? null : entry.maxOutputTokens;
  const body: ChatCompletionCreateParamsStreaming = {
    model: entry.model ?? '',
    messages: chatMessages(request.messages, quirks),
    stream: true,
    ...(quirks.streamOptions ? { stream_options: { include_usage: true } } : {}),
    ...(temperature !== null ? { temperature } : {}),
    ...(maxTokens !== null ? { [quirks.maxTokens]: maxTokens } : {}),
    // An empty list of tools is refused by several servers.
    ...(request.tools.length > 0 ? { tools: request.tools.map(toTool) } : {}),
    ...(format !== null ? { response_format: format } : {}),
  };
  const system = request.messages.some((message) => message.role === 'system');
  const thinking = request.messages.some((message) => message.role === 'assistant' && message.thinking !== undefined);
  return { body, sent: { replyFormat: format !== null, temperature: temperature !== null, maxTokens: maxTokens !== null, system, thinking } };
}

/** Models follow no reference: they write objects as texts where they meet one. */
function toTool({ name, description, parameters }: ModelRequest['tools'][number]): NonNullable<ChatCompletionCreateParamsStreaming['tools']>[number] {
  return { type: 'function', function: { name, description, parameters: { ...inlineRefs(parameters) } } };
}

function replyFormat(request: ModelRequest, quirks: Quirks): NonNullable<ChatCompletionCreateParamsStreaming['response_format']> | null {
  if (request.replySchema === null || quirks.replyFormat === 'none') return null;
  if (quirks.replyFormat === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'reply', schema: { ...request.replySchema }, strict: false } };
}
