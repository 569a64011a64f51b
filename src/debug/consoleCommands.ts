/** `.prompt`, `.spend`, `.why`, and the answers to what a run asks: what the debug console does besides expressions. */
import type { PreviewPorts } from '../engine/preview/previewPrompt';
import { decidedBy } from '../engine/projections/describeDecision';
import { spendTable } from '../engine/projections/spendTable';
import type { DebuggedRun } from './debuggedRun';
import type { DebuggedTeam } from './debuggedTeam';
import type { Position } from './position';
import { promptAt } from './promptAt';

export interface ConsoleAsks {
  readonly debugged: DebuggedTeam;
  /** Throws a Refusal while the run goes on. */
  position(): Position;
  /** The question that the run stands still at. */
  readonly asked: string | null;
  previewing(): Promise<PreviewPorts>;
}

export const consoleCommands: Readonly<Record<string, { readonly what: string; readonly answer: (asks: ConsoleAsks, rest: string) => string | Promise<string> }>> = {
  '.prompt': { what: 'The prompt of this role, as it will be sent or was', answer: prompt },
  '.spend': { what: 'What the run has spent up to here, by role', answer: ({ debugged, position }) => spend(debugged.theRun(), position()) },
  '.why': { what: 'Who decided that this role is next, and whom it passed over', answer: ({ debugged, position }) => why(debugged.theRun(), position()) },
  '.approve': { what: 'Yes to what the run waits for', answer: ({ debugged, asked }, note) => `Approved: ${debugged.answer('approve', note, asked)}` },
  '.reject': { what: 'No to what the run waits for; may be followed by why', answer: ({ debugged, asked }, note) => `Rejected: ${debugged.answer('reject', note, asked)}` },
};

/** Null: what was typed is no command. */
export async function consoleAnswer(typed: string, asks: ConsoleAsks): Promise<string | null> {
  const [, name = '', rest = ''] = /^\s*(\.[a-z]+)\b\s*(.*?)\s*$/s.exec(typed) ?? [];
  return Object.hasOwn(consoleCommands, name) ? consoleCommands[name]!.answer(asks, rest) : null;
}

async function prompt({ debugged, position, previewing }: ConsoleAsks): Promise<string> {
  const parts = await promptAt(debugged.theRun(), position(), previewing);
  if (typeof parts === 'string') return parts;
  const messages: string[][] = [];
  for (const [index, { message, text }] of parts.entries()) {
    if (index === 0 || message !== parts[index - 1]!.message) messages.push([`--- ${message}`, text]);
    else messages.at(-1)!.push(text);
  }
  return messages.map(([title, ...texts]) => `${title}\n${texts.join('\n\n')}`).join('\n\n');
}

function spend(run: DebuggedRun, position: Position): string {
  const { columns, rows, total } = spendTable(run.viewAt(position.seq), 'role');
  const lines = [columns.map(({ title }) => title), ...[...rows, total].map(({ name, cells }) => (cells.length < columns.length ? [name, ...cells] : [...cells]))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines.map((line) => line.map((cell, index) => (columns[index]!.align === 'left' ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  ').trimEnd()).join('\n');
}

function why(run: DebuggedRun, position: Position): string {
  const state = run.innermost(position);
  const decision = state.open.get(position.step)?.decision;
  if (decision === undefined) return position.index === undefined ? 'It is being decided.' : `Route ${position.index + 1} holds: ${state.team.routes[position.index]?.when.text ?? ''}`;
  const reason = decision.by === 'route' ? `: ${state.team.routes[decision.route]?.when.text ?? ''}` : decision.by === 'model' && decision.why !== null ? `: ${decision.why}` : '';
  const refused = decision.refused.map(({ role, why: because, detail }) => `passed over ${role}: ${because}${detail === undefined ? '' : ` (${detail})`}`);
  return [`${position.role} was chosen by ${decidedBy(state.team, decision).text}${reason}`, ...refused].join('\n');
}
