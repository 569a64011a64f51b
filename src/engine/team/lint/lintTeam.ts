/** What can be said against a team's design though it would run. Each finding gives its reason; each kind has a file of its own. */
import type { Check } from '../check';
import { lintCycles } from './lintCycles';
import { lintPrompts } from './lintPrompts';
import { lintPulls } from './lintPulls';
import { lintQuestions } from './lintQuestions';
import { lintReducers } from './lintReducers';
import { lintReviews } from './lintReviews';
import { lintSizes } from './lintSizes';

export function lintTeam(check: Check): void {
  lintSizes(check);
  lintPrompts(check);
  lintPulls(check);
  lintReviews(check);
  lintQuestions(check);
  lintReducers(check);
  // A card that could not be read may hold the exit.
  if (!check.sources.incomplete) lintCycles(check);
}
