/** What in a reply speaks against the yes that it gives: a no in other words, a score of nothing, a status of failed. Whoever says both has not said yes. */
import { isObject, type Json, type JsonObject } from '../shared/json';
import { isGiven, show } from './replyMembers';

const saysYes = new Set(['approve', 'approved', 'approves', 'accept', 'accepted', 'accepts', 'pass', 'passed', 'passes', 'holds', 'ok', 'okay', 'yes', 'valid', 'success', 'true']);
/** Whatever they stand beside. */
const refuses = new Set(['reject', 'rejected', 'rejects', 'deny', 'denied', 'disapprove', 'disapproved', 'refuse', 'refused', 'decline', 'declined', 'fail', 'failed', 'fails']);
const saysNo = new Set([...refuses, 'block', 'blocked', 'invalid', 'no']);
const saysNothing = new Set(['', 'no', 'none', 'nothing', 'false', 'na', 'null', 'nonefound', 'noproblems', 'noissues', 'noerrors', 'noobjections', 'noviolations']);
const saysDone = new Set([...saysYes, 'complete', 'completed', 'done']);
const decides = ['verdict', 'decision', 'judgement', 'judgment', 'ruling', 'outcome', 'recommendation'];
const scores = new Set(['score', 'rating', 'grade', 'points']);
const goodScores = new Set(['a', 'b', 'c', 'd', 'good', 'verygood', 'excellent', 'high', 'strong']);
const problems = new Set(['problems', 'issues', 'errors', 'objections', 'violations']);

/** Each as part of a sentence. `said`: the members that hold the yes itself, as they are spelled. */
export function contradictions(value: JsonObject, said: readonly string[]): readonly string[] {
  const { output, ...own } = value;
  const within = isObject(output) ? Object.entries(output).map(([key, inner]) => speaksAgainst(key, inner, `output.${key}`)) : [];
  return [...Object.entries(own).map(([key, inner]) => (said.includes(key) ? null : speaksAgainst(key, inner, key))), ...within].filter((one) => one !== null);
}

/** Null: it does not. */
function speaksAgainst(key: string, value: Json, shown: string): string | null {
  const name = plain(key);
  return [name, name.replace(/^is/, '')].some((one) => isAgainst(one, value)) ? `${shown} is ${show(value)}` : null;
}

/** What was decided before is no decision of this reply. */
function isAgainst(name: string, value: Json): boolean {
  if (name === 'why' || /^(previous|prior|last|earlier)/.test(name)) return false;
  const known = denials.find(([names]) => names(name));
  return known === undefined ? isOneOf(refuses, value) : known[1](value);
}

/** By the words that name it, which of its values deny a yes. */
const denials: readonly (readonly [(name: string) => boolean, (value: Json) => boolean])[] = [
  [(name) => name === 'status', (value) => isGiven(value) && !isOneOf(saysDone, value)],
  [(name) => name === 'confidence', (value) => value !== null && !isAmount(value)],
  [(name) => decides.some((word) => name.endsWith(word)), (value) => value !== true && !isOneOf(saysYes, value)],
  [(name) => saysYes.has(name), (value) => value !== true && !isOneOf(saysYes, value) && !isAmount(value) && !isListOfNames(value)],
  [(name) => saysNo.has(name) || problems.has(name), (value) => isGiven(value) && value !== 0 && value !== false && !isOneOf(saysNothing, value)],
  [(name) => scores.has(name), (value) => !isAmount(value) && !isOneOf(goodScores, value) && !isWrittenAmount(value)],
];

function isAmount(value: Json): boolean {
  return typeof value === 'number' && value > 0;
}

/** `9/10`, or `80 %`. */
function isWrittenAmount(value: Json): boolean {
  return typeof value === 'string' && Number.parseFloat(value) > 0;
}

/** As of the criteria that something passed. */
function isListOfNames(value: Json): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function isOneOf(words: ReadonlySet<string>, value: Json): boolean {
  return typeof value === 'string' && words.has(plain(value));
}

/** `Is_Approved` and `isApproved` are one word. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}
