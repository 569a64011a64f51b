/**
 * What of a run's prompts stays the same from step to step (who a role is, its contract, the goal): made, rendered and written as JSON once a run.
 * Told by identity: the same part is the same object in every prompt.
 */
import type { PromptMessage, PromptPart } from '../events/runEvent';
import type { ChatMessage } from '../models/model';

/** A message as it is sent, and that as JSON. */
export interface SentMessage {
  readonly message: ChatMessage;
  readonly json: string;
}

const made = new WeakMap<object, Map<string, PromptPart | PromptMessage>>();
const sent = new WeakMap<PromptMessage, SentMessage | null>();

/** `name` says all that the part depends on beside the run: a role's id, say. */
export function lastingPart(run: object, name: string, make: () => PromptPart): PromptPart {
  return once(run, `part ${name}`, make);
}

/** All of its parts have to last. */
export function lastingMessage(run: object, name: string, make: () => PromptMessage): PromptMessage {
  const message = once(run, `message ${name}`, make);
  if (!sent.has(message)) sent.set(message, null);
  return message;
}

/** `render` is asked once for a message that lasts. Others are not remembered: the log keeps them, and would keep their text too. */
export function sentMessage(message: PromptMessage, render: () => ChatMessage): SentMessage {
  const known = sent.get(message);
  if (known !== null && known !== undefined) return known;
  const chat = render();
  const fresh = { message: chat, json: JSON.stringify(chat) };
  if (known === null) sent.set(message, fresh);
  return fresh;
}

function once<T extends PromptPart | PromptMessage>(run: object, name: string, make: () => T): T {
  const known = made.get(run) ?? new Map<string, PromptPart | PromptMessage>();
  made.set(run, known);
  const value = (known.get(name) as T | undefined) ?? make();
  known.set(name, value);
  return value;
}
