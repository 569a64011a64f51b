/** What a frame shows: the shared workspace, and of a role its input, prompt, reply and tools; and the run. Each is laid out when it is opened. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { PromptMessage } from '../engine/events/runEvent';
import { totalTokens } from '../engine/events/usage';
import { partText } from '../engine/projections/partText';
import type { AttemptView, CallView, RunView, StepView } from '../engine/projections/runView';
import { isObject, type Json } from '../engine/shared/json';
import type { DebuggedRun } from './debuggedRun';
import type { Frame } from './frames';
import type { Position } from './position';
import { memberOf, type Variables } from './variables';

export function scopesOf(frame: Frame, run: DebuggedRun, variables: Variables): readonly DebugProtocol.Scope[] {
  const { position } = frame;
  const state = run.innermost(position);
  const fields = Object.keys(state.team.fields);
  const workspace = variables.add({
    count: fields.length,
    place: { field: '', path: [] },
    rows: (from, to) => fields.slice(from, to).map((field) => variables.row(field, state.values[field] ?? null, memberOf('state', field), { field, path: [] })),
  });
  const scope = (name: string, variablesReference: number, expensive = false): DebugProtocol.Scope => ({ name, variablesReference, expensive });
  const shared: DebugProtocol.Scope = { ...scope('Shared workspace', workspace), namedVariables: fields.length };
  const own = frame.kind === 'step' ? [] : roleScopes(position, run, variables).map(([name, reference]) => scope(name, reference, name === 'Prompt'));
  return [shared, ...own, scope('Run', runRows(position, run, variables))];
}

function runRows(position: Position, run: DebuggedRun, variables: Variables): number {
  const state = run.innermost(position);
  const of = (limit: number | null): string => (limit === null ? '' : ` of ${limit.toLocaleString('en')}`);
  const { limits } = state.team;
  const text = (name: string, value: string, expression: string | null = null) => (): DebugProtocol.Variable => ({ name, value, variablesReference: 0, ...(expression === null ? {} : { evaluateName: expression }) });
  return variables.listed([
    text('run', state.run),
    text('task', state.task, 'task'),
    text('steps', `${state.steps}${of(state.options.limits?.steps ?? limits.steps)}`, 'run.steps'),
    text('tokens', `${totalTokens(state.usage).toLocaleString('en')}${of(state.options.limits?.tokens ?? limits.tokens)}`, 'run.tokens'),
    text('cost', state.cost.incomplete ? `at least $${state.cost.known}: a price is not known` : `$${state.cost.known}`, 'run.cost_usd'),
  ]);
}

function roleScopes(position: Position, run: DebuggedRun, variables: Variables): readonly (readonly [string, number])[] {
  const state = run.innermost(position);
  const open = state.open.get(position.step);
  const role = state.team.roles.find(({ id }) => id === position.role);
  const lazily = (make: (view: RunView, step: StepView | undefined) => readonly (() => DebugProtocol.Variable)[]): number => {
    let rows: readonly (() => DebugProtocol.Variable)[] | null = null;
    const made = () => {
      const view = visitOf(run.viewAt(position.seq), position);
      return (rows ??= make(view, view.steps.find(({ step }) => step === position.step)));
    };
    // How many there are is not known before it is opened.
    return variables.add({ count: Number.MAX_SAFE_INTEGER, rows: (from, to) => made().slice(from, to).map((row) => row()) });
  };
  const input = variables.listed([
    () => variables.row('subtask', (open?.subtask.input ?? null) as Json, 'subtask.input'),
    ...(role?.reads ?? []).map(({ as, field }) => () => variables.row(as, state.values[field] ?? null, memberOf('state', field))),
  ]);
  return [
    ['Input', input],
    ['Prompt', lazily((view, step) => promptRows(position, view, step))],
    ['Reply', lazily((_view, step) => replyRows(step, variables))],
    ['Tools', lazily((_view, step) => toolRows(step, variables))],
  ];
}

/** The visit of a team that the position is in, as its own run. */
function visitOf(view: RunView, { within }: Position): RunView {
  return within.reduce<RunView>((at, { step }) => at.steps.find((one) => one.step === step)?.visits.at(-1) ?? at, view);
}

const nothing = (value: string) => [(): DebugProtocol.Variable => ({ name: '', value, variablesReference: 0 })];

/** As it will be sent, or was. */
function promptRows(position: Position, view: RunView, step: StepView | undefined): readonly (() => DebugProtocol.Variable)[] {
  const call = step?.attempts.at(-1)?.calls.at(-1);
  const messages = position.phase === 'prompt' ? (position.prompt ?? []) : (call?.prompt ?? []).flatMap((one) => (one.from === 'us' ? [one.message] : []));
  if (messages.length === 0) return nothing('It is not built yet.');
  return messages.flatMap((message) => partRows(message, view, call === undefined || position.phase === 'prompt' ? { seq: Number.MAX_SAFE_INTEGER } : call));
}

function partRows({ role, parts }: PromptMessage, view: RunView, call: Pick<CallView, 'seq'>): readonly (() => DebugProtocol.Variable)[] {
  return parts.map((part) => () => ({
    name: `${role} · ${part.kind}${part.kind === 'data' ? ` ${part.as}` : ''}`, value: partText(view, part, call), type: `${part.tokens} tokens`, variablesReference: 0,
  }));
}

function replyRows(step: StepView | undefined, variables: Variables): readonly (() => DebugProtocol.Variable)[] {
  const attempts = (step?.attempts ?? []).filter(({ calls }) => calls.some(({ state }) => state === 'responded'));
  if (attempts.length === 0) return nothing('There is none yet.');
  return attempts.map((attempt) => () => variables.row(`attempt ${attempt.attempt}`, replyOf(attempt), null));
}

function replyOf({ calls, proposal, state, problems, rules, review }: AttemptView): Json {
  const reply = calls.findLast((call) => call.state === 'responded')?.reply ?? null;
  const verdict = review === null ? {} : { review: { by: review.by, verdict: review.verdict, feedback: review.feedback as unknown as Json } };
  return {
    state, ...(isObject(reply) ? reply : { reply }), ...(proposal === null ? {} : { output: proposal.output }),
    ...(problems.length === 0 ? {} : { problems: problems as unknown as Json }), ...(rules === null || rules.broken.length === 0 ? {} : { broken: rules.broken.map(({ message }) => message) }), ...verdict,
  } as unknown as Json;
}

function toolRows(step: StepView | undefined, variables: Variables): readonly (() => DebugProtocol.Variable)[] {
  const calls = (step?.attempts ?? []).flatMap(({ tools }) => tools);
  if (calls.length === 0) return nothing('None was called.');
  return calls.map((call) => () => variables.row(call.tool, { arguments: call.arguments, ...(call.error === null ? { result: call.result } : { error: call.error }) }, null));
}
