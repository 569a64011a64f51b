/** What the host sends, checked before it is believed. The events themselves were checked where the log was read. */
import { isObject } from '../../engine/shared/json';
import type { JsonObject } from '../../engine/shared/json';
import type { ToPage } from '../protocol';

type Kind = 'text' | 'number' | 'boolean' | 'texts' | 'object' | 'events' | 'compared' | 'tries' | 'held';

/** The members of each message. A new message becomes a type error here. */
const members: { readonly [T in ToPage['type']]: Readonly<Record<keyof Omit<Extract<ToPage, { type: T }>, 'type'>, Kind>> } = {
  run: { run: 'text', label: 'text', live: 'boolean', elsewhere: 'boolean', now: 'number', warnings: 'texts', restore: 'object' },
  events: { run: 'text', from: 'number', events: 'events', now: 'number' },
  text: { run: 'text', step: 'number', call: 'number', text: 'text' },
  select: { step: 'number' },
  compare: { run: 'text', other: 'text', about: 'compared', step: 'number', otherStep: 'number', tries: 'tries', wanted: 'number' },
  held: { run: 'text', place: 'held' },
  empty: { message: 'text' },
  problem: { message: 'text', hint: 'text' },
};

const isOf: { readonly [K in Kind]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  object: isObject,
  compared: (value) => value === 'runs' || value === 'attempts',
  tries: (value) => Array.isArray(value) && value.every((one) => isObject(one) && typeof one['run'] === 'string' && typeof one['step'] === 'number'),
  held: (value) => value === null || (isObject(value) && typeof value['phase'] === 'string' && typeof value['step'] === 'number' && typeof value['seq'] === 'number'),
  events: (value) => Array.isArray(value) && value.every(isEvent),
};

/** Null: not a message of ours. Other things arrive in a page too, such as those of the editor's own tools. */
export function parseToPage(data: unknown): ToPage | null {
  if (!isObject(data) || typeof data['type'] !== 'string' || !Object.hasOwn(members, data['type'])) return null;
  const wanted: Readonly<Record<string, Kind>> = members[data['type'] as ToPage['type']];
  return Object.entries(wanted).every(([name, kind]) => isOf[kind](data[name])) ? (data as unknown as ToPage) : null;
}

function isEvent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, seq, at }: JsonObject = value;
  return typeof type === 'string' && typeof seq === 'number' && typeof at === 'number';
}
