// A process of the bench: one run of Rolecall on a workload, with the team from its files, the scripted model and the log on disk, as users have them.
//
//   rolecallRun <workload> <size> [folder]      folder: keeps the run there
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import { createRedactor } from '../../src/engine/shared/redact';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { createTools } from '../../src/engine/tools/createTools';
import { createEnvSecrets } from '../../src/node/envSecrets';
import { createNodeModels } from '../../src/node/models/nodeModels';
import { nodeClock } from '../../src/node/nodeClock';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { createNodeIds } from '../../src/node/nodeIds';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { sha256 } from '../../src/node/sha256';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { StepClock, tell } from './measure';
import { document, teamFiles, type Workload } from './workload';

const [workload = 'steps', size = '1000', kept] = process.argv.slice(2);
void measure(workload as Workload, Number(size));

async function measure(workload: Workload, size: number): Promise<void> {
  const folder = kept ?? realpathSync(mkdtempSync(path.join(tmpdir(), 'rolecall-bench-')));
  try {
    for (const [name, text] of Object.entries(teamFiles(workload, size))) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    await run(folder, workload);
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function run(folder: string, workload: Workload): Promise<void> {
  const files = createNodeFiles();
  const redactor = createRedactor();
  const schemas = await loadSchemas();
  const counter = await loadTokenCounter();
  const tokens = () => Promise.resolve(counter);
  const { team, diagnostics } = await loadTeam(folder, files, schemas);
  if (team === null) throw new Error(`the workload's team is broken: ${diagnostics[0]?.message}`);
  const engine = createEngine({
    clock: nodeClock, ids: createNodeIds(), sha256, redactor, schemas: () => Promise.resolve(schemas), tokens,
    models: createNodeModels({ clock: nodeClock, secrets: createEnvSecrets(redactor), tokens }), tools: createTools(files),
  });
  const log = await createRunLogs(path.join(folder, 'runs'), { redactor }).create();
  const options = workload === 'document' ? { set: { doc: document() } } : {};
  const clock = new StepClock();
  clock.begin();
  const handle = await engine.start({ team, task: '', options, trigger: 'test', log });
  handle.listen({ onEvents: (events) => events.forEach((event) => event.type === 'role.started' && clock.tick()) });
  const { status } = await handle.finished;
  clock.finish();
  if (status !== 'completed') throw new Error(`the run is ${status}`);
  const disk = onDisk(log.location);
  tell({ ...clock.run(disk.keptBytes), costs: [100, 1000, clock.steps].map((place) => clock.costAt(place)), stepBytes: [disk.stepBytes(10), disk.stepBytes(clock.steps)] });
}

function onDisk(log: string): { readonly keptBytes: number; stepBytes(step: number): number } {
  const blobs = path.join(path.dirname(log), 'blobs');
  const keptBytes = readdirSync(blobs).reduce((sum, name) => sum + statSync(path.join(blobs, name)).size, statSync(log).size);
  const steps = new Map<number, number>();
  for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
    const { step } = JSON.parse(line) as { readonly step?: number };
    if (step !== undefined) steps.set(step, (steps.get(step) ?? 0) + Buffer.byteLength(line) + 1);
  }
  return { keptBytes, stepBytes: (step) => steps.get(step) ?? Number.NaN };
}
