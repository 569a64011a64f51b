/** Messages of the panel's page, checked before they are believed: the page shows what models wrote. */
import { isObject, type JsonObject } from '../../engine/shared/json';
import type { FromPage } from '../../webview/protocol';

/** More than any reply that is shown; keeps a broken page from filling the memory. */
const maxText = 64 * 1024 * 1024;

/** Null: not a message of the protocol. */
export function parseFromPage(value: unknown): FromPage | null {
  if (!isObject(value)) return null;
  const type = value['type'];
  if (typeof type !== 'string') return null;
  switch (type) {
    case 'ready':
    case 'stop':
    case 'run':
      return { type };
    case 'resend':
      return parseResend(value);
    case 'open':
      return parseOpen(value);
    case 'copy':
      return parseCopy(value);
    case 'selected':
      return isCount(value['step']) ? { type: 'selected', step: value['step'] } : null;
    case 'show':
      return parseShow(value);
    default:
      return null;
  }
}

function parseResend({ run, from }: JsonObject): FromPage | null {
  return typeof run === 'string' && isCount(from) ? { type: 'resend', run, from } : null;
}

function parseOpen({ ref }: JsonObject): FromPage | null {
  if (!isObject(ref)) return null;
  const { file, line, column } = ref;
  if (typeof file !== 'string' || !isCount(line) || !isCount(column)) return null;
  return { type: 'open', ref: { file, line, column } };
}

function parseCopy({ text, what }: JsonObject): FromPage | null {
  return isText(text) && typeof what === 'string' ? { type: 'copy', text, what } : null;
}

function parseShow({ title, language, text }: JsonObject): FromPage | null {
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
