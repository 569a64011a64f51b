// A run's events as lines that a person can compare: without times, hashes and the texts of prompts, of which only the kinds and order stay.
import type { PromptMessage, RunEvent } from '../../src/engine/events/runEvent';
import { canonicalJson, type Json, type JsonObject } from '../../src/engine/shared/json';

/** In UTF-16 units: of a longer text only the beginning is compared, and how long it is. */
const longText = 4000;

export function transcript(events: readonly RunEvent[]): string {
  return events.map((event) => `${event.type} ${canonicalJson(shortened(shown(event) as Json))}\n`).join('');
}

function shortened(value: Json): Json {
  const text = canonicalJson(value);
  if (text.length <= longText) return value;
  if (typeof value === 'string') return `${value.slice(0, 100)}… (${value.length} characters)`;
  if (Array.isArray(value)) return text.length > 5 * longText ? [...(value as readonly Json[]).slice(0, 2).map(shortened), `… (${value.length} items)`] : value.map(shortened);
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, member]) => [key, shortened(member)]));
}

function shown(event: RunEvent): object {
  const { seq: _seq, at: _at, type: _type, ...rest } = event;
  if (event.type === 'run.started') return { task: event.task };
  if (event.type === 'team.event') return { step: event.step, inner: event.event.type, ...shown(event.event) };
  if (event.type === 'model.requested') {
    const { hash: _hash, append, type: _t, seq: _s, at: _a, ...more } = event;
    return { ...more, append: append.map(messageShown) };
  }
  if (event.type === 'model.responded') {
    const { equal: _equal, type: _t, seq: _s, at: _a, ...more } = event;
    return more;
  }
  return rest;
}

function messageShown({ role, parts }: PromptMessage): string {
  return `${role}: ${parts.map((part) => (part.kind === 'data' ? `data ${part.field} v${part.version}${part.withoutWhy === true ? ' without why' : ''}` : part.kind)).join(', ')}`;
}
