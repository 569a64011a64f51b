/** What every check of a team is given. No checks here. */
import type { Findings } from '../cards/findings';
import type { RoleCard } from '../cards/roleCard';
import type { TeamCard } from '../cards/teamCard';
import type { Files } from '../shared/ports';
import type { Schemas } from '../shared/schemas';
import type { Scopes } from './scopes';
import type { Field } from './team';
import type { TeamSources } from './loadedTeam';

export interface CheckPorts {
  readonly findings: Findings;
  readonly files: Files;
  readonly schemas: Schemas;
}

export interface Check extends CheckPorts {
  readonly sources: TeamSources;
  readonly team: TeamCard;
  /** Those whose files have no syntax errors: to find fault with. For what is there at all, see `sources`. */
  readonly roles: readonly RoleCard[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly scopes: Scopes;
}
