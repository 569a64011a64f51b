/** The run that is shown held against another: two attempts at a step, or the runs as wholes. */
import type { RunView } from '../../engine/projections/runView';
import { Header } from '../frame/header';
import type { Layout } from '../state/layout';
import type { Compared } from '../state/comparison';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { AttemptsView } from './attemptsView';
import { CompareBar } from './compareBar';
import { RunsView } from './runsView';

interface CompareProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly compared: Compared;
  readonly layout: Layout;
}

export function CompareView({ model, view, compared, layout }: CompareProps) {
  const other = model.comparison.views.value.get(compared.other);
  const isOfRuns = compared.about === 'runs';
  return (
    <>
      {!isOfRuns && <Header model={model} view={view} layout={layout} />}
      {other === undefined ? (
        <><CompareBar model={model} title={words.compare.runs(compared.other, view.run)} /><p class="none quiet" aria-busy="true">{words.compare.loading}</p></>
      ) : isOfRuns ? <RunsView model={model} view={view} other={other} layout={layout} /> : <AttemptsView model={model} view={view} other={other} compared={compared} layout={layout} />}
    </>
  );
}
