/** VS Code's language models as Rolecall sees them: a port, so that what is done with them can be tested without an editor. Types only. */
import type { ChatMessage, ToolSpec } from '../../engine/models/model';
import type { JsonObject } from '../../engine/shared/json';

export type ChatPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject };

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** Handed to the model as they are. */
  readonly options: JsonObject;
}

/** What VS Code says about a request that it, or the person, did not let through. */
export class ChatRefused extends Error {
  constructor(
    readonly code: 'NoPermissions' | 'Blocked' | 'NotFound' | 'other',
    message: string,
  ) {
    super(message);
    this.name = 'ChatRefused';
  }
}

export interface EditorChat {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  readonly maxInputTokens: number;
  /** False: the person has refused; null: VS Code will ask at the first request. */
  mayBeAsked(): boolean | null;
  /** Rejects with ChatRefused, and so may the reading of the parts. */
  send(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<ChatPart>>;
  count(text: string): Promise<number>;
}

export interface EditorChats {
  /** By family or id; without either all there are. */
  select(wanted: { readonly family?: string; readonly id?: string }): Promise<readonly EditorChat[]>;
  /** Lets a person choose for the model of this name. Null: no choice was made. */
  pick(chats: readonly EditorChat[], model: string): Promise<EditorChat | null>;
}
