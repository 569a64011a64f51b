/** Messages in the words of the chat completions API, in the roles and the order that a server takes. Pure. */
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ChatMessage } from '../../engine/models/model';
import type { Quirks } from './endpointQuirks';

export function chatMessages(messages: readonly ChatMessage[], quirks: Pick<Quirks, 'systemRole' | 'alternate' | 'thinking'>): ChatCompletionMessageParam[] {
  const said = messages.filter((message) => !saysNothing(message));
  const addressed = quirks.systemRole ? said : withoutSystem(said);
  return (quirks.alternate ? inTurns(addressed) : addressed).map((message) => toMessage(message, quirks.thinking));
}

/** An assistant's empty message makes each later request invalid. */
function saysNothing(message: ChatMessage): boolean {
  return message.role === 'assistant' && message.text === '' && message.toolCalls.length === 0;
}

function withoutSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const system = messages.filter((message) => message.role === 'system').map((message) => message.text);
  const others = messages.filter((message) => message.role !== 'system');
  if (system.length === 0) return others;
  const [first, ...rest] = others;
  if (first?.role !== 'user') return [{ role: 'user', text: system.join('\n\n') }, ...others];
  return [{ role: 'user', text: [...system, first.text].join('\n\n') }, ...rest];
}

/** Between a tool's result and the next question stood an answer of nothing, which was left out: it gets a word again. */
const noAnswer: ChatMessage = { role: 'assistant', text: '(no answer)', toolCalls: [] };

function inTurns(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const turns: ChatMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last !== undefined && last.role === 'tool' && message.role === 'user') turns.push(noAnswer);
    const joined = last === undefined ? null : join(last, message);
    if (joined === null) turns.push(message);
    else turns[turns.length - 1] = joined;
  }
  return turns;
}

/** Null: they are not two of one in a row. */
function join(last: ChatMessage, next: ChatMessage): ChatMessage | null {
  const text = `${last.text}\n\n${next.text}`;
  if (last.role === 'assistant' && next.role === 'assistant' && last.toolCalls.length === 0) return { ...next, text: text.trim() };
  return last.role === next.role && (last.role === 'user' || last.role === 'system') ? { role: last.role, text } : null;
}

function toMessage(message: ChatMessage, withThinking: boolean): ChatCompletionMessageParam {
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
      // Not a part of the API: DeepSeek's and its likes' own.
      const thoughts = withThinking && message.thinking !== undefined ? { reasoning_content: message.thinking } : {};
      return { role: 'assistant', content: message.text === '' ? null : message.text, ...(calls.length > 0 ? { tool_calls: calls } : {}), ...thoughts };
    }
  }
}

/** A name that a model made up may hold signs that servers refuse in later requests. */
function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}
