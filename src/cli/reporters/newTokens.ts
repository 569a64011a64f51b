/** Counts, event by event, what each request holds beyond the one before in its conversation. */
import type { RunEvent } from '../../engine/events/runEvent';

export class NewTokens {
  /** By conversation: results of tools since its last request. */
  private readonly results = new Map<string, number>();
  /** By call, and by tool call, the conversation it belongs to. */
  private readonly conversations = new Map<string, string>();

  /** Of a request; else 0. Every event once, in order. */
  of(event: RunEvent): number {
    if (event.type === 'model.requested') return this.ofRequest(event);
    if (event.type === 'tool.called') this.conversations.set(`${event.step} tool ${event.id}`, this.conversations.get(`${event.step} ${event.call}`) ?? '');
    if (event.type === 'tool.returned') {
      const conversation = this.conversations.get(`${event.step} tool ${event.id}`) ?? '';
      this.results.set(conversation, (this.results.get(conversation) ?? 0) + event.tokens);
    }
    return 0;
  }

  /** The tools themselves are told with the first request. */
  private ofRequest({ step, call, conversation, append, reset, toolTokens = 0 }: RunEvent<'model.requested'>): number {
    const key = `${step} ${conversation}`;
    this.conversations.set(`${step} ${call}`, key);
    const before = reset === true ? undefined : this.results.get(key);
    this.results.set(key, 0);
    return append.flatMap((message) => message.parts).reduce((sum, part) => sum + part.tokens, before ?? toolTokens);
  }
}
