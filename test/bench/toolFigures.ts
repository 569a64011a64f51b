// Measures the search index (3,000 passages, 1,000 queries, half of both Chinese) and a prompt around 100 KB of input; prints the figures as JSON.
import type { PromptBasis } from '../../src/engine/prompts/promptParts';
import { renderPart } from '../../src/engine/prompts/renderPart';
import { workPrompt } from '../../src/engine/prompts/workPrompt';
import type { Role } from '../../src/engine/team/team';
import { buildSearchIndex, type IndexedPassage } from '../../src/engine/tools/searchIndex';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { smallTeam } from '../support/runEvents';

export interface ToolFigures {
  readonly passages: number;
  readonly indexMs: number;
  readonly queries: number;
  readonly medianQueryMs: number;
  readonly slowestQueryMs: number;
  /** Queries whose own passage came first. */
  readonly firstRight: number;
  readonly inputBytes: number;
  readonly firstPromptMs: number;
  readonly nextPromptMs: number;
  readonly promptTokens: number;
}

const english = 'pump heat price grant site load storage boiler steam coil audit meter valve tariff subsidy owner harbour bridge garden market'.split(' ');
const chinese = '热泵 工业 市场 补贴 成本 价格 锅炉 蒸汽 阀门 电表 审计 港口 桥梁 花园 场地 负荷 储能 政策 关税 业主'.split(' ');

/** The same in every run. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % below;
  };
}

function passages(count: number): readonly IndexedPassage[] {
  const next = numbers();
  return Array.from({ length: count }, (_, id) => {
    const isChinese = id % 2 === 1;
    const words = Array.from({ length: 60 }, () => (isChinese ? chinese[next(chinese.length)] : english[next(english.length)]));
    const own = isChinese ? `编号甲${id}乙` : `dossier${id}`;
    return { path: `docs/${id}.md`, line: 1, heading: isChinese ? '调查' : 'Survey', text: [own, ...words].join(isChinese ? '' : ' ') };
  });
}

async function search(): Promise<Pick<ToolFigures, 'passages' | 'indexMs' | 'queries' | 'medianQueryMs' | 'slowestQueryMs' | 'firstRight'>> {
  const all = passages(3000);
  const from = performance.now();
  const index = await buildSearchIndex(all);
  const indexMs = performance.now() - from;
  const next = numbers();
  const times: number[] = [];
  let firstRight = 0;
  for (let query = 0; query < 1000; query++) {
    const wanted = all[next(all.length)]!;
    const text = wanted.path.endsWith('.md') && wanted.heading === '调查' ? `${wanted.text.slice(0, 6)} ${chinese[next(20)]!}` : `${wanted.text.split(' ')[0]!} ${english[next(20)]!}`;
    const begun = performance.now();
    const [first] = index.search(text, 8);
    times.push(performance.now() - begun);
    if (first?.passage.path === wanted.path) firstRight += 1;
  }
  times.sort((a, b) => a - b);
  return { passages: index.size, indexMs, queries: times.length, medianQueryMs: times[500]!, slowestQueryMs: times.at(-1)!, firstRight };
}

async function prompt(): Promise<Pick<ToolFigures, 'inputBytes' | 'firstPromptMs' | 'nextPromptMs' | 'promptTokens'>> {
  const counter = await loadTokenCounter();
  const at = { file: 'team.yaml', line: 1, column: 1 };
  const role = {
    id: 'writer', name: 'Writer', mode: null, responsibility: 'Write.', instructions: null, reads: [], writes: [], tools: [], forbidden: ['must not guess'], model: 'demo', examples: [],
    skipWhen: [], exitWhen: [], rules: [], review: null, limits: { calls: null, timeoutMs: 1, tokens: null, toolCalls: 1, retries: 1, revisions: 1 }, onFailure: 'fail', inputSchema: null, at, places: {},
  } satisfies Role;
  const basis: PromptBasis = { team: smallTeam, goal: 'A report', task: 'report', count: (text) => counter.count(text), keep: () => '0'.repeat(16) };
  const next = numbers();
  const field = (name: string) => ({ as: name, field: name, value: Array.from({ length: 8000 }, () => english[next(english.length)]).join(' ').slice(0, 50 * 1024), meta: { writer: 'reader', version: 1, at: 0, confidence: null, status: 'success' as const, why: null } });
  const given = [field('first'), field('second')];
  const once = (): { readonly ms: number; readonly tokens: number } => {
    const from = performance.now();
    const messages = workPrompt(basis, { role, instructions: null, subtask: { id: 's1', role: 'writer', input: {} }, given });
    const parts = messages.flatMap((message) => message.parts);
    parts.map((part) => renderPart(part, (name) => given.find((one) => one.field === name)!)).join('\n\n');
    return { ms: performance.now() - from, tokens: parts.reduce((sum, part) => sum + part.tokens, 0) };
  };
  const first = once();
  const later = Array.from({ length: 20 }, once).map(({ ms }) => ms).sort((a, b) => a - b);
  return { inputBytes: given.reduce((sum, { value }) => sum + value.length, 0), firstPromptMs: first.ms, nextPromptMs: later[10]!, promptTokens: first.tokens };
}

console.log(JSON.stringify({ ...(await search()), ...(await prompt()) } satisfies ToolFigures));
