/** Looking into a team that does a role's work: each visit is a run of its own, and is shown as one. */
import type { RunView } from '../../engine/projections/runView';
import type { SourceRef } from '../../engine/shared/source';

/** One level down: which step, and which of the visits that it made. */
export interface InnerPlace {
  readonly step: number;
  readonly visit: number;
}

export interface ShownTeam {
  readonly view: RunView;
  /** The levels that were found: a kept place may belong to a run that has not come so far. */
  readonly within: readonly InnerPlace[];
}

export function shownTeam(root: RunView, within: readonly InnerPlace[]): ShownTeam {
  const [place, ...rest] = within;
  const inner = place === undefined ? undefined : root.steps.find(({ step }) => step === place.step)?.visits[place.visit];
  if (place === undefined || inner === undefined) return { view: root, within: [] };
  const deeper = shownTeam(inner, rest);
  return { view: deeper.view, within: [place, ...deeper.within] };
}

/** A place in an inner team's files, as the run's own team would name it. */
export function refFrom(root: RunView, inner: RunView, { file, ...at }: SourceRef): SourceRef {
  const [from, to] = [root.team.folder, inner.team.folder];
  return { ...at, file: to.startsWith(`${from}/`) ? `${to.slice(from.length + 1)}/${file}` : file };
}
