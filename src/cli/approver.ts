/** Who answers for a person on the command line: `--approve all`, or nobody, so that the run waits. */
import { nobody, type Person } from '../engine/shared/person';
import type { Arguments } from './arguments';
import { CliError } from './cliError';

/** Throws a CliError. */
export function approver(args: Arguments): Person {
  const value = args.get('approve') ?? 'none';
  if (value === 'none') return nobody;
  if (value !== 'all') throw new CliError(`--approve cannot be ${JSON.stringify(value)}.`, 'Write --approve all or --approve none.');
  return { ask: () => Promise.resolve({ answer: 'approve', by: '--approve all' }) };
}
