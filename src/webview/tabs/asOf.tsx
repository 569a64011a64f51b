/** Moves the shared workspace through the run's steps. */
import type { RunView } from '../../engine/projections/runView';
import { IconButton } from '../parts/iconButton';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';

export function AsOf({ model, view }: { readonly model: PanelModel; readonly view: RunView }) {
  const last = view.steps.at(-1)?.step ?? 0;
  const at = Math.min(model.ui.value.asOf ?? last, last);
  const go = (step: number) => model.change({ asOf: step >= last ? null : Math.max(0, step), version: null });
  return (
    <div class="as-of" role="group" aria-label={words.workspace.asOf(at)}>
      <span class="as-of-text">{at === last ? words.workspace.asOfLatest(at) : words.workspace.asOf(at)}</span>
      <IconButton icon="chevron-left" label={words.workspace.earlier} isDisabled={at === 0} onClick={() => go(at - 1)} />
      <IconButton icon="chevron-right" label={words.workspace.later} isDisabled={at === last} onClick={() => go(at + 1)} />
    </div>
  );
}
