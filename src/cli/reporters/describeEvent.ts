/** One event as one line of plain words, for logs and terminals that cannot be drawn on. Decides nothing, leaves nothing out. */
import type { Decision, EventType, Flag, PromptMessage, Refused, RunEvent } from '../../engine/events/runEvent';
import { sayProblem } from '../../engine/events/sayProblem';
import type { Usage } from '../../engine/events/usage';
import { decidedBy } from '../../engine/projections/describeDecision';
import { summarizeArguments, summarizeResult } from '../../engine/projections/describeValue';
import { formatReached, formatSeconds, formatTokens, formatUsd, nameOfLimit } from '../../engine/projections/format';
import { flagText } from '../../engine/projections/rowText';
import { counted, shortened, words as told } from '../../engine/projections/words';
import { inOne, unended } from '../../engine/shared/sentences';
import { showRef } from '../../engine/shared/source';
import type { Team } from '../../engine/team/team';

/** What events before it told. */
export interface EventContext {
  readonly team: Team | null;
  /** By step. */
  readonly roles: ReadonlyMap<number, string>;
  /** Who makes the call that an event belongs to, where it is not the step's role. */
  readonly caller: string | null;
  /** What an event of the team within says, in that team's own words. */
  readonly within: string | null;
  /** Of a request: what it holds beyond the one before in its conversation, that model's own reply left out. */
  readonly newTokens: number;
}

type Words = { readonly [T in EventType]: (event: RunEvent<T>, context: EventContext) => string };

const textLength = 140;

/** Without the line end. A kind of a later version is told by its name. */
export function describeEvent(event: RunEvent, context: EventContext): string {
  const say = words[event.type] as ((event: RunEvent, context: EventContext) => string) | undefined;
  const text = say === undefined ? event.type : say(event, context);
  if (!('step' in event) || event.step === null) return text;
  const role = context.roles.get(event.step) ?? context.caller ?? 'supervisor';
  const by = context.caller === null || context.caller === role ? '' : `, ${context.caller}`;
  return `${event.step} ${role}${by}: ${text}`;
}

const words: Words = {
  'run.started': (event) => `Run ${event.run} of ${event.team.name}: ${shortened(event.task, textLength)}`,
  'run.resumed': () => 'The run goes on',
  'run.finished': (event) => `Run ${event.status}: ${event.reason}${event.where === undefined ? '' : ` (${showRef(event.where)})`}${event.message === undefined ? '' : `, ${event.message}`}`,
  'limit.reached': (event) => `The limit of ${nameOfLimit(event.limit)}${event.above !== undefined ? ' of the run above' : ''} is reached: ${formatReached(event)}`,
  'role.started': ({ decision }, { team }) => `starts, decided by ${team === null ? decision.by : decidedBy(team, decision).text}${chosenWhy(decision)}${passedOver(decision.refused)}`,
  'role.finished': ({ outcome, why }) => `the step has ended, ${outcome}${why === undefined ? '' : `: ${shortened(why, textLength)}`}`,
  'role.skipped': ({ refused }) => (refused.every(({ subtask }) => subtask !== undefined) ? `Of the plan are passed over: ${listOf(refused)}` : `Nobody is next${passedOver(refused)}`),
  'model.requested': ({ purpose, model, append, flags }, { team, newTokens }) => `${asks[purpose]} ${modelOf(team, model)}, ${formatTokens(newTokens, true)} new tokens${purpose === 'work' ? '' : again(append)}${flagged(flags)}`,
  'model.responded': ({ usage, costUsd, simulated, ms, finish }) =>
    `answered${finish === 'stop' ? '' : finish === 'tools' ? ' with tool calls' : ` (${finish})`}: ${used(usage)}, ${cost(costUsd, simulated === true)}, ${formatSeconds(ms)}`,
  'model.failed': ({ error, ms }) => `the call failed after ${formatSeconds(ms)}: ${shortened(error.message, textLength)}`,
  'tool.opened': ({ tool, offers }) => `${tool} offers ${counted(offers.length, 'tool')}`,
  'tool.called': (event) => `calls ${event.tool} ${summarizeArguments(event.arguments)}`.trimEnd(),
  'tool.returned': ({ error, result, flags }) => `${error === undefined ? `the tool brought ${summarizeResult(result)}` : `the tool refused: ${shortened(error, textLength)}`}${flagged(flags)}`,
  'output.proposed': ({ attempt, status, confidence }) => `proposes an output (attempt ${attempt}, ${status}${confidence === null ? '' : `, confidence ${confidence}`})`,
  'output.refused': ({ problems }) => `the reply broke its contract: ${shortened(inOne(problems.map(sayProblem)), textLength)}`,
  'rule.checked': ({ checked, broken }) =>
    broken.length === 0
      ? `precheck passed, ${counted(checked, 'rule')}, no model call`
      : `precheck: ${inOne(broken.map((rule) => `${rule.severity}, ${shortened(rule.message, textLength)}`))} (no model call)`,
  'review.decided': ({ by, verdict, feedback }) =>
    verdict === 'approve' ? `approved by ${by}` : `rejected by ${by}: ${shortened(inOne(feedback.map(sayProblem)), textLength)}`,
  'condition.judged': ({ question, holds, why }) => `“${shortened(question, textLength)}” ${holds ? 'holds' : 'does not hold'}${why === null ? '' : `: ${shortened(why, textLength)}`}`,
  'signal.sent': ({ signal }) => `signal ${signal.kind} from ${signal.from} to ${signal.to}`,
  'extend.decided': ({ signal, granted, by, why }) => `the wish for more, ${signal}, is ${granted ? told.granted(told.deciders[by]) : told.refused(told.deciders[by])}${why === undefined ? '' : `: ${shortened(why, textLength)}`}`,
  'workspace.committed': ({ by, step, versions, status, overwrites = {} }) => {
    const fields = Object.entries(versions).map(([field, version]) => `${field} v${version}`);
    return `${step === null ? `${by} ` : ''}committed ${fields.length === 0 ? 'nothing' : fields.join(', ')}${[...(status === 'success' ? [] : [` (${status})`]), ...Object.entries(overwrites).map(([field, other]) => `; ${told.overwrites(field, other)}`)].join('')}`;
  },
  'commit.refused': ({ fields }) => `the commit was refused: ${fields.join(', ')} changed since it was read`,
  'team.event': ({ event }, { within }) => within ?? event.type,
  'approval.requested': ({ id, question }) => `waits for a person, ${id}: ${shortened(question, textLength)}`,
  'approval.answered': ({ id, answer, by, note }) => `${answer === 'approve' ? 'approved' : 'rejected'} by ${by}, ${id}${note === undefined ? '' : `: ${shortened(note, textLength)}`}`,
  'approval.drawn': ({ drawn }) => (drawn ? 'was drawn for a look by a person' : 'was not drawn for a look by a person'),
};

const asks: Readonly<Record<RunEvent<'model.requested'>['purpose'], string>> = {
  work: 'asks', review: 'asks, to review,', choose: 'asks who is next:', judge: 'asks whether a condition holds:',
};

/** Why a reviewer or the supervisor is asked once more: no other event tells of it, as there is for a role at work. */
function again(append: readonly PromptMessage[]): string {
  const parts = append.flatMap((message) => message.parts);
  return parts.map((part) => (part.kind === 'feedback' ? `; again: ${shortened(part.text.replace(/^# .*\n/, '').replaceAll('\n', ' '), textLength)}` : '')).join('');
}

/** It stays content: whoever reads the lines sees who tried. */
function flagged(flags: readonly Flag[] = []): string {
  return flags.map((flag) => `; ${told.flagged}: ${shortened(flagText(flag), textLength)}`).join('');
}

function modelOf(team: Team | null, entry: string): string {
  const model = team?.models[entry]?.model;
  return model === null || model === undefined || model === entry ? entry : `${entry} (${model})`;
}

function used({ input, output, estimated }: Usage): string {
  return `${formatTokens(input, estimated)} in, ${formatTokens(output, estimated)} out`;
}

function cost(usd: number | null, simulated: boolean): string {
  return usd === null ? 'cost unknown' : `${formatUsd(usd)}${simulated && usd > 0 ? ' simulated' : ''}`;
}

function chosenWhy(decision: Decision): string {
  const said = decision.by === 'model' ? (decision.why ?? decision.notes?.join(' ')) : undefined;
  return said === undefined ? '' : `: ${shortened(said, textLength)}`;
}

function passedOver(refused: readonly Refused[]): string {
  return refused.length === 0 ? '' : `; passed over: ${listOf(refused)}`;
}

export function listOf(refused: readonly Refused[]): string {
  return refused.map(({ role, subtask, why, detail }) => `${subtask === undefined ? '' : `${subtask} of `}${role} (${why}${detail === undefined ? '' : `: ${shortened(unended(detail), 60)}`})`).join(', ');
}
