/** Puts together the engine for runs of this window, from parts that are loaded with the first run. The terminal's is in src/cli.ts. */
import type { LanguageModelAccessInformation, SecretStorage } from 'vscode';
import type { RunLogs } from '../../engine/events/runLog';
import type { Files } from '../../engine/shared/ports';
import type { Redactor } from '../../engine/shared/redact';
import type { Engine } from '../../engine/supervisor/engine';
import type { RunPorts } from '../runs/runController';
import { editorSecrets } from './editorSecrets';
import { lazily } from './lazily';

export interface EditorEngineDeps {
  /** What tools read. */
  readonly disk: () => Promise<Files>;
  /** The workspace folder that a file lies in, as a path; undefined outside of all. */
  readonly workspaceRoot: (file: string) => string | undefined;
  readonly secrets: SecretStorage;
  /** VS Code's own models: who may be asked. */
  readonly access: LanguageModelAccessInformation;
  /** Where this runs when that is not the person's own machine, for messages about servers that cannot be reached. */
  readonly where?: string;
}

export function editorRunPorts({ disk, workspaceRoot, secrets, access, where }: EditorEngineDeps): RunPorts {
  const redactor = lazily(async () => (await import('../../engine/shared/redact')).createRedactor());
  return {
    engine: lazily(async () => makeEngine(await disk(), await redactor(), { secrets, access, where })),
    async runsFolder(teamFile) {
      const { runsFolderFor } = await import('../../node/runLog/runsFolder');
      return runsFolderFor(teamFile, workspaceRoot(teamFile));
    },
    async logs(runsFolder): Promise<RunLogs> {
      const { createRunLogs } = await import('../../node/runLog/runLogs');
      return createRunLogs(runsFolder, { redactor: await redactor() });
    },
  };
}

async function makeEngine(files: Files, redactor: Redactor, { secrets, access, where }: Pick<EditorEngineDeps, 'secrets' | 'access' | 'where'>): Promise<Engine> {
  const [{ createEngine }, { createTools }, { loadSchemas }, { createNodeModels }, { editorModels }, { createEnvSecrets }, { nodeClock }, { createNodeIds }, { sha256 }, { nodeFileWriter }, { nodeWeb }] = await Promise.all([
    import('../../engine/supervisor/createEngine'),
    import('../../engine/tools/createTools'),
    import('../../engine/schemas/loadSchemas'),
    import('../../node/models/nodeModels'),
    import('../models/editorModels'),
    import('../../node/envSecrets'),
    import('../../node/nodeClock'),
    import('../../node/nodeIds'),
    import('../../node/sha256'),
    import('../../node/nodeFileWriter'),
    import('../../node/tools/nodeWeb'),
  ]);
  const clock = nodeClock;
  const tokens = lazily(async () => (await import('../../node/tokens/tokenCounter')).loadTokenCounter());
  return createEngine({
    clock,
    ids: createNodeIds(),
    sha256,
    redactor,
    schemas: loadSchemas,
    tokens,
    models: editorModels(createNodeModels({ clock, secrets: editorSecrets(secrets, createEnvSecrets(redactor), redactor), tokens, where }), async () => (await import('../models/editorChats')).editorChats(access), tokens),
    tools: createTools(files, { writer: nodeFileWriter, sha256, web: nodeWeb }),
  });
}
