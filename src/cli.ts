/** Where the terminal's Rolecall starts: builds the parts, hands them to the command. The same engine as the editor's; what is large is loaded when first used. */
import { version } from '../package.json';
import type { CliHost } from './cli/cliHost';
import { main } from './cli/main';
import { leave, onInterrupt, textOutput } from './cli/nodeTerminal';
import { createRedactor, type Redactor } from './engine/shared/redact';
import type { Engine } from './engine/supervisor/engine';
import { createNodeFiles } from './node/nodeFiles';
import { nodeClock } from './node/nodeClock';
import { createRunLogs } from './node/runLog/runLogs';
import { runsFolderFor } from './node/runLog/runsFolder';
import { slashPath } from './node/slashPath';

const files = createNodeFiles();
const redactor = createRedactor();

const schemas: CliHost['schemas'] = async () => (await import('./engine/schemas/loadSchemas')).loadSchemas();

const host: CliHost = {
  version,
  cwd: slashPath('.'),
  resolve: (path) => slashPath(path),
  out: textOutput(process.stdout, process.env),
  err: textOutput(process.stderr, process.env),
  clock: nodeClock,
  files,
  loadTeam: async (file, levels) => (await import('./engine/team/loadTeam')).loadTeam(file, files, await schemas(), levels),
  engine: () => makeEngine(redactor),
  schemas,
  runsFolder: (path) => runsFolderFor(path),
  runLogs: (folder) => createRunLogs(folder, { redactor }),
  onInterrupt,
};

async function makeEngine(knownSecrets: Redactor): Promise<Engine> {
  const [{ createEngine }, { createNodeTools }, { createNodeModels }, { createEnvSecrets }, { createNodeIds }, { sha256 }, { loadTokenCounter }, { createAllowedStarts }, { allowedStartsFile, learnedFile }, { environmentProxy }] = await Promise.all([
    import('./engine/supervisor/createEngine'),
    import('./node/tools/createNodeTools'),
    import('./node/models/nodeModels'),
    import('./node/envSecrets'),
    import('./node/nodeIds'),
    import('./node/sha256'),
    import('./node/tokens/tokenCounter'),
    import('./node/tools/allowedStarts'),
    import('./node/userFiles'),
    import('./node/models/environmentProxy'),
  ]);
  let counter: ReturnType<typeof loadTokenCounter> | undefined;
  const tokens = (): ReturnType<typeof loadTokenCounter> => (counter ??= loadTokenCounter());
  const secrets = createEnvSecrets(knownSecrets);
  return createEngine({
    clock: nodeClock,
    ids: createNodeIds(),
    sha256,
    redactor: knownSecrets,
    schemas,
    tokens,
    models: createNodeModels({ clock: nodeClock, secrets, tokens, learnedFile: learnedFile(), proxy: environmentProxy(process.env) }),
    tools: createNodeTools(files, { secrets, allowed: createAllowedStarts(allowedStartsFile()) }),
  });
}

main(host, process.argv.slice(2)).then(leave, (error: unknown) => {
  console.error(error);
  process.exit(1);
});
