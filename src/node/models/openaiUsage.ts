/** Tokens as servers report them, by whatever names; what is missing or plainly wrong is counted here and marked. */
import type { Usage } from '../../engine/events/usage';

export interface Counted {
  /** Our count of the input. */
  readonly input: number;
  /** Counts the output without the thoughts; called only when it was not reported. */
  readonly output: () => number;
  /** Counts the thoughts. */
  readonly thinking: () => number;
}

export interface ReadUsage {
  readonly usage: Usage;
  /** A sentence where the figures are not simply the server's. */
  readonly note: string | null;
}

const notReported = 'The server did not report its usage: it was counted here.';

export function readUsage(reported: unknown, counted: Counted): ReadUsage {
  const told = read(reported);
  // Nobody reads a prompt of no tokens: some servers send zeros for "not counted".
  const input = told.input === 0 ? null : told.input;
  const output = told.output === 0 && counted.output() > 0 ? null : told.output;
  if (input !== null && output !== null) return plausible({ ...told, input, output });
  const thinking = counted.thinking();
  const whole = { input: input ?? counted.input, output: output ?? counted.output() + thinking };
  return { usage: { ...withinWholes({ ...told, ...whole, reasoning: Math.max(told.reasoning, thinking) }), estimated: true }, note: notReported };
}

type Parts = Omit<Usage, 'estimated'>;

function withinWholes({ input, cached, cacheWrite, output, reasoning }: Parts): Parts {
  const part = Math.min(cached, input);
  return { input, cached: part, cacheWrite: Math.min(cacheWrite, input - part), output, reasoning: Math.min(reasoning, output) };
}

/** A sentence when the server read much less than it was sent: it drops the front of a prompt that is longer than its window, in silence. */
export function cutPromptNote(usage: Usage, sent: number): string | null {
  if (usage.estimated || usage.input >= sent * 0.6 || sent - usage.input < 500) return null;
  return `The server read only ${usage.input} of about ${sent} tokens: the front of the prompt was cut. Raise the context window of the server (for Ollama: num_ctx), and say it under the model (context) to refuse such answers.`;
}

/** True where that is certain: the team states a `context` that the prompt fits into, and not even half of it was read. */
export function isCutPrompt(usage: Usage, sent: number, context: number | null): boolean {
  return context !== null && sent <= context && usage.input < sent * 0.5 && cutPromptNote(usage, sent) !== null;
}

interface Told {
  readonly input: number | null;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number | null;
  readonly reasoning: number;
  readonly total: number | null;
}

function read(reported: unknown): Told {
  const details = member(reported, 'prompt_tokens_details');
  return {
    input: number(reported, 'prompt_tokens'),
    // OpenAI and most, DeepSeek, Moonshot, and gateways to Anthropic.
    cached: number(details, 'cached_tokens') ?? number(reported, 'prompt_cache_hit_tokens') ?? number(reported, 'cached_tokens') ?? number(reported, 'cache_read_input_tokens') ?? 0,
    cacheWrite: number(details, 'cache_write_tokens') ?? number(details, 'cache_creation_tokens') ?? number(reported, 'cache_creation_input_tokens') ?? 0,
    output: number(reported, 'completion_tokens'),
    reasoning: number(member(reported, 'completion_tokens_details'), 'reasoning_tokens') ?? 0,
    total: number(reported, 'total_tokens'),
  };
}

/** Parts lie within their wholes. Some servers count a part beside its whole, which their total gives away; what still cannot be is cut and marked. */
function plausible(told: Told & { readonly input: number; readonly output: number }): ReadUsage {
  const { cached, cacheWrite, reasoning, total } = told;
  const besides = cached + cacheWrite;
  const isBeside = (more: number) => more > 0 && total === told.input + told.output + more;
  const input = isBeside(besides) || isBeside(besides + reasoning) ? told.input + besides : told.input;
  const output = isBeside(reasoning) || (isBeside(besides + reasoning) && reasoning > 0) ? told.output + reasoning : told.output;
  const usage: Usage = { ...withinWholes({ input, cached, cacheWrite, output, reasoning }), estimated: false };
  const impossible = [...(besides > input ? [`${besides} cached of ${input} input tokens`] : []), ...(reasoning > output ? [`${reasoning} reasoning of ${output} output tokens`] : [])];
  if (impossible.length === 0) return { usage, note: null };
  return { usage: { ...usage, estimated: true }, note: `The server reported what cannot be: ${impossible.join(', and ')}. No more is counted than the whole.` };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function number(value: unknown, name: string): number | null {
  const found = member(value, name);
  return typeof found === 'number' && found >= 0 && found <= Number.MAX_SAFE_INTEGER ? Math.round(found) : null;
}
