/** What a server refuses, learned from its own errors. Where that is remembered is not known here; makes no request. */

export interface Quirks {
  readonly replyFormat: 'json_schema' | 'json_object' | 'none';
  readonly streamOptions: boolean;
  readonly temperature: boolean;
  readonly maxTokens: 'max_tokens' | 'max_completion_tokens' | 'none';
  /** False: what is said as `system` goes to the front of the user's first message. */
  readonly systemRole: boolean;
  /** True: user and assistant take turns, without two of one in a row. */
  readonly alternate: boolean;
  /** Whether a model's thoughts go back to it with its tool calls. */
  readonly thinking: boolean;
}

/** What a request holds that can be left out or said in another way. */
export interface Sent {
  readonly replyFormat: boolean;
  readonly temperature: boolean;
  readonly maxTokens: boolean;
  readonly system: boolean;
  /** There are thoughts of an earlier turn, sent or held back. */
  readonly thinking: boolean;
}

/** OpenAI knows only the new name on its newer models, most other servers only the old one; some take an unknown name in silence. */
export function firstQuirks(isOpenAi: boolean): Quirks {
  return {
    replyFormat: 'json_schema', streamOptions: true, temperature: true, maxTokens: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    systemRole: true, alternate: false, thinking: false,
  };
}

interface Refusable {
  /** How a server's error names it. */
  readonly named: RegExp;
  readonly isSent: (quirks: Quirks, sent: Sent) => boolean;
  readonly instead: (quirks: Quirks, first: Quirks) => Quirks;
}

/** Errors of chat templates, which come with any status: the same request would only be refused again. */
const aboutSystem = /system.{0,60}(not support|unsupported|not allowed|n't support)|(not support|unsupported).{0,40}\bsystem\b|only.{0,12}user.{0,12}and.{0,12}(assistant|model).{0,12}roles?/;
const aboutTurns = /\balternat(e|ing)\b|unexpected role|consecutive .{0,30}(role|message)|(two|2) or more (assistant|user)|same role/;

const refusable: readonly Refusable[] = [
  { named: /reasoning_content|reasoning content|\bthinking\b/, isSent: (_quirks, sent) => sent.thinking, instead: (quirks) => ({ ...quirks, thinking: !quirks.thinking }) },
  { named: aboutSystem, isSent: (quirks, sent) => quirks.systemRole && sent.system, instead: (quirks) => ({ ...quirks, systemRole: false }) },
  { named: aboutTurns, isSent: (quirks) => !quirks.alternate, instead: (quirks) => ({ ...quirks, alternate: true }) },
  { named: /stream_options|include_usage/, isSent: (quirks) => quirks.streamOptions, instead: withoutStreamOptions },
  { named: /max_tokens|max_completion_tokens|max_output_tokens/, isSent: (_quirks, sent) => sent.maxTokens, instead: otherMaxTokens },
  { named: /temperature/, isSent: (_quirks, sent) => sent.temperature, instead: (quirks) => ({ ...quirks, temperature: false }) },
  { named: /response_format|json_schema|json_object|json mode|structured output|guided|grammar|schema/, isSent: (_quirks, sent) => sent.replyFormat, instead: otherFormat },
];

/** A server's 500 that no second try would change: its chat template does not take the roles as they are. */
export function isAboutRoles(message: string): boolean {
  const said = message.toLowerCase();
  return aboutSystem.test(said) || aboutTurns.test(said);
}

/**
 * What to change after a 400, 422 or 501. `message` and `param` are the server's; where they name nothing that can be changed, what servers most often
 * refuse is left out first. `first`: what was tried before anything was learned. Null: nothing is left to change.
 */
export function learn(quirks: Quirks, first: Quirks, sent: Sent, message: string, param: string | null): Quirks | null {
  const said = `${param ?? ''} ${message}`.toLowerCase();
  const named = refusable.find((one) => one.isSent(quirks, sent) && one.named.test(said));
  if (named !== undefined) return named.instead(quirks, first);
  // "Does not support tools" and the like: leaving something else out would not help.
  if (/tool|function|image|model/.test(said)) return null;
  if (sent.replyFormat) return otherFormat(quirks);
  return quirks.streamOptions ? withoutStreamOptions(quirks) : null;
}

function withoutStreamOptions(quirks: Quirks): Quirks {
  return { ...quirks, streamOptions: false };
}

/** The other name; where that was refused too, none. */
function otherMaxTokens(quirks: Quirks, { maxTokens }: Quirks): Quirks {
  return { ...quirks, maxTokens: quirks.maxTokens !== maxTokens ? 'none' : maxTokens === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
}

function otherFormat(quirks: Quirks): Quirks {
  return { ...quirks, replyFormat: quirks.replyFormat === 'json_schema' ? 'json_object' : 'none' };
}

/** For the step: what is done otherwise than at first, each a sentence. */
export function describeQuirks(quirks: Quirks, first: Quirks): readonly string[] {
  const { maxTokens, replyFormat } = quirks;
  const notes: readonly (readonly [boolean, string])[] = [
    [quirks.thinking && !first.thinking, "The server wants the model's thoughts back with its tool calls: they were sent."],
    [!quirks.systemRole && first.systemRole, 'The server refused the role system: its text was put before the first message.'],
    [quirks.alternate && !first.alternate, 'The server wants user and assistant to take turns: messages of one in a row were joined.'],
    [maxTokens !== first.maxTokens && maxTokens !== 'none', `The server refused ${first.maxTokens}: ${maxTokens} was sent instead.`],
    [maxTokens === 'none', 'The server refused max_tokens and max_completion_tokens: they were left out, so the length of a reply is not limited.'],
    [!quirks.temperature && first.temperature, 'The server refused temperature: it was left out.'],
    [!quirks.streamOptions && first.streamOptions, 'The server refused stream_options: it was left out, so usage may be missing.'],
    [replyFormat === 'json_object', 'The server refused response_format json_schema: json_object was asked for instead.'],
    [replyFormat === 'none', 'The server refused response_format json_schema and json_object: the form of the reply is asked for in the prompt alone.'],
  ];
  return notes.filter(([holds]) => holds).map(([, note]) => note);
}
