/** What a run adds to its team's graph: the state of each node, which ways were taken, and the ways that nobody had drawn. */
import type { RunView, StepState, StepView } from '../../engine/projections/runView';
import type { GraphEdge, TeamGraph } from './teamGraph';
import { endId, supervisorId } from './teamGraph';

export type NodeState = 'running' | 'reviewing' | 'done' | 'partial' | 'failed' | 'stopped' | 'not reached';

export interface LiveNode {
  readonly state: NodeState;
  /** Dispatches, or reviews of a role that only reviews. */
  readonly count: number;
  readonly lastStep: number | null;
}

export interface LiveEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: GraphEdge['kind'] | 'back';
  readonly isTaken: boolean;
  /** The model chose this way at least once. */
  readonly isByModel: boolean;
}

export interface LiveGraph {
  readonly nodes: ReadonlyMap<string, LiveNode>;
  readonly edges: readonly LiveEdge[];
}

export function graphLive(graph: TeamGraph, view: RunView, isRunning: boolean): LiveGraph {
  const nodes = new Map(graph.nodes.map(({ id }) => [id, liveNode(view, id, isRunning)] as const));
  const ways = waysTaken(view);
  const known = new Set(graph.edges.map(wayKey));
  const drawn = graph.edges.map((edge): LiveEdge => {
    const taken = edge.kind === 'review' ? reviewed(view, edge) : ways.has(wayKey(edge)) || (edge.kind === 'choice' && wasChosen(view, edge.to));
    return { ...edge, isTaken: taken, isByModel: ways.get(wayKey(edge)) === true || edge.kind === 'choice' };
  });
  const extra = [...ways].flatMap(([key, isByModel]): readonly LiveEdge[] => {
    if (known.has(key)) return [];
    const [from, to] = JSON.parse(key) as [string, string];
    return nodes.has(from) && nodes.has(to) ? [{ from, to, kind: 'back', isTaken: true, isByModel }] : [];
  });
  return { nodes, edges: [...drawn, ...extra] };
}

const nodeStates: { readonly [S in StepState]: NodeState } = {
  running: 'running', committed: 'done', partial: 'partial', skipped: 'failed', failed: 'failed', escalated: 'failed', stopped: 'stopped',
};

function liveNode(view: RunView, id: string, isRunning: boolean): LiveNode {
  if (id === endId) return { state: view.status === 'completed' || view.status === 'partial' ? 'done' : 'not reached', count: 0, lastStep: null };
  if (id === supervisorId) return supervisorNode(view, isRunning);
  const steps = view.steps.filter((step) => step.role === id);
  const reviews = reviewsBy(view, id);
  const count = steps.length === 0 ? reviews.length : steps.length;
  const reviewing = isRunning ? reviews.find((review) => review.isOpen) : undefined;
  if (reviewing !== undefined) return { state: 'reviewing', count, lastStep: reviewing.step };
  const last = steps.at(-1);
  if (last === undefined) return { state: count === 0 ? 'not reached' : 'done', count, lastStep: reviews.at(-1)?.step ?? null };
  return { state: stateOf(steps, last, isRunning), count, lastStep: last.step };
}

function stateOf(steps: readonly StepView[], last: StepView, isRunning: boolean): NodeState {
  if (!steps.some((step) => step.state === 'running')) return nodeStates[last.state];
  return isRunning ? 'running' : 'stopped';
}

/** Each attempt that this role was asked to review. */
function reviewsBy(view: RunView, id: string): readonly { readonly step: number; readonly isOpen: boolean }[] {
  return view.steps.flatMap((step) =>
    step.attempts
      .filter((attempt) => attempt.reviewCalls.some((call) => call.role === id))
      .map((attempt) => ({ step: step.step, isOpen: attempt.reviewCalls.some((call) => call.state === 'running') })),
  );
}

function supervisorNode(view: RunView, isRunning: boolean): LiveNode {
  const chosen = view.steps.filter((step) => step.choice !== null);
  const isAsked = isRunning && view.loose.some((call) => call.state === 'running');
  return { state: isAsked ? 'running' : chosen.length > 0 ? 'done' : 'not reached', count: chosen.length, lastStep: chosen.at(-1)?.step ?? null };
}

/** From one step's role to the next one's, and to the end; true where the model chose it. */
function waysTaken(view: RunView): ReadonlyMap<string, boolean> {
  const ways = new Map<string, boolean>();
  view.steps.slice(1).forEach((step, index) => {
    const from = view.steps[index]!.role;
    if (from === step.role) return;
    const key = wayKey({ from, to: step.role });
    ways.set(key, ways.get(key) === true || step.decision.by === 'model');
  });
  const last = view.steps.at(-1);
  if (last !== undefined && (view.status === 'completed' || view.status === 'partial')) ways.set(wayKey({ from: last.role, to: endId }), false);
  return ways;
}

function wayKey({ from, to }: Pick<GraphEdge, 'from' | 'to'>): string {
  return JSON.stringify([from, to]);
}

function wasChosen(view: RunView, role: string): boolean {
  return view.steps.some((step) => step.role === role && step.decision.by === 'model');
}

/** Sent to the reviewer once it was asked; back once it has spoken. */
function reviewed(view: RunView, edge: GraphEdge): boolean {
  return view.steps.some((step) => {
    if (step.role === edge.from) return step.attempts.some((attempt) => attempt.reviewCalls.some((call) => call.role === edge.to));
    return step.role === edge.to && step.attempts.some((attempt) => attempt.review?.by === edge.from);
  });
}
