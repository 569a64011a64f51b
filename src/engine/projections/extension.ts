/** A role that asked for more fields or tools while it worked, and what became of it, in words. */
import type { RunEvent, Signal } from '../events/runEvent';
import { isObject } from '../shared/json';
import type { ExtensionView } from './runView';
import { words } from './words';

/** `signal`: the one that was decided on; undefined where the log does not have it. */
export function extensionOf(signal: Signal | undefined, { granted, by, why }: RunEvent<'extend.decided'>): ExtensionView {
  const payload = signal?.payload ?? null;
  const asked = isObject(payload) ? payload : {};
  return { need: textOf(asked['need']), fields: textsOf(asked['fields']), tools: textsOf(asked['tools']), granted, by, why: why ?? null };
}

/** e.g. `fetch: granted by its card`, `tickets: refused by a person: not now`. */
export function extensionText({ need, fields, tools, granted, by, why }: ExtensionView): string {
  const things = [...fields, ...tools].join(', ') || need || words.more;
  return `${things}: ${granted ? words.granted(words.deciders[by]) : (why ?? words.refused(words.deciders[by]))}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
