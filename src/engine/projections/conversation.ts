/** One conversation with a model as it grows: what was sent in order, and how much of it was context. Not the spend: that is foldSpend.ts. */
import type { PartKind, PromptMessage, Purpose } from '../events/runEvent';
import type { Usage } from '../events/usage';
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import type { PromptView } from './runView';
import type { Shown } from './usedShare';
import { usedTokens } from './usedShare';

/** The value a field had at a version, and the member that names its items. */
export type FieldAt = (field: string, version: number) => { readonly value: Json; readonly key: string | null };

interface Source {
  readonly tokens: number;
  /** How many requests had been made before it was added. */
  readonly since: number;
  readonly from: { readonly field: string; readonly version: number } | { readonly value: Json };
}

/** Parts that are context: what a role declared it reads; for a reviewer also what it has to review, for the supervisor the workspace it chooses by. */
function isContext(kind: PartKind, purpose: Purpose): boolean {
  return kind === 'data' || kind === 'input' || (kind === 'output' && purpose === 'review') || (kind === 'question' && purpose === 'choose');
}

export class Conversation {
  private readonly prompt: PromptView[] = [];
  private readonly sources: Source[] = [];
  private tokens = 0;
  private contextTokens = 0;
  private requests = 0;
  private lastReply: Json = null;
  private use: { readonly requests: number; readonly reply: Json; readonly used: number } | null = null;

  constructor(
    readonly name: string,
    private readonly purpose: Purpose,
  ) {}

  /** The next request: what is sent now, whole. */
  request(append: readonly PromptMessage[], toolTokens: number): { readonly prompt: readonly PromptView[]; readonly tokens: number; readonly contextTokens: number } {
    for (const message of append) this.add(message);
    this.requests += 1;
    return { prompt: [...this.prompt], tokens: this.tokens + toolTokens, contextTokens: this.contextTokens };
  }

  replied(call: number, reply: Json, usage: Usage): void {
    this.prompt.push({ from: 'model', call });
    this.tokens += Math.max(0, usage.output - usage.reasoning);
    this.lastReply = reply;
  }

  toolReturned(id: string, result: Json, tokens: number): void {
    this.prompt.push({ from: 'tool', id });
    this.note(tokens, { value: result });
    this.tokens += tokens;
  }

  /** Context tokens sent in all requests, and those of them that come back in the last reply. Worked out when asked, kept until something changes. */
  contextUse(fieldAt: FieldAt): { readonly context: number; readonly used: number } {
    const context = this.sources.reduce((sum, source) => sum + source.tokens * (this.requests - source.since), 0);
    if (this.use?.requests !== this.requests || this.use.reply !== this.lastReply) {
      this.use = { requests: this.requests, reply: this.lastReply, used: this.countUsed(fieldAt) };
    }
    return { context, used: this.use.used };
  }

  private countUsed(fieldAt: FieldAt): number {
    if (this.lastReply === null) return 0;
    const output = isObject(this.lastReply) ? (this.lastReply['output'] ?? this.lastReply) : this.lastReply;
    const shown = this.sources.map(({ tokens, since, from }): Shown => {
      const sent = tokens * (this.requests - since);
      return 'field' in from ? { ...fieldAt(from.field, from.version), tokens: sent } : { value: from.value, key: null, tokens: sent };
    });
    return usedTokens(shown, output);
  }

  private add(message: PromptMessage): void {
    this.prompt.push({ from: 'us', message });
    for (const part of message.parts) {
      this.tokens += part.tokens;
      if (!isContext(part.kind, this.purpose)) continue;
      this.note(part.tokens, part.kind === 'data' ? { field: part.field, version: part.version } : { value: part.text });
    }
  }

  private note(tokens: number, from: Source['from']): void {
    this.sources.push({ tokens, since: this.requests, from });
    this.contextTokens += tokens;
  }
}
