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
  return call === null || call === undefined ? null : badgeOfModel(team, call.model);
}

export function badgesOfRun(view: RunView): readonly Badge[] {
  const models = view.spend.byModel.length === 0 ? view.team.roles.map((role) => role.model) : view.spend.byModel.map((row) => row.name);
  return [...new Set(models.map((model) => badgeOfModel(view.team, model)))];
}
