/** What is different between what was recorded and what would be done now, in words. Times, costs and places in files are no difference. Pure. */
import type { EventBody, EventType, PromptPart, RunEvent } from '../events/runEvent';
import { canonicalJson, type Json } from '../shared/json';
import { inOne, unended } from '../shared/sentences';

/** Characters of a user's text that a difference shows. */
const mostShown = 120;

type Differences = { readonly [T in EventType]?: (was: RunEvent<T>, is: EventBody<T>) => string | null };
type Descriptions = { readonly [T in EventType]?: (event: EventBody<T>) => string };

/** Null: nothing that matters. */
export function differenceOf(recorded: RunEvent, body: EventBody): string | null {
  if (recorded.type !== body.type) return `the recording has ${describe(recorded)}, and now it would be ${describe(body)}`;
  const compare = differences[body.type] as ((was: RunEvent, is: EventBody) => string | null) | undefined;
  return compare?.(recorded, body) ?? null;
}

/** As part of a sentence. */
export function describe(event: EventBody): string {
  const say = descriptions[event.type] as ((event: EventBody) => string) | undefined;
  return say?.(event) ?? event.type;
}

const descriptions: Descriptions = {
  'role.started': ({ role }) => `a dispatch of ${role}`,
  'role.finished': ({ outcome }) => `the end of the step (${outcome})`,
  'run.finished': ({ reason }) => `the end of the run (${reason})`,
  'limit.reached': ({ limit }) => `the limit of ${limit}`,
  'model.requested': ({ role, purpose }) => `a request of ${role} (${purpose})`,
  'model.responded': () => 'an answer of a model',
  'model.failed': () => 'a failed call of a model',
  'tool.opened': ({ tool }) => `what ${tool} offers`,
  'tool.called': ({ tool }) => `a call of the tool ${tool}`,
  'tool.returned': () => 'the result of a tool',
  'output.proposed': () => 'an output that keeps its contract',
  'output.refused': ({ problems }) => `an output that breaks its contract (${unended(problems[0]?.problem ?? '')})`,
  'rule.checked': () => 'a check of rules',
  'review.decided': ({ verdict }) => `a verdict (${verdict})`,
  'condition.judged': ({ question }) => `a judged condition (${question})`,
  'signal.sent': ({ signal }) => `a ${signal.kind} signal to ${signal.to}`,
  'extend.decided': ({ granted }) => `a wish for more that is ${granted ? 'granted' : 'refused'}`,
  'workspace.committed': ({ by }) => `a commit of ${by}`,
  'commit.refused': () => 'a refused commit',
  'approval.requested': ({ id }) => `a question to a person (${id})`,
};

const differences: Differences = {
  'role.started': (was, is) => firstOf(
    changed('role', was.role, is.role),
    changedJson(`input of ${is.role}`, was.subtask.input, is.subtask.input),
  ),
  'role.finished': (was, is) => changed('end of the step', was.outcome, is.outcome),
  'run.finished': (was, is) => changed('end of the run', `${was.status}: ${was.reason}`, `${is.status}: ${is.reason}`),
  'limit.reached': (was, is) => changed('limit', was.limit, is.limit),
  'model.requested': (was, is) => (was.hash === is.hash ? null : requestDifference(was, is)),
  'tool.called': (was, is) => firstOf(changed('tool', was.tool, is.tool), changedJson(`arguments of ${is.tool}`, was.arguments, is.arguments)),
  'output.proposed': (was, is) => firstOf(
    changed('status of the output', was.status, is.status),
    isSame(was.output ?? null, is.output ?? null) ? null : 'what is taken from the reply as output differs',
  ),
  'rule.checked': (was, is) => changed('broken rules', inOne(was.broken.map((one) => one.message)) || 'none', inOne(is.broken.map((one) => one.message)) || 'none'),
  'review.decided': (was, is) => changed('verdict', was.verdict, is.verdict),
  'condition.judged': (was, is) => changed('condition', was.question, is.question),
  'signal.sent': (was, is) => changed('signal', `${was.signal.kind} to ${was.signal.to}`, `${is.signal.kind} to ${is.signal.to}`),
  'extend.decided': (was, is) => changed('answer to a wish for more', was.granted ? 'granted' : 'refused', is.granted ? 'granted' : 'refused'),
  'workspace.committed': (was, is) => firstOf(
    changed('fields that are committed', fieldsOf(was.versions), fieldsOf(is.versions)),
    changed('status of the commit', was.status, is.status),
  ),
  'commit.refused': (was, is) => changed('fields that were stale', was.fields.join(', '), is.fields.join(', ')),
  'approval.requested': (was, is) => changed('question to a person', was.id, is.id),
  // Compared where they come into being; parallel ones may come in another order.
  'team.event': () => null,
};

function requestDifference(was: RunEvent<'model.requested'>, is: EventBody<'model.requested'>): string {
  const known = firstOf(changed('role that is asked', was.role, is.role), changed('purpose of the request', was.purpose, is.purpose), changed('model', was.model, is.model));
  if (known !== null) return known;
  const before = was.append.flatMap((message) => message.parts);
  const now = is.append.flatMap((message) => message.parts);
  const index = Array.from({ length: Math.max(before.length, now.length) }, (_, at) => at).find((at) => textOf(before[at]) !== textOf(now[at]));
  if (index !== undefined) return `the prompt of ${is.role} ${partDifference(before, now, index)}`;
  if (!isSame(was.tools ?? [], is.tools ?? [])) return `the tools of ${is.role} were ${listOf(was.tools)} and would now be ${listOf(is.tools)}`;
  return `the request of ${is.role} is not the one that was recorded (its model's settings, or what its reply has to look like)`;
}

/** Tokens and places in files are no difference. */
function textOf(part: PromptPart | undefined): string {
  if (part === undefined) return '';
  return part.kind === 'data' ? `data ${part.field} ${part.as} ${part.version}` : `${part.kind} ${part.text}`;
}

function nameOf(part: PromptPart): string {
  return part.kind === 'data' ? `field ${part.field}` : part.kind;
}

/** At the first part that is not the same. */
function partDifference(before: readonly PromptPart[], now: readonly PromptPart[], index: number): string {
  const [was, is] = [before[index], now[index]];
  const isIn = (parts: readonly PromptPart[], part: PromptPart) => parts.some((one) => nameOf(one) === nameOf(part));
  if (was !== undefined && !isIn(now, was)) return `has its ${nameOf(was)} no more`;
  if (is !== undefined && !isIn(before, is)) return `has its ${nameOf(is)} besides`;
  return `differs in its ${nameOf(is ?? was!)}${lineDifference(was, is)}`;
}

/** The first line in which two texts differ; nothing where one of them is no text. */
function lineDifference(before: PromptPart | undefined, now: PromptPart | undefined): string {
  if (before === undefined || now === undefined || before.kind === 'data' || now.kind === 'data' || before.kind !== now.kind) return '';
  const [was, is] = [before.text.split('\n'), now.text.split('\n')];
  const index = Array.from({ length: Math.max(was.length, is.length) }, (_, at) => at).find((at) => was[at] !== is[at])!;
  const [old = '', fresh = ''] = excerpts(was[index] ?? '', is[index] ?? '');
  return `: “${old}” would now be “${fresh}”`;
}

function listOf(tools: readonly string[] | undefined): string {
  return tools === undefined || tools.length === 0 ? 'none' : tools.join(', ');
}

/** Of texts that differ, the parts around the place where they begin to. */
function excerpts(...texts: readonly [string, string]): readonly string[] {
  const [was, is] = texts;
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  const from = same < mostShown / 2 ? 0 : same - mostShown / 4;
  return texts.map((text) => `${from > 0 ? '…' : ''}${text.slice(from, from + mostShown)}${text.length > from + mostShown ? '…' : ''}`);
}

function changedJson(what: string, was: Json, is: Json): string | null {
  if (isSame(was, is)) return null;
  const [old, fresh] = excerpts(canonicalJson(was), canonicalJson(is));
  return `the ${what} was ${old} and would now be ${fresh}`;
}

function changed(what: string, was: string, is: string): string | null {
  return was === is ? null : `the ${what} was ${was} and would now be ${is}`;
}

function fieldsOf(versions: Readonly<Record<string, number>>): string {
  return Object.entries(versions).map(([field, version]) => `${field} v${version}`).sort().join(', ') || 'none';
}

function isSame(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function firstOf(...found: readonly (string | null)[]): string | null {
  return found.find((one) => one !== null) ?? null;
}
