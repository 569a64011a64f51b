/** One step in full: who decided, the prompts as they were sent, replies, tools, rules, review, and the change to the workspace. */
import { candidatesOf, decidedBy } from '../../engine/projections/describeDecision';
import { extensionText } from '../../engine/projections/extension';
import { formatCost, formatCount, formatSeconds, formatTokens } from '../../engine/projections/format';
import { flagText } from '../../engine/projections/rowText';
import { partText } from '../../engine/projections/partText';
import type { AttemptView, CallView, RunView, StepView, ToolView } from '../../engine/projections/runView';
import type { Feedback } from '../../engine/events/runEvent';
import { words } from '../../engine/projections/words';
import { displayJson, type Json, type JsonObject } from '../../engine/shared/json';
import { showRef } from '../../engine/shared/source';
import { stepState } from './allSteps';
import { plainText } from './textWidth';

interface SentMessage {
  readonly role: string;
  readonly text: string;
}

export function stepText(view: RunView, step: StepView): string {
  const lines = [`Step ${step.step} of run ${view.run}: ${step.role}, ${stepState(view, step)}. ${step.outcome}`, decisionText(view, step), ''];
  for (const call of step.beforehand) lines.push(...callLines(view, step, call));
  for (const attempt of step.attempts) lines.push(...attemptLines(view, step, attempt));
  if (step.flags.length > 0) lines.push(title('Reads like an instruction, and is only content'), ...step.flags.map(flagText), '');
  if (step.extensions.length > 0) lines.push(title('Asked for more'), ...step.extensions.map(extensionText), '');
  lines.push(title('Commit'), ...commitLines(step), '');
  return plainText(lines.join('\n'));
}

function decisionText({ team }: RunView, { decision, reads, subtask }: StepView): string {
  const said = decision.by === 'model' ? (decision.why ?? decision.notes?.join(' ') ?? null) : null;
  const why = said === null ? '' : `: ${said}`;
  const candidates = candidatesOf(team, decision).map(({ ref, when, role, result, refused }) => {
    const reason = refused === null ? '' : ` (${refused.why}${refused.detail === undefined ? '' : `: ${refused.detail}`})`;
    return `  ${[ref === null ? '' : showRef(ref), when ?? '', '→', role].filter((part) => part !== '').join(' ')}: ${result}${reason}`;
  });
  const given = Object.entries(reads).map(([field, version]) => `${field} v${version}`);
  return [
    `Decided by ${decidedBy(team, decision).text}${why}`, ...candidates,
    `Given: ${given.length === 0 ? 'no field' : given.join(', ')}`,
    ...(displayJson(subtask.input) === '{}' ? [] : [`Input: ${displayJson(subtask.input)}`]),
  ].join('\n');
}

function attemptLines(view: RunView, step: StepView, attempt: AttemptView): readonly string[] {
  const { rules, review, problems, reviewCalls } = attempt;
  const lines = [title(`Attempt ${attempt.attempt}: ${attempt.state}`)];
  for (const call of attempt.calls) lines.push(...callLines(view, step, call));
  for (const { tool, notes } of [...attempt.tools, ...attempt.reviewTools]) lines.push(...notes.map((note) => `Note on ${tool}: ${note}`));
  for (const problem of problems) lines.push(`Contract: ${feedbackText(problem)}`);
  if (rules !== null) lines.push(`Precheck: ${formatCount(rules.checked)} checked, ${formatCount(rules.broken.length)} broken, no model call`, ...rules.broken.map((rule) => `  ${rule.severity}: ${rule.message}${rule.error === undefined ? '' : ` (${rule.error})`}`));
  for (const call of reviewCalls) lines.push(...callLines(view, step, call));
  if (review !== null) lines.push(`Review by ${review.by}: ${review.verdict}`, ...review.feedback.map((one) => `  ${feedbackText(one)}`), ...review.notes.map((note) => `  ${note}`));
  return [...lines, ''];
}

function callLines(view: RunView, step: StepView, call: CallView): readonly string[] {
  return [
    title(`Call ${call.call}, ${call.purpose} by ${call.role}: ${call.model}, ${spentText(call)}`),
    ...sentMessages(view, step, call).flatMap(({ role, text }) => [`[${role}]`, text]),
    ...(call.error === null ? [] : [`[failed] ${call.error.message}`]),
    ...(call.reply === null || call.reply === '' ? [] : ['[reply]', typeof call.reply === 'string' ? call.reply : JSON.stringify(call.reply, null, 2)]),
    ...(call.toolCalls.length === 0 ? [] : ['[tool calls]', ...toolCallLines(call)]),
    ...call.notes.map((note) => `Note: ${note}`),
  ];
}

function spentText(call: CallView): string {
  const { state, usage, costUsd, ms, unanswered, promptTokens } = call;
  const stopped = unanswered === 0 ? [] : [`${unanswered === 1 ? '' : `${unanswered} times `}stopped before its usage was known (${formatTokens(promptTokens, true)} in${unanswered === 1 ? '' : ' each'}, cost unknown)`];
  if (usage === null) {
    const none = { running: 'under way', stopped: 'stopped', responded: 'nothing counted', failed: 'nothing counted' }[state];
    return [...(unanswered > 0 && state === 'stopped' ? stopped : [...stopped, none]), ...(ms === null ? [] : [formatSeconds(ms)])].join(', ');
  }
  const price = costUsd === null ? 'cost unknown' : formatCost({ known: costUsd, incomplete: false });
  return [...stopped, `${formatTokens(usage.input, usage.estimated)} in`, `${formatTokens(usage.output, usage.estimated)} out`, price, formatSeconds(ms ?? 0)].join(', ');
}

/** The whole conversation as the model was sent it. */
function sentMessages(view: RunView, step: StepView, call: CallView): readonly SentMessage[] {
  const calls = [...step.beforehand, ...step.attempts.flatMap((attempt) => [...attempt.calls, ...attempt.reviewCalls])];
  const tools = step.attempts.flatMap((attempt) => [...attempt.tools, ...attempt.reviewTools]);
  return call.prompt.map((sent): SentMessage => {
    switch (sent.from) {
      case 'us':
        return { role: sent.message.role, text: sent.message.parts.map((part) => partText(view, part, call)).join('\n\n') };
      case 'model':
        return { role: 'assistant', text: answerText(calls.find((one) => one.call === sent.call)) };
      case 'tool':
        return { role: 'tool', text: toolText(tools.findLast((tool) => tool.id === sent.id)) };
    }
  });
}

function answerText(call: CallView | undefined): string {
  if (call === undefined) return '';
  return [...(call.reply === null || call.reply === '' ? [] : [displayJson(call.reply)]), ...toolCallLines(call)].join('\n');
}

function toolCallLines({ toolCalls }: CallView): readonly string[] {
  return toolCalls.map((tool) => `${tool.name} ${tool.arguments === null ? (tool.raw ?? '') : JSON.stringify(tool.arguments)}`);
}

function toolText(tool: ToolView | undefined): string {
  return tool === undefined ? '' : `${tool.tool}: ${tool.error ?? displayJson(tool.result ?? null)}`;
}

function commitLines({ commit, why }: StepView): readonly string[] {
  if (commit === null) return [`Nothing was committed.${why === null ? '' : ` ${why}`}`];
  return commit.fields.map(({ field, before, after, change, overwrites }) => `${field}: v${before} → v${after}, ${change}${overwrites === null ? '' : `; ${words.overwrites(field, overwrites)}, which stays in the log`}`);
}

function feedbackText({ field, problem, fix }: Feedback): string {
  return `${field === undefined ? '' : `${field}: `}${problem}${fix === undefined ? '' : ` (${fix})`}`;
}

function title(text: string): string {
  return `── ${text}`;
}

/** Null: unknown. A request that was refused costs nothing. */
function costOf({ state, usage, costUsd, unanswered }: CallView): number | null {
  return unanswered > 0 ? null : state === 'failed' && usage === null ? 0 : costUsd;
}

/** For scripts: what the text shows, as it is. */
export function stepJson(view: RunView, step: StepView): JsonObject {
  const callJson = (call: CallView): Json => ({
    call: call.call, role: call.role, purpose: call.purpose, model: call.model, state: call.state,
    prompt: sentMessages(view, step, call).map(({ role, text }) => ({ role, text })),
    reply: call.reply, error: call.error === null ? null : call.error.message,
    input_tokens: call.usage?.input ?? null, output_tokens: call.usage?.output ?? null, cost_usd: costOf(call), ms: call.ms,
    ...(call.unanswered === 0 ? {} : { stopped: call.unanswered }),
  });
  return {
    run: view.run, step: step.step, role: step.role, state: stepState(view, step), outcome: step.outcome, input: step.subtask.input,
    decided_by: decidedBy(view.team, step.decision).text, reads: step.reads,
    beforehand: step.beforehand.map(callJson),
    attempts: step.attempts.map((attempt) => ({
      attempt: attempt.attempt, state: attempt.state, calls: attempt.calls.map(callJson), review_calls: attempt.reviewCalls.map(callJson),
      tools: [...attempt.tools, ...attempt.reviewTools].map(({ tool, arguments: args, result, error }) => ({ tool, arguments: args, result, error })),
      output: attempt.proposal?.output ?? null,
      problems: attempt.problems.map(feedbackText), rules_broken: attempt.rules?.broken.map((rule) => rule.message) ?? [],
      review: attempt.review === null ? null : { by: attempt.review.by, verdict: attempt.review.verdict, feedback: attempt.review.feedback.map(feedbackText) },
    })),
    flagged: step.flags.map(({ source, passage }) => ({ source, passage })),
    asked_for_more: step.extensions.map(({ need, fields, tools, granted, by, why }) => ({ need, fields, tools, granted, by, why })),
    commit: step.commit === null ? null : step.commit.fields.map(({ field, before, after, change, overwrites }) => ({ field, before, after, change, ...(overwrites === null ? {} : { overwrites_step: overwrites }) })),
  };
}
