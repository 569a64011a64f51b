// A process of the bench: the debugger over its protocol, as VS Code speaks it: a stop with 300 fields and 5 MB, a thousand steps back, and what it costs a run.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { DebugClient, debugHost } from '../support/debugging';
import { loadGoodTeam, testPorts } from '../support/runTeam';
import { virtualClock } from '../support/virtualClock';
import { tell } from './measure';
import { document, teamFiles } from './workload';

const steps = 1000;
const fields = 300;

export type DebuggerFigures = {
  readonly stopMs: number;
  readonly backMs: number;
  readonly slowestBackMs: number;
  readonly wholeWayBackMs: number;
  /** Steps a second. */
  readonly attachedRate: number;
  readonly bareRate: number;
};

void measure();

async function measure(): Promise<void> {
  const stopMs = await inFolder(wideTeam(), stopWithManyFields);
  // They take turns, since each is faster once the code is warm; the first of each does not count.
  let [attachedMs, bareMs] = [0, 0];
  for (let turn = 0; turn < 3; turn++) {
    const [one, other] = [await inFolder(teamFiles('steps', steps), (folder) => attached(folder)), await bare()];
    if (turn > 0) [attachedMs, bareMs] = [attachedMs + one / 2, bareMs + other / 2];
  }
  const back = await inFolder(teamFiles('steps', steps), walkBack);
  tell({ stopMs, ...back, attachedRate: (steps / attachedMs) * 1000, bareRate: (steps / bareMs) * 1000 } satisfies DebuggerFigures);
}

async function inFolder<T>(files: Readonly<Record<string, string>>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolecall-bench-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wideTeam(): Readonly<Record<string, string>> {
  const state = Array.from({ length: fields - 1 }, (_, index) => `  f${index}: { type: object, initial: { n: ${index}, text: "some text of field ${index}" } }`).join('\n');
  return {
    'team.yaml': `team: wide\ngoal: g\nmodels: { demo: { provider: scripted, script: s.yaml } }\nmodel: demo\nstate:\n  doc: { type: string }\n${state}\nroles: [{ role: a, responsibility: r., writes: { done: { type: boolean } } }]\nroutes: [{ when: "!has(state.done)", to: a }]\nfinish_when: has(state.done)\n`,
    's.yaml': 'replies: [{ role: a, output: { done: true } }]\n',
  };
}

/** From the stop to the rows of the shared workspace, asked for as VS Code does. */
async function stopWithManyFields(folder: string): Promise<number> {
  const client = new DebugClient(debugHost());
  await client.start({ team: `${folder}/team.yaml`, task: 't', state: { doc: document() }, stopOnEntry: true });
  const threadId = (await client.event<{ readonly threadId: number }>('stopped')).threadId;
  const from = performance.now();
  await client.request('threads');
  client.last = { threadId, reason: '' };
  const rows = await client.rows('Shared workspace');
  const ms = performance.now() - from;
  if (rows.length < fields) throw new Error(`only ${rows.length} rows`);
  await client.disconnect();
  return ms;
}

/** From the beginning of the run: what is read before it is read without a debugger too. */
async function attached(folder: string, host = debugHost()): Promise<number> {
  let begun = 0;
  const client = new DebugClient({ ...host, start: (...run) => {
    begun = performance.now();
    return host.start(...run);
  } });
  await client.start({ team: `${folder}/team.yaml`, task: 't' });
  await client.event('terminated');
  const ms = performance.now() - begun;
  await client.disconnect();
  return ms;
}

async function walkBack(folder: string): Promise<Omit<DebuggerFigures, 'stopMs' | 'attachedRate' | 'bareRate'>> {
  const host = debugHost();
  await attached(folder, host);
  const walker = new DebugClient(host);
  await walker.start({ team: `${folder}/team.yaml`, replay: '1', stopOnEntry: true }, { [`${folder}/roles/writer.yaml`]: [{ line: 1, condition: `run.steps >= ${steps}` }] });
  await walker.stop();
  await walker.to('continue');
  const times: number[] = [];
  for (let back = 1; back < steps; back++) {
    const from = performance.now();
    await walker.to('stepBack');
    times.push(performance.now() - from);
  }
  await walker.to('continue');
  const from = performance.now();
  await walker.to('reverseContinue');
  const wholeWayBackMs = performance.now() - from;
  await walker.disconnect();
  return { backMs: times.reduce((sum, ms) => sum + ms, 0) / times.length, slowestBackMs: Math.max(...times), wholeWayBackMs };
}

/** The same run with nobody attached. */
function bare(): Promise<number> {
  return inFolder(teamFiles('steps', steps), async (folder) => {
    const team = await loadGoodTeam(folder);
    const from = performance.now();
    const handle = await createEngine(testPorts(virtualClock())).start({ team, task: 't', options: {}, trigger: 'test', log: await createMemoryRunLogs().create() });
    const { status } = await handle.finished;
    if (status !== 'completed') throw new Error(`the run is ${status}`);
    return performance.now() - from;
  });
}
