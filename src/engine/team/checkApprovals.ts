/** `approvals`: each asks at one occasion. Names and expressions are checked with all others. */
import { rangeOf } from '../cards/cardNode';
import type { Check } from './check';

const occasions = ['before', 'after', 'when', 'sample'];

export function checkApprovals({ team, findings }: Check): void {
  for (const { map } of team.approvals) {
    const given = map.entries.filter((entry) => occasions.includes(entry.key));
    const [first, second] = given;
    if (second !== undefined) {
      const related = first === undefined ? undefined : [{ message: first.key, range: rangeOf(first.keyNode) }];
      findings.add('bad-approval', rangeOf(second.keyNode), `An approval asks at one occasion, but this has ${given.map((entry) => `\`${entry.key}\``).join(' and ')}.`, { related });
    }
    // A key that was misspelt has been reported.
    if (map.entries.length === 0) findings.add('bad-approval', map.range, 'This approval does not say when to ask.');
  }
}
