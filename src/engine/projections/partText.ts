/** The text of a prompt's part as it was sent, from a view: finds the value and provenance that a data part had then. The rendering is prompts/renderPart.ts. */
import type { PromptPart } from '../events/runEvent';
import { isEmpty, type DataProvenance } from '../prompts/renderData';
import { renderPart } from '../prompts/renderPart';
import type { Json } from '../shared/json';
import type { CallView, FieldView, RunView } from './runView';

/** A field that the view does not have is rendered as never written: nothing is known of it. */
export function partText(view: Pick<RunView, 'fields'>, part: PromptPart, call: Pick<CallView, 'seq'>): string {
  return renderPart(part, (name, version) => {
    const field = view.fields.find((one) => one.name === name);
    return field === undefined ? { value: null, meta: unwritten } : valueThen(field, version, call.seq);
  });
}

/** Who had written the field that a data part shows, and what had become of it. */
export function provenanceOf(view: Pick<RunView, 'fields'>, part: Extract<PromptPart, { readonly kind: 'data' }>, call: Pick<CallView, 'seq'>): DataProvenance {
  const field = view.fields.find((one) => one.name === part.field);
  return field === undefined ? unwritten : valueThen(field, part.version, call.seq).meta;
}

/** Nobody has written it, and it is there all the same, as the task is: it was given at the start. */
export function isGiven(view: Pick<RunView, 'fields'>, part: Extract<PromptPart, { readonly kind: 'data' }>): boolean {
  const field = view.fields.find((one) => one.name === part.field);
  return part.version === 0 && field !== undefined && !isEmpty(field.initial);
}

const unwritten: DataProvenance = { writer: null, version: 0, confidence: null, status: null, why: null };

/** A writer that failed between the commit and the call marked the value. */
function valueThen(field: FieldView, number: number, callSeq: number): { readonly value: Json; readonly meta: DataProvenance } {
  const version = field.history.findLast((one) => one.version === number && one.seq < callSeq) ?? field.history.find((one) => one.version === number);
  const failure = field.failures.findLast((one) => one.seq > (version?.seq ?? 0) && one.seq < callSeq);
  const mark = failure === undefined ? {} : { status: 'failed', why: failure.why };
  if (version === undefined) return { value: field.initial, meta: { ...unwritten, ...mark } };
  const { writer, confidence, status, why } = version;
  return { value: version.value, meta: { writer, version: number, confidence, status, why, ...mark } };
}
