/** Whether somebody may go on with a run that nobody is going on with now. */
import type { RunView } from './runView';

/** One that has not come to an end of its own: cut off (its log has no end), stopped, failed, or waiting for a person. */
export function isResumable({ status }: RunView): boolean {
  return status !== 'completed' && status !== 'partial';
}
