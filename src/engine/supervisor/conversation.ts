/** One conversation with a model inside a step: what has been said, as messages and as tokens. Only grows. */
import type { Flag, PromptMessage, PromptPart, ToolCall } from '../events/runEvent';
import type { ChatMessage } from '../models/model';
import { refsIn } from '../prompts/largeValue';
import { sentMessage } from '../prompts/lasting';
import { takeText, type CountTokens } from '../prompts/promptParts';

export class Conversation {
  readonly messages: ChatMessage[] = [];
  private counted = 0;
  /** What the model said, until somebody asks how long that was: most conversations end with it. */
  private uncounted: string[] = [];
  private pending: PromptMessage[] = [];
  private taken: readonly PromptMessage[] = [];
  /** Of each message, as far as somebody asked. */
  private readonly jsons: string[] = [];
  /** What it was shown and nobody has looked through for names of kept values. What is under review is left out: its author's sources are not the reviewer's. */
  private unread: string[] = [];
  private readonly refs = new Set<string>();
  private flags: Flag[] = [];

  constructor(
    /** Unique within the step: `work`, `review 2`, `choose`. */
    readonly name: string,
    private readonly count: CountTokens,
    private readonly textOf: (part: PromptPart) => string,
  ) {}

  /** Of everything in `messages`. */
  get tokens(): number {
    for (const text of this.uncounted.splice(0)) this.counted += this.count(text);
    return this.counted;
  }

  /** `messages` as JSON. */
  get json(): string {
    for (let index = 0; index < this.messages.length; index++) this.jsons[index] ??= JSON.stringify(this.messages[index]);
    return `[${this.jsons.join(',')}]`;
  }

  /** `flags`: what of it reads like an instruction, although it is content. */
  say(messages: readonly PromptMessage[], flags: readonly Flag[] = []): void {
    for (const message of messages) {
      const sent = sentMessage(message, () => this.render(message));
      this.jsons[this.messages.length] = sent.json;
      this.messages.push(sent.message);
      for (const part of message.parts) this.counted += part.tokens;
    }
    this.pending.push(...messages);
    this.flags.push(...flags);
  }

  private render({ role, parts }: PromptMessage): ChatMessage {
    const texts = parts.map((part) => takeText(part) ?? this.textOf(part));
    this.unread.push(...texts.filter((_text, index) => parts[index]!.kind !== 'output'));
    return { role, text: texts.join('\n\n') };
  }

  /** What was said by us since the last request: what its event has to hold. */
  takePending(): { readonly append: readonly PromptMessage[]; readonly flags: readonly Flag[] } {
    this.taken = this.pending.splice(0);
    return { append: this.taken, flags: this.flags.splice(0) };
  }

  /** What was taken last was said before, in these words: they stand. */
  wasSaid(messages: readonly PromptMessage[]): void {
    this.messages.length -= this.taken.length;
    this.jsons.length = this.messages.length;
    for (const { parts } of this.taken) for (const part of parts) this.counted -= part.tokens;
    this.say(messages);
    this.takePending();
  }

  /** An empty turn is not kept: servers refuse it in the next request. */
  heard(text: string, toolCalls: readonly ToolCall[], thinking?: string): void {
    if (text.trim() === '' && toolCalls.length === 0) return;
    this.messages.push({ role: 'assistant', text, toolCalls, ...(thinking === undefined ? {} : { thinking }) });
    this.uncounted.push(text, ...toolCalls.map((call) => JSON.stringify(call.arguments ?? call.raw ?? '')));
  }

  toolSaid(call: ToolCall, text: string, tokens: number): void {
    this.messages.push({ role: 'tool', toolCallId: call.id, name: call.name, text });
    this.counted += tokens;
    this.unread.push(text);
  }

  /** Names of kept values, in the order they were shown. */
  get seenRefs(): ReadonlySet<string> {
    for (const text of this.unread.splice(0)) for (const ref of refsIn(text)) this.refs.add(ref);
    return this.refs;
  }
}
