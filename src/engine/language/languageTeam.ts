/** A loaded team as the language features ask about it: its cards, its fields, and what expressions see. Made once for each load. */
import { buildFields } from '../team/buildFields';
import { isGroupChat } from '../team/groupChat';
import type { TeamSources } from '../team/loadedTeam';
import { placeIn } from '../team/placeIn';
import { Scopes } from '../team/scopes';
import type { Field } from '../team/team';

export interface LanguageTeam {
  readonly sources: TeamSources;
  readonly fields: Readonly<Record<string, Field>>;
  readonly scopes: Scopes;
}

const made = new WeakMap<TeamSources, LanguageTeam>();

export function languageTeam(sources: TeamSources): LanguageTeam {
  const known = made.get(sources);
  if (known !== undefined) return known;
  const fields = buildFields(sources, placeIn(sources.folder));
  const team = { sources, fields, scopes: new Scopes(fields, sources.roles, isGroupChat(sources.team)) };
  made.set(sources, team);
  return team;
}
