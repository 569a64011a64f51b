/** The text of a prompt's part exactly as it was sent. A data part's is rendered again from the field's version, since the log holds no copy of it. */
import type { PromptPart } from '../events/runEvent';
import { renderData } from '../prompts/renderData';
import type { DataProvenance } from '../prompts/renderData';
import type { CallView, FieldView, RunView } from './runView';

/** A field that the view does not have is rendered as never written: nothing is known of it. */
export function renderPart(view: Pick<RunView, 'fields'>, part: PromptPart, call: Pick<CallView, 'seq'>): string {
  if (part.kind !== 'data') return part.text;
  const field = view.fields.find((one) => one.name === part.field);
  if (field === undefined) return renderData(part.as, null, unwritten);
  const version = field.history.find((one) => one.version === part.version);
  if (version === undefined) return renderData(part.as, field.initial, provenance(field, call.seq, unwritten, 0));
  const { writer, confidence, status, why } = version;
  const from = provenance(field, call.seq, { writer, version: part.version, confidence, status, why }, version.seq);
  return renderData(part.as, version.value, part.withoutWhy === true ? { ...from, why: null } : from);
}

const unwritten: DataProvenance = { writer: null, version: 0, confidence: null, status: null, why: null };

/** A writer that failed between the commit and the call marked the value. */
function provenance(field: FieldView, callSeq: number, from: DataProvenance, since: number): DataProvenance {
  const failure = field.failures.findLast((one) => one.seq > since && one.seq < callSeq);
  return failure === undefined ? from : { ...from, status: 'failed', why: failure.why };
}
