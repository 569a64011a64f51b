/** What of the content that a role is shown reads like an instruction, and whose it is. The user's and the team's own words are no content. Changes nothing. */
import type { Flag } from '../events/runEvent';
import { findInstructions } from '../prompts/findInstructions';
import type { GivenField } from '../prompts/promptParts';
import { lastItems } from '../prompts/renderPart';
import type { Json } from '../shared/json';
import type { RunContext } from './runContext';

/** Fields stay as they are from step to step: each version is looked through once. */
const known = new WeakMap<RunContext, Map<string, { readonly version: number; readonly flags: readonly Flag[] }>>();

/** `reader` is not warned of its own words. */
export function flagsOfGiven(context: RunContext, reader: string, given: readonly GivenField[]): readonly Flag[] {
  return given.flatMap((one) => (isContent(context, reader, one) ? flagsOfField(context, one) : []));
}

/** What another role or a sub-team's outer run has written. */
function isContent({ above, recorder, program }: RunContext, reader: string, { field, meta: { writer } }: GivenField): boolean {
  if (writer === null) return above !== null && field !== 'task' && recorder.state.options.set?.[field] !== undefined;
  // A role may be called so too.
  return writer !== reader && (writer !== 'person' || program.roles.has(writer));
}

function flagsOfField(context: RunContext, { field, value, meta, last }: GivenField): readonly Flag[] {
  const fields = known.get(context) ?? new Map<string, { readonly version: number; readonly flags: readonly Flag[] }>();
  known.set(context, fields);
  const key = `${field} ${last ?? ''}`;
  const before = fields.get(key);
  if (before?.version === meta.version) return before.flags;
  const source = meta.writer === null ? `${field} of the run above` : `${field} by ${meta.writer}`;
  const flags = flagsIn(context, lastItems(value, last), source);
  const whys = meta.why === null ? [] : flagsIn(context, meta.why, `why of ${source}`);
  fields.set(key, { version: meta.version, flags: [...flags, ...whys] });
  return [...flags, ...whys];
}

export function flagsIn(context: RunContext, content: Json, source: string): readonly Flag[] {
  return findInstructions(content, source, Object.keys(context.program.team.tools));
}
