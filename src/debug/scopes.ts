/** What a frame shows: the shared workspace, and of a role its input, prompt, reply and tools; and the run. Each is laid out when it is opened. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { totalTokens } from '../engine/events/usage';
import type { PreviewPorts } from '../engine/preview/previewPrompt';
import type { AttemptView, StepView } from '../engine/projections/runView';
import { isObject, type Json } from '../engine/shared/json';
import type { DebuggedRun } from './debuggedRun';
import type { Frame } from './frames';
import type { Position } from './position';
import { promptAt, visitOf } from './promptAt';
import { memberOf, type Variables } from './variables';

type MadeRows = readonly (() => DebugProtocol.Variable)[];
type Previewing = () => Promise<PreviewPorts>;

export function scopesOf(frame: Frame, run: DebuggedRun, variables: Variables, previewing: Previewing): readonly DebugProtocol.Scope[] {
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
  const own = frame.kind === 'step' ? [] : roleScopes(position, run, variables, previewing).map(([name, reference]) => scope(name, reference, name === 'Prompt'));
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

function roleScopes(position: Position, run: DebuggedRun, variables: Variables, previewing: Previewing): readonly (readonly [string, number])[] {
  const state = run.innermost(position);
  const open = state.open.get(position.step);
  const role = state.team.roles.find(({ id }) => id === position.role);
  const lazily = (make: () => MadeRows | Promise<MadeRows>): number => {
    let made: MadeRows | Promise<MadeRows> | null = null;
    // How many there are is not known before it is opened.
    return variables.add({ count: Number.MAX_SAFE_INTEGER, rows: async (from, to) => (await (made ??= make())).slice(from, to).map((row) => row()) });
  };
  const stepThen = (): StepView | undefined => visitOf(run.viewAt(position.seq), position).steps.find(({ step }) => step === position.step);
  const input = variables.listed([
    () => variables.row('subtask', (open?.subtask.input ?? null) as Json, 'subtask.input'),
    ...(role?.reads ?? []).map(({ as, field }) => () => variables.row(as, state.values[field] ?? null, memberOf('state', field))),
  ]);
  return [
    ['Input', input],
    ['Prompt', lazily(() => promptRows(run, position, previewing))],
    ['Reply', lazily(() => replyRows(stepThen(), variables))],
    ['Tools', lazily(() => toolRows(stepThen(), variables))],
  ];
}

const nothing = (value: string) => [(): DebugProtocol.Variable => ({ name: '', value, variablesReference: 0 })];

async function promptRows(run: DebuggedRun, position: Position, previewing: Previewing): Promise<readonly (() => DebugProtocol.Variable)[]> {
  const parts = await promptAt(run, position, previewing);
  if (typeof parts === 'string') return nothing(parts);
  return parts.map(({ message, part, text }) => () => ({ name: `${message} · ${part.kind}${part.kind === 'data' ? ` ${part.as}` : ''}`, value: text, type: `${part.tokens} tokens`, variablesReference: 0 }));
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
