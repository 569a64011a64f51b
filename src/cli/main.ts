/** From the words of a command line to an exit code. What a command does is its own file's. */
import { nearest } from '../engine/shared/nearest';
import { readArguments } from './arguments';
import { describeError } from './cliError';
import type { CliHost } from './cliHost';
import { commands, type Command } from './commands';
import { invalid } from './exitCodes';
import { helpOf, overview } from './help';

/** Never rejects: what goes wrong is said on standard error. */
export async function main(host: CliHost, argv: readonly string[]): Promise<number> {
  try {
    return await dispatch(host, argv);
  } catch (error) {
    const { message, hint } = describeError(error);
    host.err.write(`rolecall: ${message}\n${hint === '' ? '' : `${hint}\n`}`);
    return invalid;
  }
}

async function dispatch(host: CliHost, argv: readonly string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') {
    host.out.write(`${host.version}\n`);
    return 0;
  }
  const wantsHelp = first === '--help' || first === '-h' || first === 'help';
  const name = wantsHelp ? rest[0] : first;
  if (name === undefined) {
    (wantsHelp ? host.out : host.err).write(overview());
    return wantsHelp ? 0 : invalid;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return unknownCommand(host, name);
  if (wantsHelp || isHelpAsked(rest)) {
    host.out.write(helpOf(command));
    return 0;
  }
  return perform(host, command, rest);
}

async function perform(host: CliHost, command: Command, args: readonly string[]): Promise<number> {
  if (command.load === undefined) {
    host.err.write(`rolecall: this version does not have \`${command.name}\` yet.\n`);
    return invalid;
  }
  const read = readArguments(command.name, args, command.options, command.maxWords);
  return (await command.load())(host, read);
}

/** Behind `--` everything is a word. */
function isHelpAsked(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

function unknownCommand(host: CliHost, name: string): number {
  const near = nearest(name.replace(/^-+/, ''), commands.map((one) => one.name));
  const what = name.startsWith('-') ? `there is no option ${name} before a command` : `there is no command \`${name}\``;
  host.err.write(`rolecall: ${what}${near === null ? '' : `; did you mean \`${near}\`?`}\n\`rolecall --help\` lists the commands.\n`);
  return invalid;
}
