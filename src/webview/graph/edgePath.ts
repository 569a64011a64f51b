/** The line of an edge between placed nodes, and where its mark stands. Geometry only. */
import type { GraphPlan, Placed } from './graphLayout';
import type { LiveEdge } from './graphLive';

export interface EdgePath {
  readonly d: string;
  /** Halfway, for the model's mark. */
  readonly mark: { readonly x: number; readonly y: number };
}

const arrow = 5;
/** The two edges between author and reviewer stand apart. */
const apart = 20;

export function edgePath(plan: GraphPlan, edge: LiveEdge): EdgePath | null {
  const from = plan.nodes.get(edge.from);
  const to = plan.nodes.get(edge.to);
  if (from === undefined || to === undefined) return null;
  if (edge.kind === 'review') return reviewPath(from, to);
  if (edge.kind === 'back') return plan.isAcross ? arcAbove(from, to) : arcBeside(from, to);
  return plan.isAcross ? across(from, to) : down(from, to);
}

function across(from: Placed, to: Placed): EdgePath {
  const [x1, x2] = [from.x + from.width / 2, to.x - to.width / 2 - arrow];
  return curve(x1, from.y, x2, to.y, (x1 + x2) / 2, from.y, (x1 + x2) / 2, to.y);
}

function down(from: Placed, to: Placed): EdgePath {
  const [y1, y2] = [from.y + from.height / 2, to.y - to.height / 2 - arrow];
  return curve(from.x, y1, to.x, y2, from.x, (y1 + y2) / 2, to.x, (y1 + y2) / 2);
}

/** Up for a reviewer under its author, else sideways. */
function reviewPath(from: Placed, to: Placed): EdgePath {
  if (Math.abs(from.x - to.x) < from.width / 2) {
    const isDown = to.y > from.y;
    const x = from.x + (isDown ? -apart : apart);
    const [y1, y2] = isDown ? [from.y + from.height / 2, to.y - to.height / 2 - arrow] : [from.y - from.height / 2, to.y + to.height / 2 + arrow];
    return curve(x, y1, x, y2, x, y1, x, y2);
  }
  const isRight = to.x > from.x;
  const y1 = from.y + (isRight ? -7 : 7);
  const y2 = to.y + (isRight ? -7 : 7);
  const [x1, x2] = isRight ? [from.x + from.width / 2, to.x - to.width / 2 - arrow] : [from.x - from.width / 2, to.x + to.width / 2 + arrow];
  return curve(x1, y1, x2, y2, (x1 + x2) / 2, y1, (x1 + x2) / 2, y2);
}

/** Higher for a longer way, so that two arcs do not lie on each other. */
function arcAbove(from: Placed, to: Placed): EdgePath {
  const [y1, y2] = [from.y - from.height / 2, to.y - to.height / 2 - arrow];
  const rise = Math.min(44, 22 + Math.abs(from.x - to.x) / 20);
  const x1 = from.x + (to.x < from.x ? -6 : 6);
  return curve(x1, y1, to.x, y2, x1, y1 - rise, to.x, y2 - rise);
}

function arcBeside(from: Placed, to: Placed): EdgePath {
  const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2 + arrow];
  const reach = Math.min(44, 22 + Math.abs(from.y - to.y) / 20);
  return curve(x1, from.y, x2, to.y, x1 + reach, from.y, x2 + reach, to.y);
}

function curve(x1: number, y1: number, x2: number, y2: number, cx1: number, cy1: number, cx2: number, cy2: number): EdgePath {
  const mark = { x: (x1 + 3 * cx1 + 3 * cx2 + x2) / 8, y: (y1 + 3 * cy1 + 3 * cy2 + y2) / 8 };
  return { d: `M ${x1} ${y1} C ${cx1} ${cy1}, ${cx2} ${cy2}, ${x2} ${y2}`, mark };
}
