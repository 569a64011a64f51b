/** The options of a run from the command line, checked against the team before anything is started. */
import { recordedModel, type RunOptions } from '../engine/events/runEvent';
import { unusableIn, type Json } from '../engine/shared/json';
import { nearest } from '../engine/shared/nearest';
import type { Schemas } from '../engine/shared/schemas';
import { fieldProblem } from '../engine/team/fieldProblem';
import type { Field, Team } from '../engine/team/team';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import { readLimit, type Limits } from './limitOption';

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
