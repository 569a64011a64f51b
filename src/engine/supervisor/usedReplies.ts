/** Which replies of which scripts a run has had, so that a run that goes on gives none of them twice: its own, and those of each team within it over all its visits. Pure. */
import type { RunEvent } from '../events/runEvent';
import type { ModelRun } from '../models/model';
import type { Team } from '../team/team';

/** By the path of the team, as `modelRunKey` makes it. */
export function modelRunsOf(team: Team, events: readonly RunEvent[]): Map<string, ModelRun> {
  const runs = new Map<string, ModelRun>();
  addRuns(runs, team, events, []);
  return runs;
}

export function modelRunKey(path: readonly string[]): string {
  return path.join('/');
}

function addRuns(runs: Map<string, ModelRun>, team: Team, events: readonly RunEvent[], path: readonly string[]): void {
  const key = modelRunKey(path);
  runs.set(key, { usedReplies: usedReplies(team, events, runs.get(key)?.usedReplies) });
  for (const { role, visits } of stepsOfTeams(events)) {
    const inner = team.roles.find(({ id }) => id === role)?.team;
    // A step or a call of one visit has the number of another's.
    if (inner !== undefined) for (const visit of visits) addRuns(runs, inner, visit, [...path, role]);
  }
}

function usedReplies(team: Team, events: readonly RunEvent[], before: ModelRun['usedReplies'] = {}): NonNullable<ModelRun['usedReplies']> {
  const used = new Map(Object.entries(before).map(([file, replies]) => [file, [...replies]]));
  const models = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'model.requested') models.set(`${event.step}.${event.call}`, event.model);
    if (event.type !== 'model.responded' && event.type !== 'model.failed') continue;
    const file = team.models[models.get(`${event.step}.${event.call}`) ?? '']?.script?.file;
    if (file === undefined || event.script === undefined) continue;
    const replies = used.get(file) ?? [];
    replies.push(event.script);
    used.set(file, replies);
  }
  return Object.fromEntries(used);
}

/** Each step that a team works for, with the events of its visits. */
function stepsOfTeams(events: readonly RunEvent[]): readonly { readonly role: string; readonly visits: readonly (readonly RunEvent[])[] }[] {
  const steps = new Map<number, { readonly role: string; readonly visits: RunEvent[][] }>();
  for (const event of events) {
    if (event.type === 'role.started') steps.set(event.step, { role: event.role, visits: [] });
    if (event.type !== 'team.event') continue;
    const visits = steps.get(event.step)?.visits;
    if (event.event.type === 'run.started') visits?.push([]);
    visits?.at(-1)?.push(event.event);
  }
  return [...steps.values()];
}
