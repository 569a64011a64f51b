/** Where the replies of scripted models are written, for whoever wonders why another task brings the same answer. Texts for people; nothing is decided by them. */
import { joinPath, relativePath } from '../shared/paths';
import type { ModelEntry, Team } from '../team/team';
import type { RunView } from './runView';

/** The scripts that answered, those of the teams within too; as seen from the folder of the run's own team. */
export function scriptsOfRun(view: Pick<RunView, 'team' | 'spend' | 'steps'>): readonly string[] {
  const answered = (run: Pick<RunView, 'team' | 'spend' | 'steps'>): readonly string[] => [
    ...filesOf(run.team, run.spend.byModel.map(({ name }) => run.team.models[name])),
    ...run.steps.flatMap(({ visits }) => visits.flatMap(answered)),
  ];
  return [...new Set(answered(view))].map((file) => relativePath(view.team.folder, file));
}

/** Those that its roles would be answered from. */
export function scriptsOfTeam(team: Team): readonly string[] {
  const files = filesOf(team, team.roles.map(({ model }) => team.models[model]));
  return [...new Set(files)].map((file) => relativePath(team.folder, file));
}

function filesOf({ folder }: Team, models: readonly (ModelEntry | undefined)[]): readonly string[] {
  return models.flatMap((model) => (model === undefined || model.script === null ? [] : [joinPath(folder, model.script.file)]));
}

/** Null: no script. */
export function sayScripted(scripts: readonly string[]): string | null {
  if (scripts.length === 0) return null;
  return `The replies are written in ${scripts.join(', ')} (scripted model): another task changes only what they take from it.`;
}
