// Runs a team that lies on disk as the hosts do, on time that does not pass: the engine's public interface and real files, nothing replaced.
import type { RunEvent, RunOptions } from '../../src/engine/events/runEvent';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import { foldRun } from '../../src/engine/events/foldRun';
import type { RunState } from '../../src/engine/events/runState';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import type { Clock } from '../../src/engine/shared/ports';
import type { Person } from '../../src/engine/shared/person';
import { createRedactor } from '../../src/engine/shared/redact';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import type { EnginePorts, Replay, ResumeRun, RunHandle, RunResult } from '../../src/engine/supervisor/engine';
import type { StepGate } from '../../src/engine/supervisor/stepGate';
import { loadTeam } from '../../src/engine/team/loadTeam';
import type { Team } from '../../src/engine/team/team';
import { createNodeModels } from '../../src/node/models/nodeModels';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { sha256 } from '../../src/node/sha256';
import type { AllowedStarts } from '../../src/node/tools/mcp/mcpSource';
import { createNodeTools } from '../../src/node/tools/createNodeTools';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { forgetful } from './allowedStarts';
import { plainIds, virtualClock } from './virtualClock';

export interface RunTeam {
  readonly task?: string;
  readonly options?: RunOptions;
  readonly clock?: Clock;
  readonly gate?: StepGate;
  readonly person?: Person;
  /** Default: nothing, and nothing is remembered. */
  readonly allowed?: AllowedStarts;
  /** Called once the run is under way. */
  readonly during?: (run: RunHandle) => void;
}

export interface RanTeam {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
  readonly state: RunState;
}

export function testPorts(clock: Clock, allowed: AllowedStarts = forgetful): EnginePorts {
  const tokens = loadTokenCounter;
  return {
    clock, sha256, tokens,
    ids: plainIds(),
    redactor: createRedactor(),
    schemas: loadSchemas,
    models: createNodeModels({ clock, tokens, secrets: { get: () => Promise.resolve(null) } }),
    tools: createNodeTools(createNodeFiles(), { secrets: { get: () => Promise.resolve(null) }, allowed }),
  };
}

/** Throws with every problem when the team is broken. */
export async function loadGoodTeam(folder: string): Promise<Team> {
  const loaded = await loadTeam(folder, createNodeFiles(), await loadSchemas());
  if (loaded.team === null) throw new Error(loaded.diagnostics.map((one) => `${one.range.file}:${one.range.start.line} ${one.message}`).join('\n'));
  return loaded.team;
}

export async function runTeam(folder: string, request: RunTeam = {}): Promise<RanTeam> {
  const team = await loadGoodTeam(folder);
  const engine = createEngine(testPorts(request.clock ?? virtualClock(), request.allowed));
  const log = await createMemoryRunLogs().create();
  const handle = await engine.start({ team, task: request.task ?? 'rain', options: request.options ?? {}, trigger: 'test', log, gate: request.gate, person: request.person });
  return ran(handle, request.during);
}

async function ran(handle: RunHandle, during?: (run: RunHandle) => void): Promise<RanTeam> {
  const events: RunEvent[] = [];
  handle.listen({ onEvents: (more) => events.push(...more) });
  during?.(handle);
  const result = await handle.finished;
  return { result, events, state: stateOf(events) };
}

export function stateOf(events: readonly RunEvent[]): RunState {
  return events.reduce<RunState | null>(foldRun, null)!;
}

/** How an interrupted run goes on, beyond its options. */
export type GoOn = Pick<ResumeRun, 'writes' | 'person' | 'gate' | 'team'> & { readonly clock?: Clock };

/** Everything that the log holds in the end. */
export async function resumeTeam(folder: string, past: readonly RunEvent[], options?: RunOptions, { clock = virtualClock(past.at(-1)?.at), ...more }: GoOn = {}): Promise<readonly RunEvent[]> {
  await loadGoodTeam(folder);
  const logs = createMemoryRunLogs();
  const first = await logs.create();
  first.append(past);
  await first.close();
  const { writer, read } = await logs.reopen(first.run);
  const handle = await createEngine(testPorts(clock)).resume({ log: writer, events: read.events, options, ...more });
  await ran(handle);
  return (await logs.read(first.run)).events;
}

/** A new run from after a step of another. */
export async function forkTeam(events: readonly RunEvent[], at: number, { clock = virtualClock(events.at(-1)?.at), ...more }: GoOn = {}): Promise<RanTeam> {
  const log = await createMemoryRunLogs().create();
  return ran(await createEngine(testPorts(clock)).fork({ log, events, at, trigger: 'test', ...more }));
}

/** With the team as it is on disk. */
export async function replayTeam(folder: string, events: readonly RunEvent[]): Promise<Replay> {
  return createEngine(testPorts(virtualClock())).replay({ events, team: await loadGoodTeam(folder) });
}
