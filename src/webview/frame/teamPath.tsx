/** Where a reader stands who looks into a team within the run, and the ways back out. */
import { Icon } from '../parts/icon';
import type { RunView } from '../../engine/projections/runView';
import type { InnerPlace } from '../state/innerTeam';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';

export function TeamPath({ model, root }: { readonly model: PanelModel; readonly root: RunView }) {
  const within = model.within.value;
  if (within.length === 0) return null;
  const names = namesOf(root, within);
  return (
    <nav class="team-path" aria-label={words.team.path}>
      <button type="button" class="back" onClick={() => model.lookInto(within.slice(0, -1))}><Icon name="arrow-left" /> {words.team.back}</button>
      {names.map((name, level) => (
        <span key={level} class="team-path-level">
          {level > 0 && <Icon name="chevron-right" tone="quiet" />}
          {level === names.length - 1
            ? <strong aria-current="true">{name}</strong>
            : <button type="button" class="link" onClick={() => model.lookInto(within.slice(0, level))}>{name}</button>}
        </span>
      ))}
    </nav>
  );
}

function namesOf(root: RunView, within: readonly InnerPlace[]): readonly string[] {
  const names = [root.team.name];
  let view = root;
  for (const { step: number, visit } of within) {
    const step = view.steps.find(({ step }) => step === number)!;
    view = step.visits[visit]!;
    names.push(words.team.level(view.team.name, number));
  }
  return names;
}
