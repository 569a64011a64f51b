/** Why a run cannot go on where a value of its shared workspace is lost: a model would take the word that it is missing for the value. Decides nothing else. */
import { lostIn } from '../events/logDecoder';
import type { RunState } from '../events/runState';

export interface LostValues {
  readonly reason: string;
  readonly message: string;
  readonly hint: string;
}

export function lostValues({ team, values }: Pick<RunState, 'team' | 'values'>): LostValues | null {
  const lost = Object.entries(values).flatMap(([field, value]) => lostIn(value).map((file) => ({ field, file })));
  const [first] = lost;
  if (first === undefined) return null;
  // A commit that was kept whole does not even tell its fields.
  const known = [...new Set(lost.map(({ field }) => field))].filter((field) => team.fields[field] !== undefined);
  const whose = known.length === 0 ? 'what a role has committed' : known.map((field) => `\`${field}\``).join(' and ');
  const instead = known.length === 0 ? '' : `, or give a value anew: ${known.map((field) => `--set ${field}=<json>`).join(' ')}`;
  return {
    reason: 'error:log',
    message: `${whose} cannot be read any more: ${[...new Set(lost.map(({ file }) => file))].join(' and ')} of the run's folder is missing or damaged`,
    hint: `Put the file back${instead}.`,
  };
}
