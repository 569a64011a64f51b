/** `.prompt`, `.spend`, `.why`: what the debug console answers besides expressions. */
import { decidedBy } from '../engine/projections/describeDecision';
import { spendTable } from '../engine/projections/spendTable';
import { partText } from '../engine/projections/partText';
import type { DebuggedRun } from './debuggedRun';
import type { Position } from './position';

export const consoleCommands: Readonly<Record<string, { readonly what: string; readonly answer: (run: DebuggedRun, position: Position) => string }>> = {
  '.prompt': { what: 'The prompt of this role, as it will be sent or was', answer: prompt },
  '.spend': { what: 'What the run has spent up to here, by role', answer: spend },
  '.why': { what: 'Who decided that this role is next, and whom it passed over', answer: why },
};

function prompt(run: DebuggedRun, position: Position): string {
  const view = run.viewAt(position.seq);
  const call = view.steps.find(({ step }) => step === position.step)?.attempts.at(-1)?.calls.at(-1);
  const messages = position.prompt ?? (call?.prompt ?? []).flatMap((one) => (one.from === 'us' ? [one.message] : []));
  if (messages.length === 0) return 'It is not built yet: step into the role.';
  return messages.map(({ role, parts }) => `--- ${role}\n${parts.map((part) => partText(view, part, call ?? { seq: Number.MAX_SAFE_INTEGER })).join('\n\n')}`).join('\n\n');
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
