/** Which of the three badges a step or a run wears, from the models its calls went to. */
import type { RunView, StepView } from '../../engine/projections/runView';
import type { Team } from '../../engine/team/team';

export type Badge = 'live' | 'scripted' | 'recorded';

export const badgeIcons: { readonly [B in Badge]: string } = { live: 'broadcast', recorded: 'history', scripted: 'file-code' };

export function badgeOfModel(team: Pick<Team, 'models'>, model: string): Badge {
  const provider = team.models[model]?.provider;
  return provider === 'scripted' || provider === 'recorded' ? provider : 'live';
}

/** Null: it made no call yet. */
export function badgeOfStep(team: Pick<Team, 'models'>, step: StepView): Badge | null {
  const call = step.attempts[0]?.calls[0] ?? step.choice;
  if (call !== null && call !== undefined) return badgeOfModel(team, call.model);
  return step.visits.flatMap(badgesOfCalls)[0] ?? null;
}

/** Before the first call, those that its roles will wear. */
export function badgesOfRun(view: RunView): readonly Badge[] {
  const worn = badgesOfCalls(view);
  const badges = worn.length > 0 ? worn : view.team.roles.filter(({ model }) => model in view.team.models).map(({ model }) => badgeOfModel(view.team, model));
  return [...new Set(badges)];
}

/** Also that of the steps which a fork took over. */
export function badgesOfFork(view: RunView): readonly Badge[] {
  return view.forked === null || view.forked.step === 0 ? badgesOfRun(view) : [...new Set<Badge>(['recorded', ...badgesOfRun(view)])];
}

/** Those of the teams within are told by their own models. */
function badgesOfCalls({ team, spend, steps }: RunView): readonly Badge[] {
  const own = spend.byModel.filter(({ name }) => name in team.models).map(({ name }) => badgeOfModel(team, name));
  return [...own, ...steps.flatMap(({ visits }) => visits.flatMap(badgesOfCalls))];
}
