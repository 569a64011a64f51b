/** What a run adds to its team's graph: the state of each node, which ways were taken, and the ways that nobody had drawn. */
import type { RunView, StepState, StepView } from '../../engine/projections/runView';
import type { GraphEdge, TeamGraph } from './teamGraph';
import { isAsking } from '../state/shownState';
import { endId, supervisorId } from './teamGraph';

export type NodeState = 'running' | 'waiting' | 'reviewing' | 'done' | 'partial' | 'failed' | 'stopped' | 'not reached';

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
  const tallies = tally(view);
  const nodes = new Map(graph.nodes.map(({ id }) => [id, liveNode(view, id, tallies.get(id) ?? noTally, isRunning)] as const));
  const ways = waysTaken(view);
  const known = new Set(graph.edges.map(wayKey));
  const drawn = graph.edges.map((edge): LiveEdge => {
    const taken = edge.kind === 'review' ? reviewed(edge, tallies) : ways.has(wayKey(edge)) || (edge.kind === 'choice' && tallies.get(edge.to)?.wasChosen === true);
    return { ...edge, isTaken: taken, isByModel: ways.get(wayKey(edge)) === true || edge.kind === 'choice' };
  });
  const extra = [...ways].flatMap(([key, isByModel]): readonly LiveEdge[] => {
    if (known.has(key)) return [];
    const [from, to] = JSON.parse(key) as [string, string];
    return nodes.has(from) && nodes.has(to) ? [{ from, to, kind: 'back', isTaken: true, isByModel }] : [];
  });
  return { nodes, edges: [...drawn, ...extra] };
}

/** What a role did, gathered in one look at the steps: a run may have thousands. */
interface Tally {
  steps: number;
  last: StepView | null;
  isAtWork: boolean;
  isAsking: boolean;
  wasChosen: boolean;
  reviews: number;
  lastReview: number | null;
  isReviewing: boolean;
  /** Roles that it was asked to review, and of whom it has spoken. */
  readonly asked: Set<string>;
  readonly spoken: Set<string>;
}

const noTally: Tally = newTally();

function newTally(): Tally {
  return { steps: 0, last: null, isAtWork: false, isAsking: false, wasChosen: false, reviews: 0, lastReview: null, isReviewing: false, asked: new Set(), spoken: new Set() };
}

function tally(view: RunView): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  const of = (id: string) => {
    let one = tallies.get(id);
    if (one === undefined) tallies.set(id, (one = newTally()));
    return one;
  };
  for (const step of view.steps) {
    const own = of(step.role);
    own.steps += 1;
    own.last = step;
    own.isAtWork ||= step.state === 'running';
    own.isAsking ||= isAsking(view, step.step);
    own.wasChosen ||= step.decision.by === 'model';
    for (const attempt of step.attempts) {
      const call = attempt.reviewCalls[0];
      if (call === undefined) continue;
      const reviewer = of(call.role);
      reviewer.reviews += 1;
      reviewer.lastReview = step.step;
      reviewer.isReviewing ||= attempt.reviewCalls.some((one) => one.state === 'running');
      reviewer.asked.add(step.role);
      if (attempt.review !== null) reviewer.spoken.add(step.role);
    }
  }
  return tallies;
}

const nodeStates: { readonly [S in StepState]: NodeState } = {
  running: 'running', committed: 'done', partial: 'partial', skipped: 'failed', failed: 'failed', escalated: 'failed', stopped: 'stopped',
};

function liveNode(view: RunView, id: string, done: Tally, isRunning: boolean): LiveNode {
  if (id === endId) return { state: view.status === 'completed' || view.status === 'partial' ? 'done' : 'not reached', count: 0, lastStep: null };
  if (id === supervisorId) return supervisorNode(view, isRunning);
  const count = done.steps === 0 ? done.reviews : done.steps;
  if (isRunning && done.isReviewing) return { state: 'reviewing', count, lastStep: done.lastReview };
  if (done.last === null) return { state: count === 0 ? 'not reached' : 'done', count, lastStep: done.lastReview };
  return { state: stateOfRole(done, done.last, isRunning), count, lastStep: done.last.step };
}

function stateOfRole({ isAsking: asks, isAtWork }: Tally, last: StepView, isRunning: boolean): NodeState {
  if (asks) return 'waiting';
  if (!isAtWork) return nodeStates[last.state];
  return isRunning ? 'running' : 'stopped';
}

function supervisorNode(view: RunView, isRunning: boolean): LiveNode {
  const chosen = view.steps.filter((step) => step.choice !== null);
  const isAsked = isRunning && view.loose.some((call) => call.state === 'running');
  return { state: isAsked ? 'running' : chosen.length > 0 ? 'done' : 'not reached', count: chosen.length, lastStep: chosen.at(-1)?.step ?? null };
}

/** From one step's role to the next one's, and to the end; true where the model chose it. */
function waysTaken(view: RunView): ReadonlyMap<string, boolean> {
  const ways = new Map<string, boolean>();
  for (let index = 1; index < view.steps.length; index++) {
    const from = view.steps[index - 1]!.role;
    const step = view.steps[index]!;
    if (from === step.role) continue;
    const key = wayKey({ from, to: step.role });
    ways.set(key, ways.get(key) === true || step.decision.by === 'model');
  }
  const last = view.steps.at(-1);
  if (last !== undefined && (view.status === 'completed' || view.status === 'partial')) ways.set(wayKey({ from: last.role, to: endId }), false);
  return ways;
}

function wayKey({ from, to }: Pick<GraphEdge, 'from' | 'to'>): string {
  return JSON.stringify([from, to]);
}

/** Sent to the reviewer once it was asked; back once it has spoken. */
function reviewed({ from, to }: GraphEdge, tallies: ReadonlyMap<string, Tally>): boolean {
  return tallies.get(to)?.asked.has(from) === true || tallies.get(from)?.spoken.has(to) === true;
}
