/** Holds a team's cards against each other, before anything runs: every check of FORMAT.md, each in a file of its own. */
import type { TeamCard } from '../cards/teamCard';
import { buildFields } from './buildFields';
import type { Check, CheckPorts } from './check';
import { checkApprovals } from './checkApprovals';
import { checkCostLimit } from './checkCostLimit';
import { checkExpressions } from './checkExpressions';
import { checkFanOut } from './checkFanOut';
import { checkInnerTeams } from './checkInnerTeams';
import { checkInputs } from './checkInputs';
import { checkModels } from './checkModels';
import { checkChosenNames, checkDefaultModel, checkNames } from './checkNames';
import { checkRoles } from './checkRoles';
import { checkScenarios } from './checkScenarios';
import { checkSchemas } from './checkSchemas';
import { checkScripts } from './checkScripts';
import { checkTeamRules } from './checkTeamRules';
import { checkTools } from './checkTools';
import { checkTopology } from './checkTopology';
import { checkUnusedRoles } from './checkUnusedRoles';
import { checkWakes } from './checkWakes';
import { checkWorkspace } from './checkWorkspace';
import { isGroupChat } from './groupChat';
import { lintTeam } from './lint/lintTeam';
import { placeIn } from './placeIn';
import { Scopes } from './scopes';
import type { TeamSources } from './loadedTeam';

/** Reports all there is, never only the first. Patterns must be loaded when an expression uses them. */
export async function checkTeam(sources: TeamSources, team: TeamCard, ports: CheckPorts): Promise<void> {
  const fields = buildFields(sources, placeIn(sources.folder));
  const check: Check = { ...ports, sources, team, roles: sources.roles.filter((role) => !sources.broken.has(role.file)), fields, scopes: new Scopes(fields, sources.roles, isGroupChat(team)) };
  checkRoles(check);
  checkChosenNames(check);
  checkNames(check);
  checkDefaultModel(check);
  checkModels(check);
  checkCostLimit(check);
  await checkTools(check);
  checkSchemas(check);
  const looks = checkExpressions(check);
  checkTeamRules(check);
  checkWorkspace(check, looks);
  checkTopology(check);
  checkWakes(check);
  checkUnusedRoles(check);
  checkFanOut(check);
  checkApprovals(check);
  checkInputs(check, looks);
  checkInnerTeams(check, looks);
  checkScripts(check);
  checkScenarios(check);
  lintTeam(check);
}
