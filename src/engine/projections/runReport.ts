/** A run as one Markdown text for people: how it ended, its steps, what it cost, what is in its shared workspace. Of two runs, what a comparison of texts shows best. */
import { showRef } from '../shared/source';
import { totalTokens } from '../events/usage';
import { decidedBy } from './describeDecision';
import { formatCost, formatDuration, formatTokens } from './format';
import type { FieldView, RunView } from './runView';
import { spendSentence } from './spendSentence';
import { spendMarkdown, spendTable } from './spendTable';
import { counted } from './words';

export function runReport(view: RunView): string {
  const { team, run, task, spend } = view;
  return [
    `# Run ${run}: ${team.name}`,
    standing(view),
    `Task: ${oneLine(task)}`,
    '## Steps',
    stepTable(view),
    '## Spend',
    spendSentence(view).map(({ text }) => text).join(''),
    ...(spend.total.calls > 0 ? [spendMarkdown(spendTable(view, 'role')), spendMarkdown(spendTable(view, 'model'))] : []),
    ...(spend.total.simulated ? ['The cost is simulated: nothing was paid.'] : []),
    '## Shared workspace',
    ...view.fields.map(fieldText),
  ].join('\n\n') + '\n';
}

function standing({ status, reason, where, message, hint, steps, startedAt, lastAt, pausedMs, forked }: RunView): string {
  const why = reason === null ? '' : `: ${reason}${where === null ? '' : ` (${showRef(where)})`}`;
  const lines = [`${status}${why}. ${counted(steps.length, 'step')}, ${formatDuration(lastAt - startedAt - pausedMs)}. Started ${new Date(startedAt).toISOString()}.`];
  if (forked !== null) lines.push(`Forked from run ${forked.run} after step ${forked.step}.`);
  if (message !== null) lines.push(oneLine(message));
  if (hint !== null) lines.push(oneLine(hint));
  return lines.join('\n');
}

function stepTable({ team, steps }: RunView): string {
  if (steps.length === 0) return 'None.';
  const rows = steps.map((step) => [
    String(step.step), step.role, decidedBy(team, step.decision).text, step.state, step.outcome, formatTokens(totalTokens(step.usage), step.usage.estimated), formatCost(step.cost),
  ]);
  const head = ['#', 'Role', 'Decided by', 'State', 'Outcome', 'Tokens', 'Cost'];
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), '| ---: | --- | --- | --- | --- | ---: | ---: |', ...rows.map(line)].join('\n');
}

function fieldText({ name, value, version, writer, step }: FieldView): string {
  const by = version === 0 ? 'initial' : `version ${version} by ${writer ?? 'nobody'}${step === null ? '' : ` at step ${step}`}`;
  return `### ${name}\n\n${by}\n\n${typeof value === 'string' ? fenced(value, '') : fenced(JSON.stringify(value, null, 2), 'json')}`;
}

/** In a fence that the text itself does not hold. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
