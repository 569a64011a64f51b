/** Tokens as servers report them, by whatever names; what is missing or plainly wrong is counted here and marked. */
import type { Usage } from '../../engine/events/usage';

export interface Counted {
  /** Our count of the input. */
  readonly input: number;
  /** Counts the output; called only when it was not reported. */
  readonly output: () => number;
}

export function readUsage(reported: unknown, counted: Counted): Usage {
  const input = number(reported, 'prompt_tokens');
  const reasoning = number(member(reported, 'completion_tokens_details'), 'reasoning_tokens') ?? 0;
  const output = withReasoning(number(reported, 'completion_tokens'), reasoning, input, number(reported, 'total_tokens'));
  const cached = number(member(reported, 'prompt_tokens_details'), 'cached_tokens') ?? number(reported, 'prompt_cache_hit_tokens') ?? 0;
  // Nobody reads a prompt of no tokens: some servers send zeros for "not counted".
  const isWrong = input === null || input === 0 || output === null || (output === 0 && counted.output() > 0);
  const whole = input === null || input === 0 ? counted.input : input;
  const all = output === null || output === 0 ? counted.output() : output;
  return { input: whole, cached: Math.min(cached, whole), cacheWrite: 0, output: all, reasoning: Math.min(reasoning, all), estimated: isWrong };
}

/** A sentence when the server read much less than it was sent: it drops the front of a prompt that is longer than its window, in silence. */
export function cutPromptNote(usage: Usage, sent: number): string | null {
  if (usage.estimated || usage.input >= sent * 0.6 || sent - usage.input < 500) return null;
  return `The server read only ${usage.input} of about ${sent} tokens: the front of the prompt was cut. Raise the context window of the server (for Ollama: num_ctx).`;
}

/** Some servers count reasoning beside the output; their total gives it away. */
function withReasoning(output: number | null, reasoning: number, input: number | null, total: number | null): number | null {
  if (output === null || reasoning === 0 || input === null || total === null) return output;
  return total === input + output + reasoning ? output + reasoning : output;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function number(value: unknown, name: string): number | null {
  const found = member(value, name);
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? Math.round(found) : null;
}
