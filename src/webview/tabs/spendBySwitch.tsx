/** What the rows of the spend table are. */
import { Segments } from '../parts/segments';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';

export function SpendBySwitch({ model }: { readonly model: PanelModel }) {
  const segments = (['role', 'model', 'step'] as const).map((by) => ({ value: by, label: words.spend.by[by] }));
  return <Segments label={words.spend.byLabel} segments={segments} chosen={model.ui.value.spendBy} onChoose={(spendBy) => model.change({ spendBy })} />;
}
