/**
 * When a request that was recorded is the one that would be made now. What makes a request is what the user gives (cards, task, model, the shared
 * workspace) and our words around it; its hash covers both. Our words change with the versions of this program and are nobody's change: where
 * nothing that a user gives has changed since, they are all that can differ. So no version has to remember the words of another. Pure.
 */
import type { EventBody, RunEvent } from '../events/runEvent';

/** From here on, requests may differ for what the user gave. */
export function givesOtherTerms(event: RunEvent): boolean {
  if (event.type === 'run.resumed') return event.team !== undefined || event.options?.model !== undefined;
  return event.type === 'workspace.committed' && event.step === null;
}

/** Of two requests under the same terms: what is left to differ is our words. */
export function isReworded(was: RunEvent<'model.requested'>, is: EventBody<'model.requested'>): boolean {
  return was.conversation === is.conversation && was.role === is.role && was.purpose === is.purpose && was.model === is.model;
}

/** What was recorded, in the words of today: `body` is what comes of the same terms now. */
export function inOurWords(recorded: RunEvent, body: EventBody): RunEvent {
  if (recorded.type === 'team.event' && body.type === 'team.event') return { ...recorded, event: body.event };
  if (recorded.type !== 'model.requested' || body.type !== 'model.requested' || !isReworded(recorded, body)) return recorded;
  const { tools: _tools, toolTokens: _toolTokens, ...rest } = recorded;
  const { append, hash, tools, toolTokens } = body;
  return { ...rest, append, hash, ...(tools === undefined ? {} : { tools }), ...(toolTokens === undefined ? {} : { toolTokens }) };
}
