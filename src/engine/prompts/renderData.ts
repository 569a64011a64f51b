/** The text of a shared field inside a prompt: fenced, declared to be data, with its provenance. One home, so that a log can name field and version instead of holding the text. */
import { displayJson } from '../shared/json';
import type { Json } from '../shared/json';
import { cutNote } from './largeValue';

export interface DataProvenance {
  /** Null: nobody has written it yet, which does not say that nobody has tried: `status` may be failed all the same. */
  readonly writer: string | null;
  readonly version: number;
  readonly confidence: number | null;
  readonly status: string | null;
  /** Never given to a reviewer. */
  readonly why: string | null;
}

/** `as` is the name the role knows the field by. `cut`: only so many characters of it are shown. `whole`: the value's text. */
export function renderData(as: string, value: Json, from: DataProvenance, cut?: DataCut, whole = displayJson(value)): string {
  const body = cut === undefined ? whole : whole.slice(0, cut.after);
  const fence = fenceFor(body);
  const note = cut === undefined ? '' : `\n${cutNote(cut.after, whole.length, cut.ref ?? null)}`;
  return `<data name="${as}"${attributes(from, value)}>\n${fence}\n${body}\n${fence}${note}\n</data>`;
}

export interface DataCut {
  readonly after: number;
  /** Without it the rest cannot be read. */
  readonly ref?: string;
}

function attributes(from: DataProvenance, value: Json): string {
  const parts: string[] = [];
  const isMarked = from.status !== null && from.status !== 'success';
  if (from.writer !== null) parts.push(` writer="${from.writer}" version="${from.version}"`);
  // What was there from the start (the task, an initial value) is nobody's, but it is there.
  else if (!isMarked && isEmpty(value)) parts.push(' status="not written yet"');
  if (isMarked) parts.push(` status="${from.status}"`);
  if (from.confidence !== null) parts.push(` confidence="${from.confidence}"`);
  if (from.why !== null) parts.push(` why=${JSON.stringify(from.why)}`);
  return parts.join('');
}

export function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Longer than any run of backquotes inside, so that no content can end the fence. */
export function fenceFor(body: string): string {
  let longest = 2;
  for (const run of body.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
