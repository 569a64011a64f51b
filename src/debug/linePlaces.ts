/**
 * Which lines of a team's files a run can stop at, and what stops there; a line that is none is moved to the nearest that belongs to it, or says why it
 * never stops. Knows YAML's shape, not the run.
 */
import { LineCounter, isMap, isSeq, parseDocument, type Node, type Pair } from 'yaml';
import type { PausePhase } from '../engine/supervisor/stepGate';
import type { Role, Team } from '../engine/team/team';

/** What stops at a line. Names, not numbers: it is found again in a card that was edited since. */
export interface StopPlace {
  readonly phase: PausePhase;
  /** Null: any role's (a rule of the team). */
  readonly role: string | null;
  readonly index?: number;
  readonly of?: string;
  /** The roles above, joined by `/`. */
  readonly path: string;
}

export interface LinePlace extends StopPlace {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export type Snapped = { readonly ok: true; readonly place: LinePlace } | { readonly ok: false; readonly why: string };

/** Those of the teams within too. */
export function placesOf(team: Team, above: readonly string[] = []): readonly LinePlace[] {
  const path = above.join('/');
  const at = (ref: { readonly file: string; readonly line: number }, stop: Omit<StopPlace, 'path'>): LinePlace => ({ file: `${team.folder}/${ref.file}`, line: ref.line, path, ...stop });
  return [
    ...team.routes.map((route, index) => at(route.at, { phase: 'decided', role: null, index })),
    ...team.rules.map((rule, index) => at(rule.rule.at, { phase: 'rule', role: null, of: 'team', index })),
    ...team.roles.flatMap((role) => placesOfRole(role).map(([ref, stop]) => at(ref, stop))),
    ...team.roles.flatMap((role) => (role.team === undefined ? [] : placesOf(role.team, [...above, role.id]))),
  ];
}

function placesOfRole({ id, at, places, rules, review }: Role): readonly (readonly [{ readonly file: string; readonly line: number }, Omit<StopPlace, 'path'>])[] {
  return [
    [at, { phase: 'role', role: id }],
    ...(places.instructions === undefined ? [] : [[places.instructions, { phase: 'prompt', role: id }] as const]),
    ...(places.tools === undefined ? [] : [[places.tools, { phase: 'tool', role: id }] as const]),
    ...rules.map((rule, index) => [rule.rule.at, { phase: 'rule', role: id, of: id, index }] as const),
    ...(review === null ? [] : [[review.at, { phase: 'review', role: id }] as const]),
    ...(places.writes === undefined ? [] : [[places.writes, { phase: 'commit', role: id }] as const]),
  ];
}

/** Where each line of a file leads. `text`: the file as it is now. */
export function snapper(file: string, text: string, places: readonly LinePlace[]): (line: number) => Snapped {
  const here = places.filter((place) => place.file === file);
  if (here.length === 0) return () => ({ ok: false, why: 'This file does not belong to the team that runs.' });
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines, logLevel: 'silent' }).contents;
  return (line) => {
    const blocks = root === null ? [] : blocksAt(root, line, lines, text.length);
    for (const block of blocks.toReversed()) {
      const place = placeIn(block, line, here);
      if (place !== undefined) return { ok: true, place };
    }
    const key = blocks[0]?.key ?? null;
    return { ok: false, why: key === null ? 'Nothing stops at this line: it belongs to no role, route or rule.' : `Nothing stops in \`${key}\`: choose a line of a role, a route or a rule.` };
  };
}

interface Block {
  /** From 1, both included. */
  readonly from: number;
  readonly to: number;
  /** The key at its beginning; null for an item of a list. */
  readonly key: string | null;
  /** For a map, or an item that is one: the lines of its keys. */
  readonly keys: ReadonlySet<number>;
}

/** From the outermost to the innermost, those that the line lies in. The file itself is the first where it is a role card. */
function blocksAt(root: Node, line: number, lines: LineCounter, length: number): readonly Block[] {
  const lineOf = (offset: number): number => lines.linePos(Math.max(0, Math.min(offset, length))).line;
  const last = lineOf(length);
  const found: Block[] = isCard(root) ? [{ from: 1, to: last, key: null, keys: keyLines(root, lineOf) }] : [];
  let [node, end]: [Node | null, number] = [root, last];
  for (;;) {
    const parts: readonly Part[] = partsOf(node);
    const from = parts.map(({ start }) => lineOf(start));
    const at = parts.findIndex((_, index) => line >= from[index]! && line <= Math.max(from[index]!, (from[index + 1] ?? end + 1) - 1));
    if (at < 0) return found;
    end = Math.max(from[at]!, (from[at + 1] ?? end + 1) - 1);
    const { key, value } = parts[at]!;
    found.push({ from: from[at]!, to: end, key, keys: keyLines(value, lineOf) });
    node = value;
  }
}

interface Part {
  readonly start: number;
  readonly key: string | null;
  readonly value: Node | null;
}

function partsOf(node: Node | null): readonly Part[] {
  if (isMap(node)) return node.items.map((pair) => ({ start: startOf(pair), key: keyOf(pair), value: pair.value as Node | null }));
  return isSeq(node) ? (node.items as readonly Node[]).map((item) => ({ start: item.range?.[0] ?? 0, key: null, value: item })) : [];
}

function isCard(root: Node): boolean {
  return isMap(root) && !root.items.some((pair) => keyOf(pair) === 'team' || keyOf(pair) === 'roles');
}

function startOf({ key }: Pair): number {
  return (key as Node | null)?.range?.[0] ?? 0;
}

function keyOf({ key }: Pair): string | null {
  const value: unknown = (key as { readonly value?: unknown } | null)?.value;
  return typeof value === 'string' ? value : null;
}

function keyLines(node: Node | null, lineOf: (offset: number) => number): ReadonlySet<number> {
  return isMap(node) ? new Set(node.items.map((pair) => lineOf(startOf(pair)))) : new Set();
}

/** What stops in the block itself: a role only where the block is that role's. Of several, the last one up to the line. */
function placeIn({ from, to, keys }: Block, line: number, here: readonly LinePlace[]): LinePlace | undefined {
  const inside = here.filter((place) => place.line >= from && place.line <= to);
  const role = inside.find((place) => place.phase === 'role' && (keys.has(place.line) || place.line === from));
  if (role !== undefined) return role;
  const parts = inside.filter(({ phase }) => phase !== 'role');
  if (inside.length > parts.length) return undefined;
  return parts.findLast((place) => place.line <= line) ?? parts[0];
}
