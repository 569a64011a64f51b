/** Finds the one JSON object in a model's raw reply. Repairs nothing; what the object has to hold is for the readers of each kind of reply. */
import { isObject, isTooDeep, jsonEquals, mostLevels, placeOutOfRange, type Json, type JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { duplicateKey, scanJson } from './jsonScan';
import { mostReplyText, type ModelReply } from './model';

export interface ParsedReply {
  readonly value: JsonObject;
  readonly notes: readonly string[];
}

export interface ReplyProblem {
  /** A sentence for the model. */
  readonly problem: string;
  /** True when the reply ended before its object did: asking again with the same room would end the same way. */
  readonly cut: boolean;
  /** What would help, for the model: without it the same answer would be cut at the same place. */
  readonly fix?: string;
}

/** The last text that was asked for, since a reply is read when it is recorded and again when its contract is checked. */
let lastExact: { readonly text: string; readonly value: JsonObject | null } = { text: '', value: null };

/** The object whose JSON, without a space or a key too many, a text is; null: it is not. */
export function exactJson(text: string): JsonObject | null {
  if (lastExact.text !== text) {
    const value = text.startsWith('{') ? parseJson(text) : undefined;
    lastExact = { text, value: value !== undefined && !isTooDeep(value) && JSON.stringify(value) === text ? (value as JsonObject) : null };
  }
  return lastExact.value;
}

/** `finish` as the server gave it: what ended at a limit is never taken as whole, even where it parses. */
export function parseReply(text: string, finish: ModelReply['finish']): Result<ParsedReply, ReplyProblem> {
  if (finish === 'length') return cutOff('The reply was cut off at the limit of output tokens.');
  if (finish === 'filter') return wrong("The reply was withheld by the server's content filter.");
  if (finish === 'refusal') return wrong(`The model refused to answer${text.trim() === '' ? '' : `: ${shortened(text.trim())}`}`);
  if (text.length > mostReplyText) return cutOff(`The reply is ${text.length} characters long; ${mostReplyText} are allowed.`);
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole === '') return wrong('The reply is empty; it must be one JSON object.');
  const exact = exactJson(whole);
  if (exact !== null) return ok({ value: exact, notes: [] });
  const parsed = parseJson(whole);
  if (parsed !== undefined) return accept(whole, parsed, []);
  const answer = withoutThinking(whole);
  if (answer === null) return cutOff('The reply ends inside its thinking; there is no JSON object.');
  return extract(answer, whole.length);
}

const tooDeep = wrong(`Lists and objects lie in each other in the reply, more than ${mostLevels} levels deep: write it flatter.`);

function accept(source: string, value: Json, notes: readonly string[]): Result<ParsedReply, ReplyProblem> {
  if (!isObject(value)) return wrong(`The reply must be one JSON object, not ${describe(value)}.`);
  if (isTooDeep(value)) return tooDeep;
  const twice = duplicateKey(source);
  if (twice !== null) return wrong(`The reply holds the key ${JSON.stringify(twice)} twice in one object.`);
  const place = placeOutOfRange(value);
  if (place !== null) return wrong(`The number at ${place} is too large: numbers go up to 1.79e308.`);
  return ok({ value, notes });
}

/** Models of the thinking kind may send their thoughts first, and those may hold drafts. Null: the thoughts never end. */
function withoutThinking(text: string): string | null {
  const end = text.indexOf('</think>');
  if (text.startsWith('<think>')) return end === -1 ? null : text.slice(end + '</think>'.length);
  // Some servers swallow the opening mark. A closing mark behind the first object may stand in one of its strings.
  const rest = text.slice(end + '</think>'.length);
  return end !== -1 && scanJson(rest).some((piece) => piece.kind === 'value') ? rest : text;
}

function extract(text: string, length: number): Result<ParsedReply, ReplyProblem> {
  const pieces = scanJson(text);
  if (pieces.some((piece) => piece.kind === 'cut')) return cutOff('The reply ends before its JSON object does.');
  const broken = pieces.find((piece) => piece.kind === 'broken');
  if (broken) return wrong(`The reply is not valid JSON: ${reasonOf(broken.text)}.`);
  const found = pieces.map((piece) => ({ source: piece.text, value: JSON.parse(piece.text) as Json }));
  const first = found[0];
  if (first === undefined) return wrong('The reply holds no JSON object.');
  if (found.some((one) => isTooDeep(one.value))) return tooDeep;
  if (found.some((other) => !jsonEquals(other.value, first.value))) return wrong(`The reply holds ${found.length} different JSON values; it must be one object.`);
  const outside = length - found.reduce((sum, { source }) => sum + source.length, 0);
  const isBare = text.replaceAll(first.source, '').replace(/```[\w-]*/g, '').trim() === '' && text.length === length;
  return accept(first.source, first.value, isBare ? [] : [`Text around the JSON object was ignored (${outside} characters).`]);
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The parser's own words without the text they quote. */
function reasonOf(text: string): string {
  try {
    JSON.parse(text);
    return 'unknown';
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/,? \.{0,3}"[^]*" is not valid JSON$/, '').replace(/ in JSON( at position \d+)/, '$1');
  }
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function describe(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

function wrong(problem: string): Result<never, ReplyProblem> {
  return err({ problem, cut: false });
}

function cutOff(problem: string): Result<never, ReplyProblem> {
  return err({ problem, cut: true, fix: 'Give a shorter answer, so that the whole object fits.' });
}
