/** What a group chat adds by itself: the shared field `messages`, which every role with a prompt reads and writes. The choice of the speaker is the supervisor's. */
import type { RoleCard } from '../cards/roleCard';
import type { TeamCard } from '../cards/teamCard';
import type { JsonObject } from '../shared/json';
import type { SourceRef } from '../shared/source';
import type { Field, Read, Write } from './team';

/** The name of the field; a role may list it under `reads` or `writes` without need. */
export const messages = 'messages';

/** Each role is shown what was said in so many rounds: so many times as many messages as there are roles. */
const roundsShown = 3;

export function isGroupChat(team: TeamCard | null): boolean {
  return team?.topology === 'group_chat';
}

/** A role that is a team has no prompt to be shown the messages in. */
export function isSpeaker(role: RoleCard): boolean {
  return role.team === null;
}

export function messagesField(writers: readonly string[], at: SourceRef): Field {
  const items: JsonObject = { type: 'object', required: ['from', 'text'], properties: { from: { type: 'string' }, text: { type: 'string' } } };
  return { name: messages, type: 'array', schema: { type: 'array', items }, empty: [], hasInitial: true, reducer: 'append', key: null, writers, at };
}

/** Who speaks is filled in, and cannot be made up. */
export function messagesWrite(role: string): Write {
  const items: JsonObject = { type: 'object', required: ['text'], properties: { from: { const: role, default: role }, text: { type: 'string' } } };
  return { field: messages, schema: { type: 'array', items } };
}

/** `speakers`: how many roles there are. */
export function messagesRead(as: string, speakers: number): Read {
  return { as, field: messages, last: roundsShown * speakers };
}
