/** The English that projections put into a RunView: nouns, plurals and short sentences, in one place so that they can be translated. */
import { formatCount } from './format';

/** `1 item`, `14 items`. `many` where the plural is not the singular with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `1st`, `2nd`, `11th`. */
export function ordinal(place: number): string {
  const lastTwo = place % 100;
  const ending = lastTwo > 10 && lastTwo < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}

/** `market_figures`, `marketFigures` → `market figures`. */
export function spoken(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}

/** True for a name that reads as several things: `findings`, not `analysis` or `status`. */
export function isPlural(name: string): boolean {
  return /[^siu]s$/i.test(name) || /ies$/i.test(name);
}

/** `3 findings`, `1 finding`, for a field or member with a plural name. */
export function countedName(count: number, name: string): string {
  const many = spoken(name);
  const one = /ies$/.test(many) ? many.replace(/ies$/, 'y') : /(ch|sh|x|z)es$/.test(many) ? many.replace(/es$/, '') : many.replace(/s$/, '');
  return counted(count, one, many);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first `max` characters on one line, cut at a word where one is near. */
export function shortened(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

export const words = {
  notStarted: 'Starting',
  waitingForModel: 'Waiting for the model',
  waitingForReviewer: (role: string) => `In review by ${role}`,
  waitingForPerson: 'Waiting for a person',
  reading: (what: string) => `Reading ${what}`,
  calling: (tool: string) => `Calling ${tool}`,
  revising: (after: string) => `Revising after a ${after}`,
  retrying: (after: string) => `Trying again after ${after}`,
  failedPrecheck: 'failed precheck',
  rejection: 'rejection',
  brokenContract: 'a broken contract',
  failedCall: 'a failed call',
  staleCommit: 'a stale read',
  checking: 'Checking the rules',
  committing: 'Committing',
  nothingWritten: 'Nothing written',
  stopped: 'Stopped before it ended',
  partial: 'partial',
  overwrites: (field: string, step: number) => `${field} replaces what step ${formatCount(step)} of the same fan-out wrote`,
  merged: (count: number) => `${formatCount(count)} merged`,
  failedPrechecks: (count: number) => counted(count, 'failed precheck'),
  approvedOn: (place: number) => `approved on ${ordinal(place)} review`,
  same: 'the same',
  characters: (count: number) => counted(count, 'character'),
  wordCount: (count: number) => counted(count, 'word'),
  items: (count: number) => counted(count, 'item'),
  passages: (count: number) => counted(count, 'passage'),
  problems: (count: number) => counted(count, 'problem'),
  keyed: (count: number, key: string) => `${words.items(count)} by ${key}`,
  empty: 'empty',
  notWritten: 'not written yet',
  precheckPassed: 'precheck passed',
  confidence: (value: string) => `confidence ${value}`,
  refusedCommit: (fields: readonly string[]) => `${fields.join(', ')} changed since it was read`,
  choosing: 'Choosing who is next',
  nothingUsed: 'no output',
  by: (role: string, what: string) => `${role}: ${what}`,
  more: 'more',
  asksForMore: 'asks for more',
  flagged: 'reads like an instruction',
  granted: (by: string) => `granted by ${by}`,
  refused: (by: string) => `refused by ${by}`,
  deciders: { may_ask: 'its card', person: 'a person', supervisor: 'the supervisor' },
} as const;
