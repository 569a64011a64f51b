// One measured run of Rolecall: the workload's team from its files, the scripted model, the log on disk. Started by bench.ts as a fresh process: rolecallSteps <steps>
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
import { teamFiles } from './workload';

void measure(Number(process.argv[2] ?? 1000));

async function measure(steps: number): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolecall-bench-')));
  try {
    for (const [name, text] of Object.entries(teamFiles(steps))) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(folder: string): Promise<void> {
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
  const clock = new StepClock();
  clock.start();
  const handle = await engine.start({ team, task: '', options: {}, trigger: 'test', log });
  handle.listen({ onEvents: (events) => events.forEach((event) => event.type === 'role.started' && clock.tick()) });
  const { status } = await handle.finished;
  clock.stop();
  if (status !== 'completed') throw new Error(`the run is ${status}`);
  tell(clock.figures(bytesOf(log.location)));
}

function bytesOf(log: string): { readonly keptBytes: number; readonly tenthBytes: number; readonly lastBytes: number } {
  const steps = new Map<number, number>();
  for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
    const { step } = JSON.parse(line) as { readonly step?: number };
    if (step !== undefined) steps.set(step, (steps.get(step) ?? 0) + Buffer.byteLength(line) + 1);
  }
  const blobs = path.join(path.dirname(log), 'blobs');
  let kept = statSync(log).size;
  for (const name of readdirSync(blobs)) kept += statSync(path.join(blobs, name)).size;
  return { keptBytes: kept, tenthBytes: steps.get(10) ?? Number.NaN, lastBytes: steps.get(steps.size) ?? Number.NaN };
}
