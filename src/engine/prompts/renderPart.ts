/** The exact text of a part of a prompt: as it was sent, and as a view of a log shows it later. */
import type { PromptPart } from '../events/runEvent';
import type { Json } from '../shared/json';
import { renderData, type DataProvenance } from './renderData';

/** `lookup` gives a field's value and provenance at the version that the part names. */
export function renderPart(part: PromptPart, lookup: (field: string, version: number) => { readonly value: Json; readonly meta: DataProvenance }): string {
  if (part.kind !== 'data') return part.text;
  const { value, meta } = lookup(part.field, part.version);
  return renderData(part.as, lastItems(value, part.last), part.withoutWhy === true ? { ...meta, why: null } : meta, part.cut);
}

/** The last `count` items of a list; anything else as it is. */
export function lastItems(value: Json, count: number | undefined): Json {
  return count === undefined || !Array.isArray(value) ? value : (value as readonly Json[]).slice(-count);
}
