// One measured run of the peer on the same workload, with a checkpoint each step in sqlite. Started by bench.ts as a fresh process: peerSteps <folder of the peer> <steps>
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StepClock, tell } from './measure';
import { initialState, replyText, roles } from './workload';

type State = typeof initialState;

/** What is used of the peer. */
interface Graph {
  addNode(name: string, node: (state: State) => Promise<object>): void;
  addConditionalEdges(from: string, to: (state: State) => string, among: readonly string[]): void;
  compile(options: { readonly checkpointer: unknown }): { invoke(state: State, options: object): Promise<{ readonly findings: readonly unknown[] }> };
}
interface Peer {
  readonly StateGraph: new (state: unknown) => Graph;
  readonly Annotation: (<T>(options?: { readonly reducer: (a: T, b: T) => T; readonly default: () => T }) => unknown) & { Root(fields: object): unknown };
  readonly START: string;
  readonly END: string;
}
interface Database {
  prepare(sql: string): { get(...values: readonly unknown[]): Readonly<Record<string, number>> };
}
interface Savers {
  readonly SqliteSaver: { fromConnString(file: string): { readonly db: Database } };
}

const [peerFolder = '', steps = '1000'] = process.argv.slice(2);
void measure(Number(steps));

async function load<T>(name: string): Promise<T> {
  const entry = createRequire(path.join(peerFolder, 'index.js')).resolve(name).replace(/\.cjs$/, '.js');
  return (await import(pathToFileURL(entry).href)) as T;
}

async function measure(count: number): Promise<void> {
  const peer = await load<Peer>('@langchain/langgraph');
  const { SqliteSaver } = await load<Savers>('@langchain/langgraph-checkpoint-sqlite');
  const folder = mkdtempSync(path.join(tmpdir(), 'peer-bench-'));
  try {
    const file = path.join(folder, 'runs.db');
    const saver = SqliteSaver.fromConnString(file);
    const clock = new StepClock();
    const app = buildGraph(peer, count, clock).compile({ checkpointer: saver });
    clock.start();
    const end = await app.invoke(initialState, { configurable: { thread_id: 'bench' }, recursionLimit: count * 10, durability: 'sync' });
    clock.stop();
    if (end.findings.length !== count) throw new Error(`${end.findings.length} findings instead of ${count}`);
    const kept = [file, `${file}-wal`].reduce((sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0);
    tell(clock.figures({ keptBytes: kept, tenthBytes: stepBytes(saver.db, 10), lastBytes: stepBytes(saver.db, count) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildGraph({ StateGraph, Annotation, START, END }: Peer, count: number, clock: StepClock): Graph {
  const last = Object.fromEntries(Object.keys(initialState).map((name) => [name, Annotation<unknown>()]));
  const findings = Annotation<readonly unknown[]>({ reducer: (a, b) => [...a, ...b], default: () => [] });
  const graph = new StateGraph(Annotation.Root({ ...last, findings }));
  const next = (state: State): string => (state.step >= count ? END : roles[state.step % roles.length]!);
  for (const role of roles) {
    graph.addNode(role, async (state) => {
      clock.tick();
      return Promise.resolve(contribution(role, state));
    });
  }
  for (const from of [START, ...roles]) graph.addConditionalEdges(from, next, [...roles, END]);
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

/** The checkpoint behind a step and the writes that belong to it. The first checkpoint is the one before any step. */
function stepBytes(db: Database, step: number): number {
  const which = `(select checkpoint_id from checkpoints order by checkpoint_id limit 1 offset ${step + 1})`;
  const checkpoint = db.prepare(`select length(checkpoint) + length(metadata) as bytes from checkpoints where checkpoint_id = ${which}`).get();
  const writes = db.prepare(`select coalesce(sum(length(value)), 0) as bytes from writes where checkpoint_id = ${which}`).get();
  return (checkpoint?.['bytes'] ?? Number.NaN) + (writes?.['bytes'] ?? 0);
}
