/** What of the content that a role is shown reads like an instruction, and whose it is. The user's and the team's own words are no content. Changes nothing. */
import type { Flag } from '../events/runEvent';
import { findInstructions } from '../prompts/findInstructions';
import type { GivenField } from '../prompts/promptParts';
import { lastItems } from '../prompts/renderPart';
import type { Json } from '../shared/json';
import type { RunContext } from './runContext';

/** Values stay as they are from step to step: each version is looked through once. */
const known = new WeakMap<RunContext, Map<string, { readonly version: number; readonly flags: readonly Flag[] }>>();

/** `reader` is not warned of its own words. */
export function flagsOfGiven(context: RunContext, reader: string, given: readonly GivenField[]): readonly Flag[] {
  return given.flatMap((one) => [...(isContent(context, reader, one) ? flagsOfField(context, one) : []), ...(isWhyOfAnother(context, reader, one) ? flagsIn(context, one.meta.why!, `why of ${sourceOf(one)}`) : [])]);
}

/** A role that failed may have said why before anybody wrote the field. */
function isWhyOfAnother(context: RunContext, reader: string, one: GivenField): boolean {
  const { field, meta } = one;
  if (meta.why === null) return false;
  return isContent(context, reader, one) || (meta.status === 'failed' && context.program.roles.get(reader)?.role.writes.some((write) => write.field === field) !== true);
}

function sourceOf({ field, meta: { writer, status } }: GivenField): string {
  if (writer !== null) return `${field} by ${writer}`;
  return status === 'failed' ? field : `${field} of the run above`;
}

/** What another role or a sub-team's outer run has written. */
function isContent({ above, recorder, program }: RunContext, reader: string, { field, meta: { writer } }: GivenField): boolean {
  if (writer === null) return above !== null && field !== 'task' && recorder.state.options.set?.[field] !== undefined;
  // A role may be called so too.
  return writer !== reader && (writer !== 'person' || program.roles.has(writer));
}

function flagsOfField(context: RunContext, one: GivenField): readonly Flag[] {
  const { field, value, meta, last } = one;
  const fields = known.get(context) ?? new Map<string, { readonly version: number; readonly flags: readonly Flag[] }>();
  known.set(context, fields);
  const key = `${field} ${last ?? ''}`;
  const before = fields.get(key);
  if (before?.version === meta.version) return before.flags;
  const flags = flagsIn(context, lastItems(value, last), sourceOf(one));
  fields.set(key, { version: meta.version, flags });
  return flags;
}

export function flagsIn(context: RunContext, content: Json, source: string): readonly Flag[] {
  return findInstructions(content, source, Object.keys(context.program.team.tools));
}
