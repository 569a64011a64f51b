/** A model request in the words of the chat completions API. Pure: sends nothing. */
import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ChatMessage, ModelRequest } from '../../engine/models/model';
import type { ModelEntry } from '../../engine/team/team';
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
    messages: request.messages.filter((message) => !saysNothing(message)).map(toMessage),
    stream: true,
    ...(quirks.streamOptions ? { stream_options: { include_usage: true } } : {}),
    ...(temperature !== null ? { temperature } : {}),
    ...(maxTokens !== null ? { [quirks.maxTokens]: maxTokens } : {}),
    // An empty list of tools is refused by several servers.
    ...(request.tools.length > 0 ? { tools: request.tools.map(({ name, description, parameters }) => ({ type: 'function' as const, function: { name, description, parameters: { ...parameters } } })) } : {}),
    ...(format !== null ? { response_format: format } : {}),
  };
  return { body, sent: { replyFormat: format !== null, temperature: temperature !== null, maxTokens: maxTokens !== null } };
}

function replyFormat(request: ModelRequest, quirks: Quirks): NonNullable<ChatCompletionCreateParamsStreaming['response_format']> | null {
  if (request.replySchema === null || quirks.replyFormat === 'none') return null;
  if (quirks.replyFormat === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'reply', schema: { ...request.replySchema }, strict: false } };
}

/** An assistant's empty message makes each later request invalid. */
function saysNothing(message: ChatMessage): boolean {
  return message.role === 'assistant' && message.text === '' && message.toolCalls.length === 0;
}

function toMessage(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.text };
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function' as const,
        // What was no JSON is not sent back: servers parse it. The tool's result tells the model what was wrong.
        function: { name: toolName(name), arguments: JSON.stringify(args ?? {}) },
      }));
      return { role: 'assistant', content: message.text === '' ? null : message.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
    }
  }
}

/** A name that a model made up may hold signs that servers refuse in later requests. */
function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}
