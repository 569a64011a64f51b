/** Messages in the turns that VS Code's models know: user and assistant. Pure, so that how a prompt is laid out for them can be read without an editor. */
import type { ChatMessage } from '../../engine/models/model';
import type { JsonObject } from '../../engine/shared/json';

type Text = { readonly kind: 'text'; readonly text: string };
type Call = { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject };
type Result = { readonly kind: 'result'; readonly id: string; readonly text: string };

export type ChatTurn =
  | { readonly by: 'user'; readonly parts: readonly (Text | Result)[] }
  | { readonly by: 'assistant'; readonly parts: readonly (Text | Call)[] };

/** There is no role for the system: it speaks first, as the user. */
export function chatTurn(message: ChatMessage): ChatTurn {
  switch (message.role) {
    case 'system':
    case 'user':
      return { by: 'user', parts: [{ kind: 'text', text: message.text }] };
    case 'tool':
      return { by: 'user', parts: [{ kind: 'result', id: message.toolCallId, text: message.text }] };
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, arguments: args }): Call => ({ kind: 'call', id, name, input: { ...args } }));
      return { by: 'assistant', parts: [...(message.text === '' ? [] : [{ kind: 'text' as const, text: message.text }]), ...calls] };
    }
  }
}
