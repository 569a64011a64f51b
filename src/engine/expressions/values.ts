/** Comparing and wording the values an expression works with. Charges the frame for what it reads. */
import type { Json } from '../shared/json';
import { isObject } from '../shared/json';
import type { Frame } from './frame';
import { spend, textWork } from './frame';
import type { TextSpan } from './problems';

/** Equality of JSON values: any order of keys, 1 and 1.0 the same. */
export function equals(a: Json, b: Json, frame: Frame, span: TextSpan): boolean {
  if (typeof a === 'string' && typeof b === 'string') return textsEqual(a, b, frame, span);
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && listsEqual(a, b, frame, span);
  return isObject(a) && isObject(b) && objectsEqual(a, b, frame, span);
}

function textsEqual(a: string, b: string, frame: Frame, span: TextSpan): boolean {
  if (a.length !== b.length) return false;
  if (a.length > 64) spend(frame, textWork(a.length), span);
  return a === b;
}

function listsEqual(a: readonly Json[], b: readonly Json[], frame: Frame, span: TextSpan): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    spend(frame, 1, span);
    if (!equals(a[i]!, b[i]!, frame, span)) return false;
  }
  return true;
}

function objectsEqual(a: { readonly [key: string]: Json }, b: { readonly [key: string]: Json }, frame: Frame, span: TextSpan): boolean {
  const keys = Object.keys(a);
  spend(frame, 1 + keys.length, span);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equals(a[key]!, b[key]!, frame, span));
}

/** Sets a field whatever its name: `__proto__` too is a plain one. */
export function setField(target: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}

/** The kind of a value, in a sentence. */
export function showValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
