/** What tells one dispatch of a role from another, in a word or two: `market size`. */
import type { Subtask } from '../events/runEvent';
import { isObject } from '../shared/json';
import { shortened } from './words';

const labelLength = 40;

/** Empty where the input says nothing short. */
export function subtaskLabel({ input }: Pick<Subtask, 'input'>): string {
  if (typeof input === 'string' || typeof input === 'number') return shortened(String(input), labelLength);
  if (!isObject(input)) return '';
  const value = Object.values(input).find((one) => (typeof one === 'string' && one !== '') || typeof one === 'number');
  return value === undefined ? '' : shortened(String(value), labelLength);
}
