/** Reads a command's arguments by its list of options. Says what is wrong in words of its own; knows no command. */
import { parseArgs } from 'node:util';
import { nearest } from '../engine/shared/nearest';
import { CliError } from './cliError';

export interface OptionSpec {
  readonly name: string;
  /** What stands for its value in the help; absent: it takes none. */
  readonly value?: string;
  /** Its value may be left out: it is empty then. */
  readonly mayBeBare?: true;
  /** May be given more than once. */
  readonly many?: boolean;
  readonly help: string;
}

export interface Arguments {
  readonly words: readonly string[];
  has(option: string): boolean;
  /** The last one given. */
  get(option: string): string | undefined;
  all(option: string): readonly string[];
}

/** Throws a CliError for options that are unknown, lack their value or take none, and for more than `maxWords` words. */
export function readArguments(command: string, args: readonly string[], options: readonly OptionSpec[], maxWords: number): Arguments {
  const known = new Map(options.map((option) => [option.name, option]));
  const config = Object.fromEntries(options.map(({ name, value }) => [name, { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true }]));
  const { tokens } = parseArgs({ args: withEmptyValues(args, options), options: config, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.get(token.name);
    if (option === undefined) throw unknownOption(command, token.rawName, known.keys());
    values.set(option.name, [...(values.get(option.name) ?? []), valueOf(option, token)]);
  }
  if (words.some((word) => word.trim() === '')) throw new CliError(`\`rolecall ${command}\` was given an empty word.`, 'Leave it out. Perhaps a variable of your shell is empty.');
  if (words.length > maxWords) throw new CliError(`\`rolecall ${command}\` does not know what to do with ${words.slice(maxWords).map(quoted).join(' ')}.`, 'Put a text of several words in quotes.');
  return { words, has: (name) => values.has(name), get: (name) => values.get(name)?.at(-1), all: (name) => values.get(name) ?? [] };
}

/** Else the option behind a bare one would be taken for its value. */
function withEmptyValues(args: readonly string[], options: readonly OptionSpec[]): string[] {
  const bare = new Set(options.filter((option) => option.mayBeBare === true).map((option) => `--${option.name}`));
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const isBare = bare.has(arg) && (end < 0 || index < end) && args[index + 1]?.startsWith('-') !== false;
    return isBare ? `${arg}=` : arg;
  });
}

function valueOf(option: OptionSpec, token: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined }): string {
  const flag = `--${option.name}`;
  if (option.value === undefined) {
    if (token.inlineValue === true) throw new CliError(`${flag} takes no value.`, `Write ${flag} alone.`);
    return '';
  }
  const isOption = token.inlineValue !== true && token.value?.startsWith('--') === true;
  if (token.value === undefined || isOption) throw new CliError(`${flag} needs a value.`, `Write ${flag} ${option.value}${isOption ? `, or ${flag}=${token.value} if that is the value` : ''}.`);
  return token.value;
}

function unknownOption(command: string, written: string, known: Iterable<string>): CliError {
  const near = nearest(written.replace(/^-+/, ''), known);
  const hint = near === null ? `\`rolecall ${command} --help\` lists its options.` : `Did you mean --${near}?`;
  return new CliError(`\`rolecall ${command}\` has no option ${written}.`, hint);
}

function quoted(word: string): string {
  return JSON.stringify(word);
}
