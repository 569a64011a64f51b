/** The contract of a role's reply: only its own fields, each keeping its schema, in bounds. Rules and reviews come after it. */
import type { Feedback, OutputStatus, PlannedSubtask } from '../events/runEvent';
import { isObject, jsonEquals, type Json, type JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import type { Schemas } from '../shared/schemas';
import { utf8Length } from '../shared/utf8Length';
import type { Role, Write } from '../team/team';
import { isGiven, readConfidence, readText, show } from './replyMembers';
import { readExtend, readSubtasks, type Extend, type PlanContract } from './readSignals';

export interface WorkContract {
  readonly role: Pick<Role, 'mode' | 'writes'>;
  /** What the role was shown, by the names it knows it by. */
  readonly shown: JsonObject;
  /** What subtasks of a plan are checked against. */
  readonly plan: PlanContract;
  readonly schemas: Schemas;
  /** Of the output as UTF-8 JSON. */
  readonly outputBytes: number;
}

export interface WorkReply {
  readonly status: OutputStatus;
  /** From 0 to 1; null: not stated. */
  readonly confidence: number | null;
  readonly why: string | null;
  /** Defaults filled in, echoes taken out. */
  readonly output: JsonObject;
  /** True when `output` is not what the reply held. */
  readonly changed: boolean;
  readonly notes: readonly string[];
  readonly subtasks: readonly PlannedSubtask[];
  /** It asks for more before it answers; `output` does not count then. */
  readonly extend: Extend | null;
}

/** More would bury the first ones. */
const mostProblems = 10;

const known = ['status', 'confidence', 'output', 'why', 'subtasks', 'extend', 'verdict', 'feedback'];

export function readWorkReply(value: JsonObject, contract: WorkContract): Result<WorkReply, readonly Feedback[]> {
  const problems: Feedback[] = [];
  const notes: string[] = [];
  const status = readStatus(value['status'], problems);
  const confidence = readConfidence(value['confidence'], problems);
  const why = readText(value['why'], 'why', notes);
  const subtasks = readPlan(value['subtasks'], contract, problems, notes);
  const extend = readExtend(value['extend'], problems, notes);
  if (isGiven(value['verdict']) || isGiven(value['feedback'])) notes.push('verdict and feedback count only in a review: ignored.');
  const output = extend === null ? readOutput(value, status, contract, problems, notes) : {};
  if (problems.length > 0) return err(problems.slice(0, mostProblems));
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  if (unknown.length > 0) notes.push(`Keys that a reply does not have were ignored: ${unknown.map(show).join(', ')}.`);
  return ok({ status, confidence, why, output, changed: !jsonEquals(output, value['output']), notes, subtasks, extend });
}

function readStatus(value: Json | undefined, problems: Feedback[]): OutputStatus {
  if (value === undefined || value === null) return 'success';
  if (value === 'success' || value === 'partial' || value === 'failed') return value;
  problems.push({ field: 'status', problem: `${show(value)} is not a status.`, fix: 'Use success, partial or failed.' });
  return 'failed';
}

/** Only a role of mode plan gives out subtasks. */
function readPlan(value: Json | undefined, contract: WorkContract, problems: Feedback[], notes: string[]): readonly PlannedSubtask[] {
  if (contract.role.mode === 'plan') return readSubtasks(value, contract.plan, problems, notes);
  if (isGiven(value)) problems.push({ field: 'subtasks', problem: 'Only a role of mode plan may give subtasks.', fix: 'Leave subtasks out and answer with the output alone.' });
  return [];
}

function readOutput(value: JsonObject, status: OutputStatus, contract: WorkContract, problems: Feedback[], notes: string[]): JsonObject {
  const { writes } = contract.role;
  const output = value['output'];
  if (output === undefined || output === null) {
    if (writes.length === 0 || status === 'failed') return {};
    const instead = Object.keys(value).filter((key) => !known.includes(key));
    problems.push({ field: 'output', problem: `The reply has no output${instead.length > 0 ? `; it has ${instead.map(show).join(', ')}` : ''}.`, fix: `Put the fields you write into output: ${names(writes)}.` });
    return {};
  }
  if (!isObject(output)) {
    problems.push({ field: 'output', problem: `output must be an object, not ${show(output)}.`, fix: `Put the fields you write into it: ${names(writes)}.` });
    return {};
  }
  const entries = Object.entries(output).flatMap(([key, written]) => readField(key, written, contract, problems, notes));
  const kept = Object.fromEntries(entries) as JsonObject;
  checkWhole(kept, status, contract, problems, notes);
  return kept;
}

function readField(key: string, written: Json, contract: WorkContract, problems: Feedback[], notes: string[]): [string, Json][] {
  const write = contract.role.writes.find((candidate) => candidate.field === key);
  if (write !== undefined) return [[key, checkSchema(write, written, contract.schemas, problems)]];
  if (Object.hasOwn(contract.shown, key) && jsonEquals(contract.shown[key], written)) {
    notes.push(`output.${key} repeats what the role read, unchanged: left out.`);
    return [];
  }
  const { writes } = contract.role;
  const fix = writes.length > 0 ? `Write only: ${names(writes)}.` : 'Leave output empty: {}.';
  problems.push({ field: key, problem: `${show(key)} is not a field that this role writes.`, fix });
  return [];
}

function checkSchema(write: Write, written: Json, schemas: Schemas, problems: Feedback[]): Json {
  if (write.schema === null) return written;
  const check = schemas.compile(write.schema);
  if (!check.ok) {
    problems.push({ field: write.field, problem: `The schema of this field is wrong itself: ${check.error}` });
    return written;
  }
  const filled = schemas.withDefaults(write.schema, written);
  for (const { path, message } of check.value(filled)) problems.push({ field: joinField(write.field, path), problem: message });
  return filled;
}

function joinField(field: string, path: string): string {
  return path === '' || path.startsWith('[') ? field + path : `${field}.${path}`;
}

function checkWhole(output: JsonObject, status: OutputStatus, contract: WorkContract, problems: Feedback[], notes: string[]): void {
  const { writes } = contract.role;
  if (status === 'success') {
    for (const write of writes.filter((w) => w.required === true && !Object.hasOwn(output, w.field))) {
      problems.push({ field: write.field, problem: `output lacks ${write.field}.`, fix: 'Add it, or answer with status partial or failed.' });
    }
    if (writes.length > 0 && Object.keys(output).length === 0 && problems.length === 0) notes.push('The output holds no field.');
  }
  const size = utf8Length(JSON.stringify(output));
  if (size > contract.outputBytes) problems.push({ field: 'output', problem: `The output has ${size} bytes; ${contract.outputBytes} are allowed.`, fix: 'Shorten it: refer to sources instead of quoting them whole.' });
}

function names(writes: readonly Write[]): string {
  return writes.length > 0 ? writes.map((write) => write.field).join(', ') : '(none)';
}
