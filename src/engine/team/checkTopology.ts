/** Whether the order of things is told, and what the topology makes of the keys that tell it: pipeline, routes, supervisor. */
import type { CardRoute } from '../cards/teamCard';
import type { SourceRange } from '../shared/source';
import type { Check } from './check';
import { orderFromCards } from './pipelineOrder';
import { limitMend } from './teamMends';

export function checkTopology(check: Check): void {
  const { team } = check;
  checkOrder(check);
  if (team.topology !== 'pipeline' && team.pipeline !== null) {
    const range = team.map.keyRange('pipeline') ?? team.at;
    check.findings.add('pipeline-unused', range, `\`pipeline\` is read only with \`topology: pipeline\`; the topology is ${team.topology}.`);
  }
  checkChoices(check);
  checkRoutes(check);
}

function checkOrder(check: Check): void {
  switch (check.team.topology) {
    case 'supervisor':
      return;
    case 'pipeline':
      return checkPipeline(check);
    case 'hierarchy':
      return checkHierarchy(check);
    case 'blackboard':
      refuseRoutes(check, 'On a blackboard roles wake when a field changes; there are no routes.');
      return refuseSupervisor(check, 'On a blackboard roles wake when a field changes: its supervisor is never asked.');
    case 'group_chat':
      return checkGroupChat(check);
  }
}

function checkPipeline(check: Check): void {
  const { team, sources, findings } = check;
  refuseRoutes(check, 'A pipeline has a fixed order and no routes.');
  refuseSupervisor(check, 'A pipeline has a fixed order: its supervisor is never asked.');
  if (team.pipeline !== null) {
    const range = team.map.keyRange('pipeline');
    if (team.pipeline.length === 0 && range !== null) findings.add('pipeline-order', range, 'The pipeline has no roles.');
    return checkRepeats(check);
  }
  const order = orderFromCards(sources.roles);
  if (!order.ok && !sources.incomplete) findings.add('pipeline-order', topologyRange(check), `The order of the pipeline is not told: ${order.why}.`);
}

/** Whoever stands in it again is passed over there, unless what it reads has been written in between: the same dispatch is never made twice. */
function checkRepeats({ team, sources, findings }: Check): void {
  const places = team.map.texts('pipeline');
  const cards = new Map(sources.roles.map((card) => [card.id, card]));
  places.forEach(({ text: id, range }, index) => {
    const before = places.findLastIndex((place, at) => at < index && place.text === id);
    const reads = cards.get(id)?.reads.map(({ field }) => field.text);
    if (before < 0 || reads === undefined) return;
    const written = places.slice(before, index).flatMap(({ text }) => cards.get(text)?.writes.map(({ field }) => field) ?? []);
    if (reads.some((field) => written.includes(field))) return;
    const what = reads.length === 0 ? 'it reads nothing' : `nobody from there to here writes what it reads (${reads.join(', ')})`;
    findings.add('pipeline-repeat', range, `\`${id}\` will be passed over here: it has run before, and ${what}.`, { related: [{ message: 'it runs here', range: places[before]!.range }] });
  });
}

function checkHierarchy(check: Check): void {
  const { sources, findings } = check;
  if (sources.incomplete || sources.roles.some((role) => role.map.has('team'))) return;
  findings.add('no-inner-team', topologyRange(check), 'No role of this hierarchy is a team.');
}

function checkGroupChat(check: Check): void {
  const { team, findings } = check;
  findings.add('experimental', topologyRange(check), 'The topology `group_chat` is experimental: every turn costs a choice of the supervisor, and it may still change.');
  refuseRoutes(check, "In a group chat the supervisor's model picks the next speaker; there are no routes.");
  if (team.limits?.has('steps') === true) return;
  findings.add('missing-key', team.map.keyRange('limits') ?? topologyRange(check), 'A group chat has to have a limit of its steps.', { hint: 'Add one: `limits: { steps: 20 }`.', fix: limitMend(team.map, 'steps', '20') });
}

function topologyRange({ team }: Check): SourceRange {
  return team.map.keyRange('topology') ?? team.at;
}

function refuseRoutes({ team, findings }: Check, why: string): void {
  const range = team.map.keyRange('routes');
  if (range !== null) findings.add('routes-unused', range, why);
}

function refuseSupervisor({ team, findings }: Check, why: string): void {
  const range = team.map.keyRange('supervisor');
  if (range !== null) findings.add('supervisor-unused', range, why);
}

function checkChoices({ team, findings }: Check): void {
  const choices = team.supervisor?.choices ?? null;
  if (choices === null || choices.some((choice) => choice.text !== 'end')) return;
  findings.add('no-choices', team.map.map('supervisor')?.keyRange('choices') ?? team.at, 'The supervisor has no role to choose.');
}

/** Behind a route that always ends the run nothing is ever tried. */
function checkRoutes({ team, findings }: Check): void {
  const isEnd = (route: CardRoute): boolean => route.to?.text === 'end' && (!route.map.has('when') || route.when?.text.trim() === 'true');
  const end = team.routes.findIndex(isEnd);
  if (end < 0) return;
  const related = [{ message: 'this one always holds', range: team.routes[end]!.map.range }];
  for (const route of team.routes.slice(end + 1)) findings.add('unreachable-route', route.map.range, 'This route is never tried: one above it always ends the run.', { related });
}
