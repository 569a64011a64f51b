/** What the panel says when there is no run to show: one sentence, one button. */
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';

export function EmptyView({ model }: { readonly model: PanelModel }) {
  const notice = model.notice.value;
  if (notice === null) return model.run.value === null ? <div class="empty" /> : <div class="empty" aria-busy="true"><p class="quiet">{words.empty.loading}</p></div>;
  const isProblem = notice.kind === 'problem';
  return (
    <div class="empty" role={isProblem ? 'alert' : undefined}>
      <h1 class="empty-title">
        {isProblem && <Icon name="error" tone="failed" />}
        {isProblem ? words.empty.problem : words.empty.none}
      </h1>
      <p>{notice.message}</p>
      {notice.hint !== '' && <p class="quiet">{notice.hint}</p>}
      <button type="button" class="button primary" onClick={() => model.runAgain()}>
        <Icon name="play" /> {words.empty.run}
      </button>
    </div>
  );
}
