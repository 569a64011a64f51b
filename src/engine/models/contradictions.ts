/** What in a reply speaks against the yes that it gives: a no in other words, a score of nothing, a status of failed. Whoever says both has not said yes. */
import { isObject, type Json, type JsonObject } from '../shared/json';
import { isGiven, show } from './replyMembers';

const saysYes = new Set(['approve', 'approved', 'accept', 'accepted', 'pass', 'passed', 'holds', 'ok', 'yes', 'valid', 'success', 'true']);
const saysNo = new Set(['reject', 'rejected', 'rejects', 'fail', 'failed', 'fails', 'deny', 'denied', 'disapprove', 'disapproved', 'block', 'blocked', 'invalid', 'refuse', 'refused', 'decline', 'declined', 'no']);
const decides = new Set(['verdict', 'decision', 'judgement', 'judgment', 'ruling', 'outcome', 'recommendation']);
const scores = new Set(['score', 'rating', 'grade', 'points']);
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

function isAgainst(name: string, value: Json): boolean {
  return denials.some(([names, denies]) => names.has(name) && denies(value));
}

/** By the words that name it, which of its values deny a yes. */
const denials: readonly (readonly [ReadonlySet<string>, (value: Json) => boolean])[] = [
  [new Set(['status']), (value) => isGiven(value) && value !== 'success'],
  [new Set(['confidence']), (value) => value !== null && !isAmount(value)],
  [decides, (value) => value !== true && !(typeof value === 'string' && saysYes.has(plain(value)))],
  [saysYes, (value) => value !== true],
  [saysNo, (value) => isGiven(value) && value !== false],
  [scores, (value) => !isAmount(value)],
  [problems, (value) => isGiven(value) && value !== 0 && value !== false && value !== ''],
];

function isAmount(value: Json): boolean {
  return typeof value === 'number' && value > 0;
}

/** `Is_Approved` and `isApproved` are one word. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}
