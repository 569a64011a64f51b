// Runs the team of crashTeamFiles.ts with real files, real logs and somebody who approves whatever it asks. As a process of its own it kills itself where it is told
// to; imported, it lets a test go on with what such a process left behind.
import { appendFileSync } from 'node:fs';
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { RunLogs, RunLogWriter } from '../../src/engine/events/runLog';
import type { ModelProvider } from '../../src/engine/models/model';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import { createRedactor } from '../../src/engine/shared/redact';
import { ok } from '../../src/engine/shared/result';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import type { Engine } from '../../src/engine/supervisor/engine';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { createTools } from '../../src/engine/tools/createTools';
import type { ToolProvider } from '../../src/engine/tools/toolProvider';
import { createNodeModels } from '../../src/node/models/nodeModels';
import { nodeClock } from '../../src/node/nodeClock';
import { nodeFileWriter } from '../../src/node/nodeFileWriter';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { createNodeIds } from '../../src/node/nodeIds';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { sha256 } from '../../src/node/sha256';
import { crashTask } from './crashTeamFiles';
import { approver } from './people';

/** Where a process ends itself: behind an event, or in the tool that writes, once it has written. */
export type KillAt = { readonly event: number } | 'write' | null;

/** A process that is about to die does nothing more. */
let isDying = false;

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** What really happened outside is told line by line in `outside.txt`. `folder` holds `team/`. */
export function crashEngine(folder: string, killAt: KillAt = null): Engine {
  const tell = (line: string) => appendFileSync(`${folder}/outside.txt`, `${line}\n`);
  // Rough, since loading a tokenizer is most of what such a process takes.
  const tokens = () => Promise.resolve({ count: (text: string) => Math.ceil(text.length / 4) });
  return createEngine({
    clock: nodeClock, ids: createNodeIds(), sha256, tokens,
    redactor: createRedactor(),
    schemas: loadSchemas,
    models: counting(createNodeModels({ clock: nodeClock, tokens, secrets: { get: () => Promise.resolve(null) } }), tell),
    tools: telling(createTools(createNodeFiles(), { writer: nodeFileWriter, sha256 }), tell, killAt === 'write'),
  });
}

function counting(models: ModelProvider, tell: (line: string) => void): ModelProvider {
  return {
    async open(entry, run) {
      const model = await models.open(entry, run);
      return {
        entry: model.entry,
        call: (request, options) => {
          if (isDying) return never();
          tell(`call ${request.context.role}`);
          return model.call(request, options);
        },
      };
    },
  };
}

/** Tells what was written, once it was. */
function telling(tools: ToolProvider, tell: (line: string) => void, dies: boolean): ToolProvider {
  return {
    async open(entry, teamFolder) {
      const tool = await tools.open(entry, teamFolder);
      if (!tool.ok || entry.name !== 'note') return tool;
      return ok({
        ...tool.value,
        call: async (args, control) => {
          if (isDying) return never();
          const written = await tool.value.call(args, control);
          tell(`write ${String(args['path'])}`);
          if (dies) process.kill(process.pid, 'SIGKILL');
          return written;
        },
      });
    },
  };
}

/** The log of a run whose process dies as soon as an event of this number is in it. */
function mortal(log: RunLogWriter, last: number): RunLogWriter {
  let count = 0;
  return {
    run: log.run,
    location: log.location,
    append(events: readonly RunEvent[]) {
      for (const event of events) {
        if (isDying) return;
        log.append([event]);
        count += 1;
        if (count < last) continue;
        isDying = true;
        void log.flush().then(() => process.kill(process.pid, 'SIGKILL'));
      }
    },
    flush: () => log.flush(),
    sync: () => log.sync(),
    close: () => log.close(),
  };
}

export function crashLogs(folder: string): RunLogs {
  return createRunLogs(`${folder}/runs`);
}

async function main(folder: string, kill: string): Promise<void> {
  const killAt: KillAt = kill === 'write' ? 'write' : { event: Number(kill) };
  const files = createNodeFiles();
  const { team } = await loadTeam(`${folder}/team/team.yaml`, files, await loadSchemas());
  const log = await crashLogs(folder).create();
  const handle = await crashEngine(folder, killAt).start({ team: team!, task: crashTask, options: {}, trigger: 'test', person: approver, log: killAt === 'write' ? log : mortal(log, killAt.event) });
  await handle.finished;
}

const [, , folder, kill] = process.argv;
if (process.env['CRASH_RUNNER'] === 'yes' && folder !== undefined && kill !== undefined) void main(folder, kill);
