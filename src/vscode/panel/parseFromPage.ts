/** Messages of the panel's page, checked before they are believed: the page shows what models wrote. */
import { isObject, type JsonObject } from '../../engine/shared/json';
import type { FromPage } from '../../webview/protocol';

/** More than any reply that is shown; keeps a broken page from filling the memory. */
const maxText = 64 * 1024 * 1024;

/** A slip of the page must not become a hundred paid calls. */
const mostTries = 50;

type Parsers = { readonly [T in FromPage['type']]: (value: JsonObject) => Extract<FromPage, { type: T }> | null };

const parsers: Parsers = {
  ready: () => ({ type: 'ready' }),
  stop: () => ({ type: 'stop' }),
  run: () => ({ type: 'run' }),
  resume: () => ({ type: 'resume' }),
  resend: parseResend,
  open: parseOpen,
  answer: parseAnswer,
  copy: parseCopy,
  selected: ({ step }) => (isCount(step) ? { type: 'selected', step } : null),
  compareWith: () => ({ type: 'compareWith' }),
  compareClosed: () => ({ type: 'compareClosed' }),
  attempt: parseAttempt,
  show: parseShow,
};

/** Null: not a message of the protocol. */
export function parseFromPage(value: unknown): FromPage | null {
  if (!isObject(value)) return null;
  const type = value['type'];
  return typeof type === 'string' && Object.hasOwn(parsers, type) ? parsers[type as FromPage['type']](value) : null;
}

type Message<T extends FromPage['type']> = Extract<FromPage, { type: T }> | null;

function parseResend({ run, from }: JsonObject): Message<'resend'> {
  return typeof run === 'string' && isCount(from) ? { type: 'resend', run, from } : null;
}

function parseOpen({ ref }: JsonObject): Message<'open'> {
  if (!isObject(ref)) return null;
  const { file, line, column } = ref;
  if (typeof file !== 'string' || !isCount(line) || !isCount(column)) return null;
  return { type: 'open', ref: { file, line, column } };
}

function parseCopy({ text, what }: JsonObject): Message<'copy'> {
  return isText(text) && typeof what === 'string' ? { type: 'copy', text, what } : null;
}

function parseAnswer({ id, answer, note, forRun }: JsonObject): Message<'answer'> {
  if (typeof id !== 'string' || !isText(note) || typeof forRun !== 'boolean') return null;
  return answer === 'approve' || answer === 'reject' ? { type: 'answer', id, answer, note, forRun } : null;
}

function parseAttempt({ action, times }: JsonObject): Message<'attempt'> {
  if (action !== 'keep' && action !== 'discard' && action !== 'try') return null;
  return isCount(times) && times <= mostTries ? { type: 'attempt', action, times } : null;
}

function parseShow({ title, language, text }: JsonObject): Message<'show'> {
  if (typeof title !== 'string' || !isText(text)) return null;
  if (language !== 'markdown' && language !== 'json' && language !== 'plaintext') return null;
  return { type: 'show', title, language, text };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxText;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
