/** `--limit name=value`: which limits a run can be given, and how their values are written. The one list of their names on the command line. */
import { parseDuration } from '../engine/cards/duration';
import type { RunOptions } from '../engine/events/runEvent';
import { nearest } from '../engine/shared/nearest';
import { CliError } from './cliError';

export type Limits = { -readonly [K in keyof NonNullable<RunOptions['limits']>]: number };

/** Throws a CliError. */
export function readLimit(text: string): Partial<Limits> {
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

/** `steps, time, … or cost_usd`. */
export function limitNames(): string {
  const names = Object.keys(limitReaders);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
