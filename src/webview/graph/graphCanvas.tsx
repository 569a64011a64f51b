/** Draws a placed graph with its live states. Money is not written on it. */
import { useMemo, useState } from 'preact/hooks';
import type { RunView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import { Said } from '../parts/said';
import type { IconProps } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { edgePath } from './edgePath';
import { comfortable } from './graphLayout';
import type { GraphPlan, Placed } from './graphLayout';
import { graphLive } from './graphLive';
import type { LiveEdge, LiveNode, NodeState } from './graphLive';
import type { TeamGraph } from './teamGraph';
import { endId, supervisorId } from './teamGraph';

interface CanvasProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly graph: TeamGraph;
  readonly plan: GraphPlan;
}

export function GraphCanvas({ model, view, graph, plan }: CanvasProps) {
  const isRunning = model.isRunning;
  const live = useMemo(() => graphLive(graph, view, isRunning), [graph, view, isRunning]);
  const [tabStop, setTabStop] = useState(graph.nodes[0]?.id ?? endId);
  const reach = graph.nodes.filter((node) => node.id !== endId).map((node) => node.id);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = reach[Math.min(reach.length - 1, Math.max(0, reach.indexOf(tabStop) + by))]!;
    setTabStop(next);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div class="graph" role="group" aria-label={words.graph.title} style={{ width: `${plan.width}px`, height: `${plan.height}px` }} onKeyDown={onKey}>
      <svg class="graph-edges" width={plan.width} height={plan.height} aria-hidden="true">
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="3" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M 0 0.5 L 7 4 L 0 7.5 z" /></marker>
        </defs>
        {live.edges.map((edge) => <Edge key={`${edge.from} ${edge.to} ${edge.kind}`} plan={plan} edge={edge} />)}
      </svg>
      {live.edges.map((edge) => <ModelMark key={`${edge.from} ${edge.to}`} plan={plan} edge={edge} />)}
      {[...plan.nodes.values()].map((placed) => (
        <Node key={placed.id} model={model} view={view} placed={placed} live={live.nodes.get(placed.id)!} isTabStop={placed.id === tabStop} onFocus={() => setTabStop(placed.id)} />
      ))}
    </div>
  );
}

function Edge({ plan, edge }: { readonly plan: GraphPlan; readonly edge: LiveEdge }) {
  const path = edgePath(plan, edge);
  return path === null ? null : <path class={`edge${edge.isTaken ? ' taken' : ''}`} d={path.d} marker-end="url(#arrow)" />;
}

/** Only on the ways that nobody but the model chose; a choice's own edge says so by where it begins. */
function ModelMark({ plan, edge }: { readonly plan: GraphPlan; readonly edge: LiveEdge }) {
  const path = edge.isByModel && edge.kind !== 'choice' ? edgePath(plan, edge) : null;
  if (path === null) return null;
  return <span class="graph-mark" title={words.graph.legend.model} style={{ left: `${path.mark.x}px`, top: `${path.mark.y}px` }}><Icon name="sparkle" /></span>;
}

const nodeIcons: { readonly [S in NodeState]: IconProps } = {
  running: { name: 'loading', tone: 'active' },
  waiting: { name: 'bell-dot', tone: 'attention' },
  reviewing: { name: 'loading', tone: 'active' },
  done: { name: 'check', tone: 'done' },
  partial: { name: 'warning', tone: 'attention' },
  failed: { name: 'error', tone: 'failed' },
  stopped: { name: 'stop-circle' },
  'not reached': { name: 'circle-large-outline', tone: 'quiet' },
};

interface NodeProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly placed: Placed;
  readonly live: LiveNode;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
}

function Node({ model, view, placed, live, isTabStop, onFocus }: NodeProps) {
  const { id, width } = placed;
  const style = { left: `${placed.x - width / 2}px`, top: `${placed.y - placed.height / 2}px`, width: `${width}px`, height: `${placed.height}px` };
  if (id === endId) return <End isReached={live.state === 'done'} style={style} />;
  const label = words.graph.node(id, words.graph.states[live.state], live.count);
  const icon = nodeIcons[live.state];
  return (
    <button
      type="button" class={`graph-node${width < comfortable ? ' tight' : ''} ${nodeClass(live.state)}`} style={style} data-node={id} tabIndex={isTabStop ? 0 : -1}
      title={`${label}. ${words.graph.hint}`} onClick={() => chooseLast(model, live)} onDblClick={() => openNode(model, view, id)} onFocus={onFocus}
    >
      <Icon name={icon.name} tone={icon.tone} />
      <span class="graph-name">{id}<Said text={label.slice(id.length)} /></span>
      {live.count > 1 && width >= comfortable && <span class="graph-count quiet" aria-hidden="true">{words.graph.times(live.count)}</span>}
    </button>
  );
}

function End({ isReached, style }: { readonly isReached: boolean; readonly style: Record<string, string> }) {
  const label = words.graph.node(words.graph.end, words.graph.states[isReached ? 'done' : 'not reached'], 0);
  return <span class={`graph-end${isReached ? ' reached' : ''}`} style={style} title={words.graph.end} role="img" aria-label={label}><Icon name="record" /></span>;
}

function nodeClass(state: NodeState): string {
  if (state === 'running' || state === 'reviewing') return 'active';
  return state === 'not reached' ? 'unreached' : '';
}

function chooseLast(model: PanelModel, { lastStep }: LiveNode): void {
  if (lastStep !== null) model.choose(lastStep);
}

function openNode(model: PanelModel, view: RunView, id: string): void {
  const at = id === supervisorId ? view.team.supervisor?.at : view.team.roles.find((role) => role.id === id)?.at;
  if (at !== undefined) model.open(at);
}
