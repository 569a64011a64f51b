/** The panel as a whole: header, tabs and what the chosen tab shows, by the width there is. */
import { useRef } from 'preact/hooks';
import type { RunView } from '../engine/projections/runView';
import { CompareView } from './compare/compareView';
import { EmptyView } from './tabs/emptyView';
import { GraphPane } from './graph/graphPane';
import { GraphView } from './graph/graphView';
import { Header } from './frame/header';
import { Announcer } from './frame/announcer';
import { TeamPath } from './frame/teamPath';
import { Toolbar } from './frame/toolbar';
import { Inspector } from './inspector/inspector';
import { StepList } from './list/stepList';
import { Icon } from './parts/icon';
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
    <div ref={box} class={`panel ${layout}`} onKeyDown={(event) => findOnSlash(event, model)}>
      {width > 0 && (view === null ? <EmptyView model={model} /> : <Run model={model} view={view} layout={layout} height={height} />)}
    </div>
  );
}

/** Anywhere but where text is typed. */
function findOnSlash(event: KeyboardEvent, model: PanelModel): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  if (model.comparison.now.value !== null) return;
  event.preventDefault();
  model.change({ tab: 'steps', isStepShown: false });
  model.focusOn('find');
}

interface RunProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
  readonly height: number;
}

function Run({ model, view, layout, height }: RunProps) {
  const { tab } = model.ui.value;
  const compared = model.comparison.now.value;
  if (compared !== null) {
    return (
      <>
        <CompareView model={model} view={model.root.value ?? view} compared={compared} layout={layout} />
        <Announcer model={model} view={view} />
      </>
    );
  }
  return (
    <>
      <Header model={model} view={view} layout={layout} />
      <TeamPath model={model} root={model.root.value ?? view} />
      <Toolbar model={model} view={view} layout={layout} />
      <Warnings model={model} />
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

/** What had to be left out of a log, or is not shown of it. */
function Warnings({ model }: { readonly model: PanelModel }) {
  const warnings = model.run.value?.warnings ?? [];
  if (warnings.length === 0) return null;
  return <div class="warnings">{warnings.map((warning, index) => <p key={index}><Icon name="warning" tone="attention" /> {warning}</p>)}</div>;
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
