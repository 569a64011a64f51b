/** The rows of the Prompt section: each part with where it came from and its text. */
import type { PromptPart } from '../../engine/events/runEvent';
import { isGiven, partText, provenanceOf } from '../../engine/projections/partText';
import { promptUnits } from '../../engine/projections/promptUnits';
import type { PromptUnit } from '../../engine/projections/promptUnits';
import type { AttemptView, CallView } from '../../engine/projections/runView';
import { displayJson } from '../../engine/shared/json';
import type { Json } from '../../engine/shared/json';
import type { SourceRef } from '../../engine/shared/source';
import { words } from '../words';
import type { Chosen } from './chosen';

export interface PromptRow {
  readonly key: string;
  readonly label: string;
  /** After the label, in the editor's font. */
  readonly code: string;
  readonly ref: SourceRef | null;
  readonly from: string;
  readonly tokens: number;
  readonly language: 'json' | 'markdown' | 'plaintext';
  readonly text: () => string;
}

export function promptRows(chosen: Chosen, call: CallView): readonly PromptRow[] {
  const units = promptUnits(chosen.step, call);
  const rows = units.map((unit, index) => rowOf(chosen, call, unit, index));
  if (call.toolsOffered.length === 0) return rows;
  const tools: PromptRow = {
    key: 'tools', label: words.prompt.offered(call.toolsOffered.length), code: '', ref: chosen.role?.places.tools ?? null, from: words.prompt.fromCard,
    tokens: call.toolTokens, language: 'plaintext', text: () => call.toolsOffered.join('\n'),
  };
  return [tools, ...rows];
}

function rowOf(chosen: Chosen, call: CallView, unit: PromptUnit, index: number): PromptRow {
  const { tokens } = unit;
  switch (unit.kind) {
    case 'part':
      return { key: `part ${index} ${unit.part.kind}`, tokens, language: 'plaintext', ...partRow(chosen, call, unit.part), text: () => partText(chosen.view, unit.part, call) };
    case 'reply': {
      const { label, from } = replyRow(chosen, unit.call);
      return { key: `reply ${unit.call.call}`, label, from, code: '', ref: null, tokens, language: 'json', text: () => pretty(unit.call.reply) };
    }
    case 'result':
      return { key: `result ${unit.tool.id}`, label: words.prompt.toolResult(''), code: unit.tool.tool, ref: null, from: argumentsOf(unit.tool.arguments), tokens, language: 'json', text: () => pretty(unit.tool.result) };
  }
}

/** A reply of this attempt went on to a tool; one of an earlier attempt was not accepted. */
function replyRow({ step, attempt }: Chosen, reply: CallView): Pick<PromptRow, 'label' | 'from'> {
  const place = attempt?.calls.findIndex((one) => one.call === reply.call) ?? -1;
  if (place >= 0) return { label: words.prompt.ownReply(place + 1), from: reply.role };
  const earlier = step.attempts.find((one) => one.calls.some((call) => call.call === reply.call));
  const isDraft = earlier !== undefined && earlier.calls.at(-1)?.call === reply.call;
  return { label: isDraft ? words.prompt.rejectedDraft : words.prompt.earlierReply, from: earlier === undefined ? reply.role : words.change.attempt(earlier.attempt).toLowerCase() };
}

function partRow(chosen: Chosen, call: CallView, part: PromptPart): Pick<PromptRow, 'label' | 'code' | 'ref' | 'from'> {
  if (part.kind === 'data') {
    const { writer, status } = provenanceOf(chosen.view, part, call);
    return { label: words.prompt.data, code: part.as, ref: null, from: words.prompt.version({ version: part.version, writer, isGiven: isGiven(chosen.view, part), isFailed: status === 'failed' }) };
  }
  const label = part.kind === 'output' && call.purpose === 'work' ? words.prompt.rejectedDraft : words.prompt.kinds[part.kind];
  return { label, code: '', ref: part.at ?? null, from: fromOf(chosen, part) };
}

function fromOf({ before, step }: Chosen, part: PromptPart): string {
  if (part.kind === 'input') return step.subtask.id;
  if (before === null) return '';
  if (part.kind === 'output') return words.change.attempt(before.attempt).toLowerCase();
  return part.kind === 'feedback' ? feedbackFrom(before) : '';
}

function feedbackFrom(before: AttemptView): string {
  if (before.review !== null) return before.review.by;
  return before.state === 'precheck failed' ? words.sections.rules.toLowerCase() : words.prompt.kinds.contract.toLowerCase();
}

function argumentsOf(value: Json): string {
  return displayJson(value);
}

export function pretty(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
