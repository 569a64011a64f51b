/** The graph under the list of steps: as high as it needs, and closed where nobody wants it. */
import { useMemo, useRef } from 'preact/hooks';
import type { RunView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import { IconButton } from '../parts/iconButton';
import { useSize } from '../parts/useSize';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { GraphCanvas } from './graphCanvas';
import { graphLayout } from './graphLayout';
import { teamGraph } from './teamGraph';

const nodeWidths = { most: 124, least: 72 };

export function GraphPane({ model, view }: { readonly model: PanelModel; readonly view: RunView }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const { isGraphOpen } = model.ui.value;
  const { team } = view;
  const graph = useMemo(() => teamGraph(team), [team]);
  const plan = useMemo(() => (width === 0 ? null : graphLayout(graph, width, nodeWidths.most, nodeWidths.least)), [graph, width]);
  return (
    <section class="graph-pane">
      <div class="section-head">
        <h2 class="section-name">
          <button type="button" class="section-button" aria-expanded={isGraphOpen} onClick={() => model.change({ isGraphOpen: !isGraphOpen })}>
            <Icon name={isGraphOpen ? 'chevron-down' : 'chevron-right'} /> {words.graph.title}
          </button>
        </h2>
        <span class="section-summary" />
        <IconButton icon="screen-full" label={words.graph.expand} onClick={() => model.change({ tab: 'graph' })} />
      </div>
      <div ref={box} class={`graph-box${isGraphOpen ? '' : ' closed'}`}>{isGraphOpen && plan !== null && <GraphCanvas model={model} view={view} graph={graph} plan={plan} />}</div>
    </section>
  );
}
