/** Who was passed over and why, in one sentence without its end. */
import type { Refused } from '../../engine/events/runEvent';
import { words } from '../words';

export function sayRefused({ role, subtask, why, detail }: Refused): string {
  return words.decision.passedOver(subtask === undefined ? role : words.decision.ofPlan(subtask, role), words.decision.refused[why], detail ?? null);
}
