// The `rolecall` command without a process of its own: everything real but the streams and the signals. For what it says and does; how it starts, is
// interrupted and dies is tested with processes.
import type { CliHost } from '../../src/cli/cliHost';
import { main } from '../../src/cli/main';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import { createRedactor } from '../../src/engine/shared/redact';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { createNodeModels } from '../../src/node/models/nodeModels';
import { nodeClock } from '../../src/node/nodeClock';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { createNodeIds } from '../../src/node/nodeIds';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { runsFolderFor } from '../../src/node/runLog/runsFolder';
import { sha256 } from '../../src/node/sha256';
import { slashPath } from '../../src/node/slashPath';
import { createNodeTools } from '../../src/node/tools/createNodeTools';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { forgetful } from './allowedStarts';

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function rolecallHere(cwd: string, ...args: readonly string[]): Promise<Said> {
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({ write: (text: string) => void (texts[name] += text), isTerminal: false, isColored: false, columns: () => 80 });
  const files = createNodeFiles();
  const tokens = loadTokenCounter;
  const host: CliHost = {
    version: '0.0.0', cwd, files,
    resolve: (path) => slashPath(path, cwd),
    out: stream('out'), err: stream('err'),
    clock: nodeClock,
    loadTeam: async (file, levels) => loadTeam(file, files, await loadSchemas(), levels),
    engine: () => Promise.resolve(createEngine({
      clock: nodeClock, ids: createNodeIds(), sha256, tokens,
      redactor: createRedactor(), schemas: loadSchemas,
      models: createNodeModels({ clock: nodeClock, tokens, secrets: { get: () => Promise.resolve(null) } }),
      tools: createNodeTools(files, { secrets: { get: () => Promise.resolve(null) }, allowed: forgetful }),
    })),
    schemas: loadSchemas,
    runsFolder: (path) => runsFolderFor(path),
    runLogs: (folder) => createRunLogs(folder),
    onInterrupt: () => ({ dispose: () => undefined }),
  };
  const code = await main(host, args);
  return { code, ...texts };
}
