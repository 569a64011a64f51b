/** A person's write to a shared field: what was typed becomes a value, put in its place and held against the field's schema. Changes nothing itself. */
import type { RunState } from '../engine/events/runState';
import { isObject, unusableIn, type Json } from '../engine/shared/json';
import { err, ok, type Result } from '../engine/shared/result';
import type { Schemas } from '../engine/shared/schemas';
import { fieldProblem } from '../engine/team/fieldProblem';
import type { Field } from '../engine/team/team';
import { evaluate } from './evaluator';
import type { Position } from './position';
import type { WritablePlace } from './variables';

export interface FieldWrite {
  readonly field: string;
  /** The whole value of the field. */
  readonly value: Json;
  /** What stands at the place now. */
  readonly written: Json;
}

/** The error says why not, and what would do. */
export async function fieldWrite(typed: string, { field: name, path }: WritablePlace, at: { readonly state: RunState; readonly position: Position }, schemas: () => Promise<Schemas>): Promise<Result<FieldWrite, string>> {
  const { state, position } = at;
  const field = Object.hasOwn(state.team.fields, name) ? state.team.fields[name] : undefined;
  if (field === undefined) return err(`The team has no field ${name}.`);
  if (name === 'task' || name === 'constraints') return err(`\`${name}\` belongs to the team and is not written in a run.`);
  const before = state.values[name] ?? null;
  const written = await valueOf(typed, valueAt(before, path), { state, position });
  if (!written.ok) return written;
  const value = withValue(before, path, written.value);
  const problem = await problemOf(field, value, schemas);
  return problem === null ? ok({ field: name, value, written: written.value }) : err(`${name} cannot be that: ${problem}. See ${field.at.file}:${field.at.line}.`);
}

/** JSON; else a text where a text stands; else an expression. */
async function valueOf(typed: string, before: Json, at: { readonly state: RunState; readonly position: Position }): Promise<Result<Json, string>> {
  try {
    return ok(JSON.parse(typed) as Json);
  } catch {
    const given = await evaluate(typed, at.state, at.position);
    if (given.ok) return given;
    if (typeof before === 'string' && !/^\s*["[{]/.test(typed)) return ok(typed);
    return err(`${JSON.stringify(typed.slice(0, 60))} is no JSON, and no expression either: ${given.error}`);
  }
}

async function problemOf(field: Field, value: Json, schemas: () => Promise<Schemas>): Promise<string | null> {
  const unusable = unusableIn(value);
  if (unusable !== null) return `it holds ${unusable}`;
  const problem = await fieldProblem(field, value, schemas);
  return problem === null ? problemOfReducer(field, value) : `${problem.path === '' ? 'it' : problem.path} ${problem.message}`;
}

/** What the reducer would never have made. */
function problemOfReducer({ reducer, key }: Field, value: Json): string | null {
  const isList = reducer === 'append' || reducer === 'union';
  if (isList && !Array.isArray(value)) return `its reducer is ${reducer}, so it must be a list`;
  if (key === null || !Array.isArray(value)) return null;
  const keys = value.flatMap((item) => (isObject(item) && item[key] !== undefined ? [JSON.stringify(item[key])] : []));
  const twice = keys.find((one, index) => keys.indexOf(one) !== index);
  return twice === undefined ? null : `two items have the ${key} ${twice}, and items of the same ${key} are one`;
}

function valueAt(value: Json, path: WritablePlace['path']): Json {
  return path.reduce<Json>((at, step) => (Array.isArray(at) ? ((at as readonly Json[])[step as number] ?? null) : isObject(at) ? (at[step] ?? null) : null), value);
}

function withValue(value: Json, [step, ...rest]: WritablePlace['path'], written: Json): Json {
  if (step === undefined) return written;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => (index === step ? withValue(item, rest, written) : item));
  return isObject(value) ? { ...value, [step]: withValue(value[step] ?? null, rest, written) } : value;
}
