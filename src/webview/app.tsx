/** The panel as a whole: header, tabs and what the chosen tab shows, by the width there is. */
import { useRef } from 'preact/hooks';
import type { RunView } from '../engine/projections/runView';
import { EmptyView } from './tabs/emptyView';
import { GraphPane } from './graph/graphPane';
import { GraphView } from './graph/graphView';
import { Header } from './frame/header';
import { Announcer } from './frame/announcer';
import { Toolbar } from './frame/toolbar';
import { Inspector } from './inspector/inspector';
import { StepList } from './list/stepList';
import { useSize } from './parts/useSize';
import { layoutOf } from './state/layout';
import type { Layout } from './state/layout';
import type { PanelModel } from './state/panelModel';
import { SpendTab } from './tabs/spendTab';
import { WorkspaceTab } from './tabs/workspaceTab';

/** The graph is drawn under the list where the list keeps enough room. */
const graphFrom = 640;

export function App({ model }: { readonly model: PanelModel }) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const view = model.view.value;
  const layout = layoutOf(width);
  return (
    <div ref={box} class={`panel ${layout}`}>
      {width > 0 && (view === null ? <EmptyView model={model} /> : <Run model={model} view={view} layout={layout} height={height} />)}
    </div>
  );
}

interface RunProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
  readonly height: number;
}

function Run({ model, view, layout, height }: RunProps) {
  const { tab } = model.ui.value;
  return (
    <>
      <Header model={model} view={view} layout={layout} />
      <Toolbar model={model} view={view} layout={layout} />
      <div class="content" id={`tab-${tab}`} role="tabpanel" aria-labelledby={`tab-button-${tab}`}>
        {tab === 'steps' && <StepsTab model={model} view={view} layout={layout} height={height} />}
        {tab === 'graph' && <GraphView model={model} view={view} />}
        {tab === 'spend' && <SpendTab model={model} view={view} layout={layout} />}
        {tab === 'workspace' && <WorkspaceTab model={model} view={view} layout={layout} />}
      </div>
      <Announcer model={model} view={view} />
    </>
  );
}

function StepsTab({ model, view, layout, height }: RunProps) {
  const { isStepShown } = model.ui.value;
  if (layout === 'narrow') {
    return isStepShown ? <Inspector model={model} view={view} layout={layout} /> : <StepList model={model} view={view} />;
  }
  return (
    <div class="panes">
      <div class="pane-list">
        <StepList model={model} view={view} />
        {layout === 'wide' && height >= graphFrom && <GraphPane model={model} view={view} />}
      </div>
      <Inspector model={model} view={view} layout={layout} />
    </div>
  );
}
