/** The commands, what each takes and says of itself. What they do is in a file of their own, loaded when it is asked for. */
import type { Arguments, OptionSpec } from './arguments';
import type { CliHost } from './cliHost';
import { limitNames } from './limitOption';

/** Resolves with the exit code. */
export type RunCommand = (host: CliHost, args: Arguments) => Promise<number>;

export interface Command {
  readonly name: string;
  /** What follows the name, in the help. */
  readonly words: string;
  readonly maxWords: number;
  readonly help: string;
  readonly options: readonly OptionSpec[];
  /** Absent: this version does not have it. */
  readonly load?: () => Promise<RunCommand>;
}

const json: OptionSpec = { name: 'json', help: 'print the result as one JSON object, and nothing else, on standard output' };

const task: OptionSpec = { name: 'task', value: '"…"', help: 'what you want; `task` in expressions' };

const approveAll: OptionSpec = { name: 'approve', value: 'all|none', help: 'answer to everything that asks a person; none: wait (exit code 3)' };

/** Of a run that may wait for answers already. */
const answers: readonly OptionSpec[] = [
  { name: 'approve', value: 'all|none|<id>', mayBeBare: true, many: true, help: 'answer to everything that asks a person, or to one question; none: wait (exit code 3)' },
  { name: 'reject', value: '<id>', mayBeBare: true, many: true, help: 'answer to one question; without its id, like --approve, only where one waits' },
];

const commonOptions: readonly OptionSpec[] = [
  { name: 'model', value: '<name>', help: 'one model for every role: a name under `models`' },
  { name: 'limit', value: 'name=value', many: true, help: `${limitNames()}, instead of the team’s` },
  json,
  { name: 'quiet', help: 'no progress' },
];

const runOptions: readonly OptionSpec[] = [
  task,
  approveAll,
  { name: 'set', value: 'field=<json>', many: true, help: 'initial value of a shared field' },
  ...commonOptions,
];

/** Of a run that there is already. */
const goOnOptions: readonly OptionSpec[] = [
  { name: 'team', value: '<path>', help: 'the team as it is there now, instead of the recorded one' },
  { name: 'set', value: 'field=<json>', many: true, help: 'writes a shared field first, as a person' },
  ...commonOptions,
  { ...task, help: 'only the task that was recorded' },
];

export const commands: readonly Command[] = [
  {
    name: 'check', words: '[path]', maxWords: 1,
    help: 'Finds what is wrong in a team, a card, or all teams below a folder.',
    options: [
      { name: 'format', value: 'json', help: 'print the problems as JSON' },
      { name: 'lint', value: 'code=level', many: true, help: 'show findings about design of this code as off, hint, warning or error' },
    ],
    load: async () => (await import('./check')).check,
  },
  {
    name: 'run', words: '<team> --task "…"', maxWords: 1,
    help: 'Runs a team. <team> is its file or its folder.',
    options: runOptions,
    load: async () => (await import('./run')).run,
  },
  {
    name: 'runs', words: '[path]', maxWords: 1,
    help: 'Lists the runs kept for this folder, or for the folder or the team that is named, newest first.',
    options: [{ name: 'json', help: 'print them as a JSON array' }],
    load: async () => (await import('./runs')).runs,
  },
  {
    name: 'show', words: '<run>', maxWords: 1,
    help: 'Shows what became of a run, or one of its steps. <run> is its number or the path of its log.',
    options: [{ name: 'step', value: '<n>', help: 'this step: prompts as sent, replies, tools, rules, review, commit' }, json],
    load: async () => (await import('./show')).show,
  },
  {
    name: 'resume', words: '<run>', maxWords: 1,
    help: 'Goes on with a run that was stopped, interrupted, has failed, waits for a person or met a limit. What was finished is not done again.',
    options: [...answers, ...goOnOptions],
    load: async () => (await import('./resume')).resume,
  },
  {
    name: 'fork', words: '<run> --at <step>', maxWords: 1,
    help: 'Starts a new run with the steps of another up to one of them.',
    options: [{ name: 'at', value: '<step>', help: 'the last step that it keeps; 0: none' }, approveAll, ...goOnOptions],
    load: async () => (await import('./fork')).fork,
  },
  {
    name: 'replay', words: '<run>', maxWords: 1,
    help: 'Does a run again from its recording, without a call. Fails where the team, as it is now, would do something else.',
    options: [json, { name: 'quiet', help: 'only the result' }],
    load: async () => (await import('./replay')).replay,
  },
  { name: 'eval', words: '[path]', maxWords: Infinity, help: 'Runs scenarios.', options: [] },
];
