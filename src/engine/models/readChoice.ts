/** The supervisor's model's reply: one of a closed list, written exactly so. */
import type { Feedback } from '../events/runEvent';
import type { JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { readText, show } from './replyMembers';

export interface Choice {
  readonly choice: string;
  readonly why: string | null;
  readonly notes: readonly string[];
}

/** The error names the list. A sentence that holds a choice is none. */
export function readChoice(value: JsonObject, choices: readonly string[]): Result<Choice, readonly Feedback[]> {
  const choice = value['choice'];
  if (typeof choice !== 'string' || !choices.includes(choice)) {
    const problem = choice === undefined || choice === null ? 'The reply has no choice.' : `${show(choice)} is not one of the choices.`;
    return err([{ field: 'choice', problem, fix: `Answer exactly one of: ${choices.join(', ')}.` }]);
  }
  const notes: string[] = [];
  const said = readText(value['why'], 'why', notes);
  const why = said === null || said.trim() === '' ? null : said;
  if (why === null) notes.push('It does not say how the choice serves the goal.');
  return ok({ choice, why, notes });
}
