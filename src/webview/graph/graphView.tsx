/** The graph as a whole tab. */
import { useMemo, useRef } from 'preact/hooks';
import type { RunView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import { useSize } from '../parts/useSize';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { GraphCanvas } from './graphCanvas';
import { graphLayout } from './graphLayout';
import { teamGraph } from './teamGraph';

const nodeWidths = { most: 150, least: 96 };

export function GraphView({ model, view }: { readonly model: PanelModel; readonly view: RunView }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const { team } = view;
  const graph = useMemo(() => teamGraph(team), [team]);
  const plan = useMemo(() => (width === 0 ? null : graphLayout(graph, width, nodeWidths.most, nodeWidths.least)), [graph, width]);
  return (
    <div class="graph-view">
      <div ref={box} class="graph-scroll">{plan !== null && <GraphCanvas model={model} view={view} graph={graph} plan={plan} />}</div>
      <p class="legend quiet">
        <span><svg width="28" height="8" aria-hidden="true"><path class="edge taken" d="M 0 4 H 28" /></svg> {words.graph.legend.taken}</span>
        <span><svg width="28" height="8" aria-hidden="true"><path class="edge" d="M 0 4 H 28" /></svg> {words.graph.legend.notYet}</span>
        <span><Icon name="sparkle" /> {words.graph.legend.model}</span>
        <span>{words.graph.hint}</span>
      </p>
    </div>
  );
}
