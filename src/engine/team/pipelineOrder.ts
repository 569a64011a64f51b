/** The order of a pipeline: as written, or as the cards hand on (`output: {to}`, `input: {from}`). */
import type { RoleCard } from '../cards/roleCard';

export type PipelineOrder = { readonly ok: true; readonly order: readonly string[] } | { readonly ok: false; readonly why: string };

/** The order as far as it is told; where it is not, all roles. */
export function pipelineRoles(written: readonly string[] | null, cards: readonly RoleCard[]): readonly string[] {
  if (written !== null) return written;
  const order = orderFromCards(cards);
  return order.ok ? order.order : cards.flatMap((card) => card.id ?? []);
}

export function orderFromCards(cards: readonly RoleCard[]): PipelineOrder {
  const ids = cards.flatMap((card) => card.id ?? []);
  if (ids.length === 1) return { ok: true, order: ids };
  const next = nextOf(cards, new Set(ids));
  if (next.size === 0) return { ok: false, why: 'nothing says in which order the roles run' };
  for (const [from, to] of next) if (to.size > 1) return { ok: false, why: `${from} hands to more than one role (${[...to].join(', ')})` };
  return chain(new Map([...next].map(([from, to]) => [from, [...to][0]!])));
}

function nextOf(cards: readonly RoleCard[], ids: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    if (!ids.has(from) || !ids.has(to)) return;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  };
  for (const card of cards) {
    if (card.id === null) continue;
    for (const to of card.handsTo) add(card.id, to.text);
    for (const from of card.handedFrom) add(from.text, card.id);
  }
  return next;
}

function chain(next: ReadonlyMap<string, string>): PipelineOrder {
  const targets = new Set(next.values());
  const starts = [...next.keys()].filter((id) => !targets.has(id));
  if (starts.length === 0) return { ok: false, why: `the roles hand on in a circle (${[...next.keys()].join(', ')})` };
  if (starts.length > 1) return { ok: false, why: `the order starts in more than one place (${starts.join(', ')})` };
  const order: string[] = [];
  for (let at: string | undefined = starts[0]; at !== undefined; at = next.get(at)) {
    if (order.includes(at)) return { ok: false, why: `the roles hand on in a circle (back to ${at})` };
    order.push(at);
  }
  return { ok: true, order };
}
