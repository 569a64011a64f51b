/** Where the nodes of a team's graph stand. Worked out once for a team and a width, so that nothing moves while a run goes on. */
import { graphlib, layout as dagreLayout } from '@dagrejs/dagre';
import type { TeamGraph } from './teamGraph';
import { endId } from './teamGraph';

export interface Placed {
  readonly id: string;
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphPlan {
  readonly nodes: ReadonlyMap<string, Placed>;
  readonly width: number;
  readonly height: number;
  readonly isAcross: boolean;
}

export const nodeHeight = 30;
const endSize = 18;
const wideGap = 24;
const tightGap = 18;
/** Room for the arcs of ways back. */
const arcRoom = 48;
const padding = 14;
/** Nodes of this width hold a name, an icon and a count. */
export const comfortable = 106;
const reviewerDrop = 54;

/** Across where the nodes fit side by side in `width`, else down. */
export function graphLayout(graph: TeamGraph, width: number, mostNode: number, leastNode: number): GraphPlan {
  const ranks = graph.nodes.length - graph.reviewers.size - 1;
  const roomWith = (gap: number) => (width - 2 * padding - endSize - ranks * gap) / Math.max(1, ranks);
  const gap = roomWith(wideGap) >= comfortable ? wideGap : tightGap;
  const room = roomWith(gap);
  const isAcross = room >= leastNode;
  const nodeWidth = Math.floor(isAcross ? Math.min(mostNode, room) : mostNode);
  return place(graph, isAcross, nodeWidth, gap);
}

function place(graph: TeamGraph, isAcross: boolean, nodeWidth: number, gap: number): GraphPlan {
  const g = new graphlib.Graph();
  g.setGraph({ rankdir: isAcross ? 'LR' : 'TB', ranksep: gap, nodesep: 20, marginx: padding, marginy: 12 });
  g.setDefaultEdgeLabel(() => ({}));
  for (const { id } of graph.nodes) {
    if (graph.reviewers.has(id)) continue;
    g.setNode(id, id === endId ? { width: endSize, height: endSize } : { width: nodeWidth, height: nodeHeight });
  }
  for (const { from, to, kind } of graph.edges) if (kind !== 'review' && from !== to) g.setEdge(from, to);
  dagreLayout(g);
  const nodes = new Map<string, Placed>();
  const [dx, dy] = isAcross ? [0, arcRoom] : [0, 0];
  for (const id of g.nodes()) {
    const { x, y, width, height } = g.node(id) as Placed;
    nodes.set(id, { id, x: x + dx, y: y + dy, width, height });
  }
  for (const [reviewer, author] of graph.reviewers) putReviewer(nodes, reviewer, nodes.get(author), isAcross, nodeWidth);
  return { nodes, isAcross, ...extent([...nodes.values()], isAcross) };
}

/** Under its author, or beside it where the graph goes down; further off where something stands there already. */
function putReviewer(nodes: Map<string, Placed>, id: string, author: Placed | undefined, isAcross: boolean, width: number): void {
  let place: Placed = { id, x: author?.x ?? padding + width / 2, y: author?.y ?? arcRoom, width, height: nodeHeight };
  do {
    place = isAcross ? { ...place, y: place.y + reviewerDrop } : { ...place, x: place.x + width + wideGap * 1.5 };
  } while ([...nodes.values()].some((other) => overlaps(other, place)));
  nodes.set(id, place);
}

function overlaps(a: Placed, b: Placed): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + 4 && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + 4;
}

function extent(nodes: readonly Placed[], isAcross: boolean): { readonly width: number; readonly height: number } {
  const right = Math.max(0, ...nodes.map((node) => node.x + node.width / 2));
  const bottom = Math.max(0, ...nodes.map((node) => node.y + node.height / 2));
  return { width: right + padding + (isAcross ? 0 : arcRoom), height: bottom + 12 };
}
