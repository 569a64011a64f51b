/** A step as Markdown, to be pasted where somebody else reads it: what was decided, sent, answered and written. */
import { totalTokens } from '../../engine/events/usage';
import { decidedBy } from '../../engine/projections/describeDecision';
import { formatCost, formatTokens } from '../../engine/projections/format';
import { subtaskLabel } from '../../engine/projections/subtaskLabel';
import { words } from '../words';
import { chosenCall } from './chosen';
import type { Chosen } from './chosen';
import { pretty, promptRows } from './promptRows';

export function stepMarkdown(chosen: Chosen): string {
  const { view, step } = chosen;
  const call = chosenCall(chosen, null);
  const label = subtaskLabel(step.subtask);
  const head = [
    `# ${words.steps.step(step.step)}: ${step.role}${label === '' ? '' : ` · ${label}`}`,
    `${step.outcome}. ${words.steps.decided(decidedBy(view.team, step.decision).text)}. ${words.steps.tokenCount(formatTokens(totalTokens(step.usage), step.usage.estimated))}, ${formatCost(step.cost)}.`,
  ];
  if (call === null) return head.join('\n\n');
  const prompt = promptRows(chosen, call).flatMap((row) => [`### ${row.code === '' ? row.label : `${row.label} ${row.code}`} (${formatTokens(row.tokens)})`, fenced(row.text())]);
  const reply = call.reply === null ? [] : [`## ${words.sections.reply}`, fenced(pretty(call.reply))];
  const rejected = step.attempts.flatMap((attempt) => [...attempt.problems.map((one) => one.problem), ...(attempt.rules?.broken ?? []).map((one) => one.message), ...(attempt.review?.feedback ?? []).map((one) => one.problem)]);
  const problems = rejected.length === 0 ? [] : [`## ${words.review.columns.problem}`, rejected.map((one) => `- ${one}`).join('\n')];
  return [...head, `## ${words.sections.prompt}`, ...prompt, ...reply, ...problems].join('\n\n');
}

function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
