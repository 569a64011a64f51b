/** The options of a run from the command line, checked against the team before anything is started. */
import { recordedModel, type RunOptions } from '../engine/events/runEvent';
import { parseDuration } from '../engine/cards/duration';
import { unusableIn, type Json } from '../engine/shared/json';
import { nearest } from '../engine/shared/nearest';
import type { Schemas } from '../engine/shared/schemas';
import { fieldProblem } from '../engine/team/fieldProblem';
import type { Field, Team } from '../engine/team/team';
import type { Arguments } from './arguments';
import { CliError } from './cliError';

type Limits = { -readonly [K in keyof NonNullable<RunOptions['limits']>]: number };

/** Throws a CliError. */
export async function runOptions(args: Arguments, team: Team, schemas: () => Promise<Schemas>): Promise<RunOptions> {
  const model = args.get('model');
  if (model !== undefined) checkModel(model, team);
  const set: Record<string, Json> = {};
  for (const text of args.all('set')) {
    const [field, value] = readSet(text, team);
    await checkValue(field, value, schemas);
    set[field.name] = value;
  }
  const limits: Partial<Limits> = {};
  for (const text of args.all('limit')) Object.assign(limits, readLimit(text));
  return {
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(set).length === 0 ? {} : { set }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

/** The task may be left out only where nothing asks for it. */
export function taskOf(args: Arguments, team: Team): string {
  const task = args.get('task');
  if (task !== undefined && task.trim() !== '') return task;
  const texts = [team.goal, ...team.roles.map((role) => role.instructions)].map((text) => text?.text ?? '');
  const asks = texts.some((text) => /\{\{[^}]*\btask\b/.test(text)) || team.roles.some((role) => role.reads.some((read) => read.field === 'task'));
  if (asks) throw new CliError('The team needs to be told what it is to do.', 'Write --task "…".');
  return task ?? '';
}

function checkModel(model: string, team: Team): void {
  const known = Object.keys(team.models);
  if (known.includes(model) || model === recordedModel) return;
  const near = nearest(model, known);
  throw new CliError(`${team.file} has no model ${JSON.stringify(model)}.`, near === null ? `It has: ${known.join(', ')}.` : `Did you mean ${near}?`);
}

function readSet(text: string, team: Team): readonly [Field, Json] {
  const cut = text.indexOf('=');
  if (cut < 1) throw new CliError(`--set ${text} names no field and value.`, 'Write --set field=<json>, e.g. --set \'plan=["price"]\'.');
  const name = text.slice(0, cut).trim();
  if (name === 'task') throw new CliError('--set cannot change the task.', 'Say what you want with --task "…" when you start the run.');
  const field = Object.hasOwn(team.fields, name) ? team.fields[name] : undefined;
  if (field === undefined) {
    const near = nearest(name, Object.keys(team.fields));
    throw new CliError(`The team has no field ${JSON.stringify(name)}.`, near === null ? `It has: ${Object.keys(team.fields).join(', ')}.` : `Did you mean ${near}?`);
  }
  const written = text.slice(cut + 1);
  return [field, usable(name, parseSet(name, written))];
}

function usable(name: string, value: Json): Json {
  const unusable = unusableIn(value);
  if (unusable === null) return value;
  throw new CliError(`The value of --set ${name} holds ${unusable}.`, 'Numbers go up to 1.79e308; write what is deep flatter.');
}

function parseSet(name: string, written: string): Json {
  try {
    return JSON.parse(written) as Json;
  } catch {
    throw new CliError(`The value of --set ${name} is not JSON: ${written.slice(0, 60)}`, `For a text, write --set '${name}=${JSON.stringify(written.slice(0, 60))}'.`);
  }
}

async function checkValue(field: Field, value: Json, schemas: () => Promise<Schemas>): Promise<void> {
  const problem = await fieldProblem(field, value, schemas);
  if (problem === null) return;
  const where = problem.path === '' ? field.name : problem.path.startsWith('[') ? `${field.name}${problem.path}` : `${field.name}.${problem.path}`;
  throw new CliError(`The value of --set ${field.name} does not fit the field: ${where} ${problem.message}.`, `See ${field.at.file}:${field.at.line}.`);
}

function readLimit(text: string): Partial<Limits> {
  const [, written = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const name = written.trim();
  const reader = Object.hasOwn(limitReaders, name) ? limitReaders[name] : undefined;
  if (reader === undefined) {
    const near = nearest(name || text, Object.keys(limitReaders));
    const all = Object.values(limitReaders).map(({ example }) => example);
    if (Object.hasOwn(limitReaders, text.trim())) throw new CliError(`--limit ${text} has no value.`, `Write --limit ${limitReaders[text.trim()]!.example}, say.`);
    throw new CliError(`--limit ${text} names no limit.`, near === null ? `Write --limit ${all.slice(0, -1).join(', ')} or ${all.at(-1)}.` : `Did you mean ${near}?`);
  }
  const limit = reader.read(value.trim());
  if (limit === null) throw new CliError(`--limit ${name} cannot be ${JSON.stringify(value.trim())}: it is ${reader.takes}.`, `Write --limit ${reader.example}, say.`);
  return limit;
}

interface LimitReader {
  /** As in a team's file. */
  readonly takes: string;
  readonly example: string;
  readonly read: (value: string) => Partial<Limits> | null;
}

const limitReaders: Readonly<Record<string, LimitReader>> = {
  steps: { takes: 'a whole number of 1 or more', example: 'steps=40', read: (value) => (isCount(value) ? { steps: Number(value) } : null) },
  time: { takes: 'a duration above zero', example: 'time=10m', read: readTime },
  tokens: { takes: 'a whole number of 1 or more', example: 'tokens=200000', read: (value) => (isCount(value) ? { tokens: Number(value) } : null) },
  tokens_per_call: { takes: 'a whole number of 1 or more', example: 'tokens_per_call=16000', read: (value) => (isCount(value) ? { tokensPerCall: Number(value) } : null) },
  cost_usd: { takes: 'an amount of dollars above zero', example: 'cost_usd=0.50', read: (value) => (isNumber(value) && Number(value) > 0 ? { costUsd: Number(value) } : null) },
};

function readTime(value: string): Partial<Limits> | null {
  const ms = parseDuration(isNumber(value) ? Number(value) : value);
  return ms === null ? null : { timeMs: ms };
}

function isNumber(value: string): boolean {
  return /^\d+(\.\d+)?$/.test(value);
}

function isCount(value: string): boolean {
  return /^\d{1,12}$/.test(value) && Number(value) > 0;
}
