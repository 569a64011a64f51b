/** The signals in a role's reply: subtasks of a plan, and the wish for more fields or tools. What follows from them is the supervisor's. */
import type { Feedback, PlannedSubtask } from '../events/runEvent';
import { isObject, type Json, type JsonObject } from '../shared/json';
import { isGiven, readText, show } from './replyMembers';

/** What subtasks are checked against. */
export interface PlanContract {
  /** Ids of the roles that can be given a subtask. */
  readonly roles: readonly string[];
  /** Ids of the subtasks planned before; `started` ones can no longer be replaced. */
  readonly planned: readonly { readonly id: string; readonly started: boolean; readonly after: readonly string[] }[];
  /** The fields of a role whose newest value replaces the one before. */
  replaces(role: string): readonly string[];
}

/** `s4` names the subtask of step 4. */
const reserved = /^s\d+$/;
const idShape = /^[A-Za-z][\w-]*$/;
const mostSubtasks = 200;

/** Unknown roles, unknown predecessors and cycles are problems; a repeated id replaces one that has not started. */
export function readSubtasks(value: Json | undefined, contract: PlanContract, problems: Feedback[], notes: string[]): readonly PlannedSubtask[] {
  if (!isGiven(value)) return [];
  if (!Array.isArray(value) || value.length > mostSubtasks) {
    problems.push({ field: 'subtasks', problem: `subtasks must be a list of at most ${mostSubtasks} objects.` });
    return [];
  }
  const read = (value as readonly Json[]).flatMap((item, index) => readSubtask(item, `subtasks[${index}]`, contract, problems));
  const ids = new Set<string>();
  for (const { id } of read) {
    if (ids.has(id)) problems.push({ field: 'subtasks', problem: `The id ${show(id)} is given twice.`, fix: 'Give each subtask an id of its own.' });
    ids.add(id);
    if (contract.planned.some((one) => one.id === id && one.started)) notes.push(`The subtask ${id} has an owner already: it is not given out again.`);
  }
  checkOrder(read, contract, problems);
  if (problems.length === 0) notes.push(...overwriteNotes(read, contract));
  return read;
}

/** Subtasks of one role that do not wait for each other, and whose results replace each other. */
function overwriteNotes(read: readonly PlannedSubtask[], { replaces }: PlanContract): readonly string[] {
  const before = new Map<string, ReadonlySet<string>>();
  const predecessors = (id: string): ReadonlySet<string> => {
    const known = before.get(id);
    if (known !== undefined) return known;
    const after = read.find((one) => one.id === id)?.after ?? [];
    const all = new Set(after.flatMap((one) => [one, ...predecessors(one)]));
    before.set(id, all);
    return all;
  };
  return [...new Set(read.map((one) => one.role))].flatMap((role) => {
    const own = read.filter((one) => one.role === role).map((one) => one.id);
    const beside = own.filter((id) => own.some((other) => other !== id && !predecessors(id).has(other) && !predecessors(other).has(id)));
    const fields = beside.length === 0 ? [] : replaces(role);
    return fields.length === 0 ? [] : [`${beside.join(', ')} of ${role} do not wait for each other, and each replaces ${fields.join(', ')}: only the last one's stays.`];
  });
}

function readSubtask(item: Json, at: string, contract: PlanContract, problems: Feedback[]): readonly PlannedSubtask[] {
  if (!isObject(item)) {
    problems.push({ field: at, problem: `${show(item)} is no subtask.`, fix: 'A subtask is { "id", "role", "input", "criteria", "after" }.' });
    return [];
  }
  const { id, role, input } = item;
  if (typeof id !== 'string' || !idShape.test(id) || reserved.test(id)) {
    problems.push({ field: `${at}.id`, problem: `${show(id ?? null)} is no id.`, fix: 'Use a letter, then letters, digits, _ or -; not s and a number.' });
    return [];
  }
  if (typeof role !== 'string' || !contract.roles.includes(role)) {
    problems.push({ field: `${at}.role`, problem: `${show(role ?? null)} is no role that can be given a subtask.`, fix: `Use one of: ${contract.roles.join(', ')}.` });
    return [];
  }
  return [{ id, role, input: input ?? {}, criteria: texts(item['criteria'], `${at}.criteria`, problems), after: texts(item['after'], `${at}.after`, problems) }];
}

function texts(value: Json | undefined, at: string, problems: Feedback[]): readonly string[] {
  if (!isGiven(value)) return [];
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list as readonly string[];
  problems.push({ field: at, problem: 'This must be a list of texts.' });
  return [];
}

function checkOrder(read: readonly PlannedSubtask[], contract: PlanContract, problems: Feedback[]): void {
  const after = new Map<string, readonly string[]>(contract.planned.map((one) => [one.id, one.after]));
  for (const subtask of read) after.set(subtask.id, subtask.after);
  for (const { id, after: wanted } of read) {
    const unknown = wanted.find((one) => !after.has(one));
    if (unknown !== undefined) problems.push({ field: 'subtasks', problem: `${id} waits for ${show(unknown)}, which is no subtask.`, fix: 'Name the id of another subtask, or leave it out.' });
  }
  const cycle = cycleIn(after);
  if (cycle !== null) problems.push({ field: 'subtasks', problem: `These subtasks wait for each other: ${cycle.join(' → ')}.`, fix: 'Leave one `after` out.' });
}

function cycleIn(after: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): readonly string[] | null => {
    if (trail.includes(id)) return [...trail.slice(trail.indexOf(id)), id];
    if (done.has(id)) return null;
    done.add(id);
    for (const next of after.get(id) ?? []) {
      const cycle = visit(next, [...trail, id]);
      if (cycle !== null) return cycle;
    }
    return null;
  };
  for (const id of after.keys()) {
    const cycle = visit(id, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

export interface Extend {
  readonly need: string;
  readonly fields: readonly string[];
  readonly tools: readonly string[];
}

/** Null: nothing is asked for. */
export function readExtend(value: Json | undefined, problems: Feedback[], notes: string[]): Extend | null {
  if (!isGiven(value)) return null;
  if (!isObject(value)) {
    problems.push({ field: 'extend', problem: `${show(value!)} asks for nothing.`, fix: 'extend is { "need", "fields", "tools" }.' });
    return null;
  }
  const { need, fields, tools } = value as JsonObject;
  const extend = { need: readText(need, 'extend.need', notes) ?? '', fields: texts(fields, 'extend.fields', problems), tools: texts(tools, 'extend.tools', problems) };
  return extend.fields.length + extend.tools.length === 0 && extend.need === '' ? null : extend;
}
