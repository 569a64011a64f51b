/**
 * What an event of each type holds, as far as its readers rely on it: a line of a log that lacks it is damage, and is told as that before anybody folds it.
 * Values of users are not looked into. What an event means is runEvent.ts.
 */
import type { Json, JsonObject } from '../shared/json';
import { isObject } from '../shared/json';
import type { EventType, RunEvent } from './runEvent';

/** `text?`: may be left out. A list of one shape: each item has it. */
type Shape = Kind | `${Kind}?` | readonly [Shape] | { readonly [member: string]: Shape };
type Kind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'texts' | 'numbers' | 'text or null' | 'number or null' | 'any';

const usage: Shape = { input: 'number', cached: 'number', cacheWrite: 'number', output: 'number', reasoning: 'number', estimated: 'flag' };
const limit: Shape = { limit: 'text', used: 'number', of: 'number' };
const decision: Shape = { by: 'text', refused: [{ role: 'text', why: 'text' }] };
const feedback: Shape = [{ problem: 'text' }];
const prompt: Shape = [{ role: 'text', parts: [{ kind: 'text', tokens: 'number' }] }];
const reads: Shape = [{ as: 'text', field: 'text' }];
const role: Shape = { id: 'text', reads, writes: [{ field: 'text' }], tools: 'list', model: 'text', rules: 'list', limits: 'object' };
const team: Shape = { name: 'text', roles: [role], fields: 'object', models: 'object', tools: 'object', routes: 'list', limits: { steps: 'number', timeMs: 'number' }, topology: 'text', goal: { text: 'text' } };

const shapes: { readonly [T in EventType]: Shape } = {
  'run.started': { run: 'text', task: 'text', team, options: 'object' },
  'run.finished': { status: 'text', reason: 'text' },
  'run.resumed': { pausedMs: 'number', options: 'object?', again: 'numbers?', next: 'object?' },
  'limit.reached': limit,
  'role.started': { step: 'number', role: 'text', subtask: { id: 'text', role: 'text' }, decision, reads: 'object', looked: 'object?' },
  'role.finished': { step: 'number', outcome: 'text', why: 'text?', feedback: 'list?' },
  'role.skipped': { refused: [{ role: 'text', why: 'text' }] },
  'model.requested': { step: 'number', call: 'number', conversation: 'text', role: 'text', purpose: 'text', model: 'text', append: prompt, tools: 'texts?', flags: 'list?', hash: 'text' },
  'model.responded': { step: 'number', call: 'number', reply: 'any', toolCalls: 'list?', finish: 'text', usage, costUsd: 'number or null', ms: 'number', notes: 'texts?' },
  'model.failed': { step: 'number', call: 'number', error: { kind: 'text', message: 'text', retryable: 'flag' }, ms: 'number', notes: 'texts?' },
  'tool.opened': { step: 'number', tool: 'text', offers: [{ name: 'text', parameters: 'object' }] },
  'tool.called': { step: 'number', call: 'number', id: 'text', tool: 'text', arguments: 'any' },
  'tool.returned': { step: 'number', id: 'text', result: 'any', tokens: 'number', ms: 'number', notes: 'texts?', flags: 'list?' },
  'output.proposed': { step: 'number', attempt: 'number', status: 'text', confidence: 'number or null', why: 'text or null', subtasks: 'list?', notes: 'texts?' },
  'output.refused': { step: 'number', attempt: 'number', problems: feedback },
  'rule.checked': { step: 'number', attempt: 'number', checked: 'number', broken: [{ of: 'text', rule: 'number', severity: 'text', message: 'text' }] },
  'review.decided': { step: 'number', attempt: 'number', by: 'text', verdict: 'text', feedback, confidence: 'number or null', notes: 'texts?' },
  'condition.judged': { step: 'number', question: 'text', holds: 'flag', why: 'text or null' },
  'signal.sent': { step: 'number', signal: { id: 'text', from: 'text', to: 'text', kind: 'text' } },
  'extend.decided': { step: 'number', signal: 'text', granted: 'flag', by: 'text' },
  'workspace.committed': { step: 'number or null', by: 'text', versions: 'object', status: 'text' },
  'team.event': { step: 'number', event: 'object' },
  'approval.requested': { step: 'number', id: 'text', kind: 'text', role: 'text', question: 'text', what: 'any' },
  'approval.answered': { step: 'number', id: 'text', answer: 'text', waitedMs: 'number' },
  'approval.drawn': { step: 'number', approval: 'number', drawn: 'flag' },
  'commit.refused': { step: 'number', fields: 'texts' },
};

/** What is wrong with an event of a known type, in a few words; null: nothing, or its type is one of a later version. */
export function shapeProblem(event: RunEvent): string | null {
  return problemWith(event as unknown as JsonObject);
}

function problemWith(event: JsonObject): string | null {
  const type = event['type'] as string;
  if (!Object.hasOwn(shapes, type)) return null;
  const problem = problemOf(event, shapes[type as EventType], '');
  if (problem !== null) return `${type} ${problem}`;
  return type === 'team.event' && isObject(event['event']) ? problemWith(event['event']) : null;
}

function problemOf(value: Json | undefined, shape: Shape, at: string): string | null {
  // Where its file is lost, a value says so in its place.
  if (typeof value === 'string' && value.startsWith('[missing: blobs/')) return null;
  if (typeof shape === 'string') return isOf(value, shape) ? null : `${value === undefined ? 'lacks' : 'has a wrong'} \`${at}\``;
  if (isList(shape)) return listProblem(value, shape[0], at);
  if (!isObject(value)) return `${value === undefined ? 'lacks' : 'has a wrong'} \`${at}\``;
  for (const member in shape) {
    const problem = problemOf(value[member], shape[member]!, at === '' ? member : `${at}.${member}`);
    if (problem !== null) return problem;
  }
  return null;
}

function listProblem(value: Json | undefined, item: Shape, at: string): string | null {
  if (!Array.isArray(value)) return `${value === undefined ? 'lacks' : 'has a wrong'} \`${at}\``;
  for (let index = 0; index < value.length; index++) {
    const problem = problemOf((value as readonly Json[])[index], item, `${at}[${index}]`);
    if (problem !== null) return problem;
  }
  return null;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

const tests: Readonly<Record<Kind, (value: Json) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: isObject,
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  numbers: (value) => Array.isArray(value) && value.every((item) => typeof item === 'number'),
  'text or null': (value) => value === null || typeof value === 'string',
  'number or null': (value) => value === null || typeof value === 'number',
  any: () => true,
};

function isOf(value: Json | undefined, kind: Kind | `${Kind}?`): boolean {
  if (value === undefined) return kind.endsWith('?');
  return tests[kind.replace('?', '') as Kind](value);
}
