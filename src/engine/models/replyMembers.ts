/** Reads the members that several kinds of reply share. */
import type { Feedback } from '../events/runEvent';
import { isObject, type Json } from '../shared/json';

/** Null: not stated. A garbled one is a problem, not a guess: approvals are decided by it. */
export function readConfidence(value: Json | undefined, problems: Feedback[]): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  problems.push({ field: 'confidence', problem: `${show(value)} is not a confidence.`, fix: 'Use a number from 0 to 1, or leave it out.' });
  return null;
}

/** Null where there is no text; anything else than a text is noted. */
export function readText(value: Json | undefined, name: string, notes: string[]): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value;
  notes.push(`${name} is not a text: ignored.`);
  return null;
}

/** Texts and objects with a problem; what says nothing is left out. */
export function readFeedback(value: Json | undefined): readonly Feedback[] {
  if (value === undefined || value === null) return [];
  const items: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value as Json];
  return items.flatMap((item) => {
    if (typeof item === 'string') return item.trim() === '' ? [] : [{ problem: item }];
    if (!isObject(item)) return item === null ? [] : [{ problem: JSON.stringify(item) }];
    const { field, problem, fix } = item;
    const said = text(problem) ?? text(fix) ?? (Object.keys(item).length > 0 ? JSON.stringify(item) : null);
    if (said === null) return [];
    return [{ ...(text(field) === null ? {} : { field: text(field)! }), problem: said, ...(text(fix) === null || text(problem) === null ? {} : { fix: text(fix)! }) }];
  });
}

/** Servers that hold a model to a schema make it send empty members. */
export function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0) && !(isObject(value) && Object.keys(value).length === 0);
}

/** A value inside a sentence, shortened. */
export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
