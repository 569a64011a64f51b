// The peer, as far as the bench uses it: the workloads as its graphs, and its store. workload.ts has the same for Rolecall.
import { createRequire } from 'node:module';
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { document, initialState, replyText, roles, type Workload } from './workload';

export type State = Omit<typeof initialState, 'findings'> & { readonly findings: readonly unknown[] };

interface Checkpoint {
  readonly values: State;
  readonly config: { readonly configurable: { readonly checkpoint_id: string } };
}
type Config = { readonly configurable: { readonly thread_id: string; readonly checkpoint_id?: string }; readonly recursionLimit?: number; readonly durability?: 'sync' };

export interface App {
  invoke(state: State, config: Config): Promise<State>;
  getState(config: Config): Promise<Checkpoint>;
  getStateHistory(config: Config): AsyncIterable<Checkpoint>;
}

interface Graph {
  addNode(name: string, node: (state: never) => Promise<object>): void;
  addEdge(from: string, to: string): void;
  addConditionalEdges(from: string, to: (state: State) => unknown, among: readonly string[]): void;
  compile(options: { readonly checkpointer: unknown }): App;
}
interface Peer {
  readonly StateGraph: new (state: unknown) => Graph;
  readonly Annotation: (<T>(options?: { readonly reducer: (a: T, b: T) => T; readonly default: () => T }) => unknown) & { Root(fields: object): unknown };
  readonly Send: new (node: string, state: object) => unknown;
  readonly START: string;
  readonly END: string;
}

export interface Database {
  prepare(sql: string): { get(...values: readonly unknown[]): Readonly<Record<string, number>> | undefined };
}

export const thread = { configurable: { thread_id: 'bench' } };

/** `folder`: where it is installed. `onStep`: a role begins. */
export async function openPeer(folder: string, file: string, workload: Workload, size: number, onStep: () => void = () => undefined): Promise<{ readonly app: App; readonly db: Database }> {
  const peer = await load<Peer>(folder, '@langchain/langgraph');
  const { SqliteSaver } = await load<{ readonly SqliteSaver: { fromConnString(file: string): { readonly db: Database } } }>(folder, '@langchain/langgraph-checkpoint-sqlite');
  const saver = SqliteSaver.fromConnString(file);
  const graph = workload === 'fanOut' ? fanOutGraph(peer, size, onStep) : stepGraph(peer, size, onStep);
  return { app: graph.compile({ checkpointer: saver }), db: saver.db };
}

async function load<T>(folder: string, name: string): Promise<T> {
  const entry = createRequire(path.join(folder, 'index.js')).resolve(name).replace(/\.cjs$/, '.js');
  return (await import(pathToFileURL(entry).href)) as T;
}

export function startState(workload: Workload): State {
  return workload === 'document' ? { ...initialState, doc: document() } : initialState;
}

export function bytesKept(file: string): number {
  return [file, `${file}-wal`].reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function emptyGraph({ StateGraph, Annotation }: Peer): Graph {
  const last = Object.fromEntries(Object.keys(initialState).map((name) => [name, Annotation<unknown>()]));
  const findings = Annotation<readonly unknown[]>({ reducer: (a, b) => [...a, ...b], default: () => [] });
  return new StateGraph(Annotation.Root({ ...last, findings }));
}

function stepGraph(peer: Peer, count: number, onStep: () => void): Graph {
  const { START, END } = peer;
  const graph = emptyGraph(peer);
  const next = (state: State): string => (state.step >= count ? END : roles[state.step % roles.length]!);
  for (const role of roles) {
    graph.addNode(role, (state: State) => {
      onStep();
      return Promise.resolve(contribution(role, state));
    });
  }
  for (const from of [START, ...roles]) graph.addConditionalEdges(from, next, [...roles, END]);
  return graph;
}

function fanOutGraph(peer: Peer, count: number, onStep: () => void): Graph {
  const { START, END, Send } = peer;
  const graph = emptyGraph(peer);
  graph.addNode('planner', () => Promise.resolve({ plan: Array.from({ length: count }, (_, index) => String(index)) }));
  graph.addNode('work', ({ number }: { readonly number: number }) => {
    onStep();
    return Promise.resolve({ findings: [{ id: `f${number}`, role: 'researcher', source: `doc-${number % 10}`, score: 0.5, text: replyText('researcher', number) }] });
  });
  graph.addNode('join', ({ findings }: State) => Promise.resolve({ draft: `n=${findings.length}` }));
  graph.addEdge(START, 'planner');
  graph.addConditionalEdges('planner', ({ plan }) => plan.map((_item, number) => new Send('work', { number })), ['work']);
  graph.addEdge('work', 'join');
  graph.addEdge('join', END);
  return graph;
}

function contribution(role: string, { step, budget }: State): object {
  const text = replyText(role, step);
  return {
    step: step + 1, query: `q${step}`, draft: text, quality: (step % 10) / 10,
    budget: { tokens: budget.tokens + 57, usd: budget.usd + 0.0001 },
    findings: [{ id: `f${step}`, role, source: `doc-${step % 10}`, score: (step % 7) / 7, text }],
  };
}
