// Draws media/walkthrough/samples.svg: each sample team as its graph, with what it is; a click makes a team of it. `npm run pictures`, after a sample has changed.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadGoodTeam } from '../../test/support/runTeam';
import { edgePath } from '../webview/graph/edgePath';
import { graphLayout } from '../webview/graph/graphLayout';
import { endId, teamGraph } from '../webview/graph/teamGraph';
import { inRepository } from './repository.mjs';

const columns = 2;
const card = { width: 330, height: 184, gap: 14 };
/** Kept free above a graph for ways back, which no picture has. */
const arcRoom = 48;
const picture = { width: 306, height: 96 };
/** Colours of the window, with those of a dark one where a viewer knows none. */
const color = { text: 'var(--vscode-foreground, #ccc)', line: 'var(--vscode-charts-lines, #888)', border: 'var(--vscode-contrastBorder, var(--vscode-charts-lines, #666))', accent: 'var(--vscode-charts-blue, #3794ff)', card: 'var(--vscode-editorWidget-background, #252526)' };

/** @param {string} d */
const round = (d) => d.replace(/-?\d+\.\d+/g, (figure) => Number(figure).toFixed(0));
/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const folder = inRepository('media/samples');
const names = (await readdir(folder)).sort();
const cards = await Promise.all(names.map(drawSample));
const rows = Math.ceil(cards.length / columns);
const [width, height] = [columns * (card.width + card.gap) - card.gap, rows * (card.height + card.gap) - card.gap];
const placed = cards.map((text, index) => `<g transform="translate(${(index % columns) * (card.width + card.gap)} ${Math.floor(index / columns) * (card.height + card.gap)})">${text}</g>`);
await writeFile(
  inRepository('media/walkthrough/samples.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" fill="${color.text}">\n${placed.join('\n')}\n</svg>\n`,
);

/** @param {string} name */
async function drawSample(name) {
  const team = await loadGoodTeam(path.join(folder, name));
  const about = await summaryOf(name);
  const link = `command:rolecall.newTeam?${encodeURIComponent(JSON.stringify({ template: name }))}`;
  const hub = hubOf(team);
  const lines = wrap(about, 54).map((line, index) => `<text x="12" y="${42 + index * 14}" font-size="11" opacity=".8">${escape(line)}</text>`);
  return [
    `<a href="${escape(link)}"><title>${escape(`New team from ${name}`)}</title>`,
    `<rect x=".5" y=".5" width="${card.width - 1}" height="${card.height - 1}" rx="4" fill="${color.card}" stroke="${color.border}"/>`,
    `<text x="12" y="23" font-size="13" font-weight="600">${escape(name)}</text>`,
    ...lines,
    `<g transform="translate(12 78)">${hub === null ? drawGraph(team) : drawRing(team, hub)}</g></a>`,
  ].join('');
}

/** @param {import('../engine/team/team').Team} team */
function drawGraph(team) {
  const graph = teamGraph(team);
  const plan = graphLayout(graph, 470, 104, 60);
  const scale = Math.min(1, picture.width / plan.width, picture.height / plan.height);
  const edges = graph.edges.flatMap((edge) => {
    const found = edgePath(plan, { ...edge, isTaken: false, isByModel: false });
    return found ? [`<path d="${round(found.d)}" fill="none" stroke="${color.line}"${edge.kind === 'choice' ? ' stroke-dasharray="3 3"' : ''}/>`] : [];
  });
  const nodes = [...plan.nodes.values()].map((node) => (node.id === endId ? `<circle cx="${Math.round(node.x)}" cy="${Math.round(node.y)}" r="6" fill="${color.line}"/>` : box(node.id, node.x, node.y, node.width)));
  const [x, y] = [(picture.width - plan.width * scale) / 2, (picture.height - (plan.height + arcRoom) * scale) / 2];
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(3)})">${edges.join('')}${nodes.join('')}</g>`;
}

/** What everybody turns to, where no order is written down: what they share, or who plans. @param {import('../engine/team/team').Team} team */
function hubOf({ topology, routes, roles, pipeline }) {
  if (topology === 'blackboard') return 'blackboard';
  if (topology === 'group_chat') return 'talk';
  const [first] = routes;
  return pipeline.length === 0 && routes.length === 1 && roles.length > 1 && first ? first.to : null;
}

/** @param {import('../engine/team/team').Team} team @param {string} hub */
function drawRing(team, hub) {
  const roles = team.roles.filter(({ id }) => id !== hub);
  const middle = { x: picture.width / 2, y: picture.height / 2 };
  const spots = roles.map((role, index) => ({ id: role.id, x: index % 2 === 0 ? 52 : picture.width - 52, y: roles.length <= 2 ? middle.y : index < 2 ? 20 : picture.height - 20 }));
  const edges = spots.map(({ x, y }) => `<path d="M ${x} ${y} L ${middle.x} ${middle.y}" stroke="${color.line}" stroke-dasharray="3 3"/>`);
  const centre = `<rect x="${middle.x - 44}" y="${middle.y - 15}" width="88" height="30" rx="15" fill="${color.card}" stroke="${color.accent}"/>${label(hub, middle.x, middle.y, 11)}`;
  return `${edges.join('')}${centre}${spots.map(({ id, x, y }) => box(id, x, y, 100)).join('')}`;
}

/** @param {string} id @param {number} x @param {number} y @param {number} width */
function box(id, x, y, width) {
  return `<rect x="${Math.round(x - width / 2)}" y="${Math.round(y - 15)}" width="${Math.round(width)}" height="30" rx="4" fill="${color.card}" stroke="${color.border}"/>${label(id, x, y, 12)}`;
}

/** @param {string} text @param {number} x @param {number} y @param {number} size */
function label(text, x, y, size) {
  return `<text x="${Math.round(x)}" y="${Math.round(y + 4)}" font-size="${size}" text-anchor="middle">${escape(text)}</text>`;
}

/** The first paragraph of its README, its first sentence. @param {string} name */
async function summaryOf(name) {
  const text = await readFile(path.join(folder, name, 'README.md'), 'utf8');
  const first = text.split(/\n\s*\n/).find((paragraph) => !paragraph.startsWith('#')) ?? '';
  return (first.split('\n')[0] ?? '').replaceAll('`', '').trim();
}

/** @param {string} text @param {number} most */
function wrap(text, most) {
  /** @type {string[]} */
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1] ?? '';
    if (last.length + word.length + 1 > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`.trim();
  }
  return lines.slice(0, 3);
}

