/** The texts of --help. */
import { commands, type Command } from './commands';

export function overview(): string {
  const shown = commands.filter((command) => command.load !== undefined);
  const usage = shown.map(({ name, words, help }) => [`  rolecall ${name} ${words}`.trimEnd(), help] as const);
  const later = commands.filter((command) => command.load === undefined).map(({ name }) => name);
  return [
    'Rolecall runs teams of LLM agents that are written as role cards in YAML.',
    '',
    ...aligned(usage),
    '',
    '  rolecall <command> --help   its options',
    '  rolecall --version',
    '',
    `Not in this version yet: ${later.join(', ')}.`,
    'Exit codes: 0 completed, 2 partial, 3 waiting for a person, 1 failed or invalid, 130 stopped.',
    '',
  ].join('\n');
}

export function helpOf({ name, words, help, options }: Command): string {
  const lines = options.map((option) => [`  --${option.name}${option.value === undefined ? '' : ` ${option.value}`}`, `${option.help}${option.many === true ? ' (may be repeated)' : ''}`] as const);
  return [`rolecall ${name} ${words}`.trimEnd(), '', help, '', ...aligned(lines), ''].join('\n');
}

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => left.padEnd(width) + right);
}
