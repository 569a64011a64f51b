/** Who answers for a person on the command line: the options, question by question; nobody for what they leave open, so that the run waits. */
import type { WaitingQuestion } from '../engine/projections/runView';
import { nearest } from '../engine/shared/nearest';
import type { Person } from '../engine/shared/person';
import { bindAnswers, type GivenAnswer, type Unbound } from '../engine/supervisor/bindAnswers';
import type { Arguments } from './arguments';
import { CliError } from './cliError';

export interface Approver {
  readonly person: Person;
  /** Ids of questions that an answer was given to, but that were not asked. */
  unasked(): readonly string[];
}

/** Of a run that begins: nobody knows yet what it will ask. Throws a CliError. */
export function approver(args: Arguments): Approver {
  const [one] = namedIn(args);
  if (one !== undefined) throw new CliError(`--approve cannot be ${JSON.stringify(one.id ?? '')} here: what the run asks is not known yet.`, 'Write --approve all or --approve none. Once the run waits, `rolecall resume` takes an answer to each question.');
  return answering(args, new Map());
}

/** Of a run that waits for these. Throws a CliError that says which they are. */
export function approverOf(args: Arguments, run: string, waiting: readonly WaitingQuestion[]): Approver {
  const bound = bindAnswers(waiting, namedIn(args));
  if (!bound.ok) throw unbound(run, waiting, bound.error);
  return answering(args, bound.value);
}

function answering(args: Arguments, bound: ReadonlyMap<string, GivenAnswer['answer']>): Approver {
  const all = args.all('approve').includes('all');
  if (all && args.all('approve').includes('none')) throw new CliError('--approve cannot be both all and none.', 'Leave one of them out.');
  const open = new Set(bound.keys());
  const person: Person = {
    ask({ id }) {
      const answer = bound.get(id);
      open.delete(id);
      if (answer !== undefined) return Promise.resolve({ answer, by: 'person' });
      return Promise.resolve(all ? { answer: 'approve', by: '--approve all' } : null);
    },
  };
  return { person, unasked: () => [...open] };
}

/** Answers to one question each: `all` and `none` are about the rest. */
function namedIn(args: Arguments): readonly GivenAnswer[] {
  const named = (option: 'approve' | 'reject'): readonly GivenAnswer[] => args.all(option).map((id) => ({ id: id.trim() === '' ? null : id.trim(), answer: option }));
  return [...named('approve').filter(({ id }) => id !== 'all' && id !== 'none'), ...named('reject')];
}

function unbound(run: string, waiting: readonly WaitingQuestion[], { why, id }: Unbound): CliError {
  const ids = waiting.map((one) => one.id);
  const list = `It waits for an answer to: ${ids.join(', ')}.`;
  switch (why) {
    case 'none waits':
      return new CliError(`Run ${run} waits for no answer.`, `Leave the answer${id === null ? '' : ` to ${JSON.stringify(id)}`} out, or see with \`rolecall show ${run}\` how it stands.`);
    case 'which':
      return new CliError(`Run ${run} waits for ${waiting.length} answers: which question is this the answer to?`, `Name it: --approve ${ids[0]} or --reject ${ids[0]}. ${list}`);
    case 'unknown': {
      const near = nearest(id ?? '', ids);
      return new CliError(`Run ${run} does not ask ${JSON.stringify(id)}.`, `${near === null ? '' : `Did you mean ${near}? `}${list}`);
    }
    case 'answered twice':
      return new CliError(`There are two answers to ${id}.`, 'Leave one of them out.');
  }
}
