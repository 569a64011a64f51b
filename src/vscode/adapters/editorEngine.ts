/** Puts together the engine for runs of this window, from parts that are loaded with the first run. The terminal's is in src/cli.ts. */
import type { LanguageModelAccessInformation, Memento } from 'vscode';
import type { RunLogs } from '../../engine/events/runLog';
import type { ModelProvider, TokenCounter } from '../../engine/models/model';
import type { Files } from '../../engine/shared/ports';
import type { Redactor } from '../../engine/shared/redact';
import type { Engine } from '../../engine/supervisor/engine';
import type { RunPorts } from '../runs/runController';
import { editorAllowedStarts, unremembered } from '../tools/editorAllowedStarts';
import { editorSecrets } from './editorSecrets';
import type { Keys } from './keyStore';
import { lazily } from './lazily';

export interface EditorEngineDeps {
  /** What tools read. */
  readonly disk: () => Promise<Files>;
  /** The workspace folder that a file lies in, as a path; undefined outside of all. */
  readonly workspaceRoot: (file: string) => string | undefined;
  /** What a person has stored; by the names that `api_key_env` gives. */
  readonly secrets: Pick<Keys, 'get'>;
  /** VS Code's own models: who may be asked. */
  readonly access: LanguageModelAccessInformation;
  /** The same in all windows. Without it, what a run starts is asked about in each. */
  readonly state?: Memento;
  /** Where this runs when that is not the person's own machine, for messages about servers that cannot be reached. */
  readonly where?: string;
  /** Where it is kept what servers have taught, in all windows. */
  readonly learnedFile?: string;
}

/** The models that runs of this window use, for whoever tries one. */
export interface EditorModels {
  readonly models: () => Promise<ModelProvider>;
}

export function editorRunPorts({ disk, workspaceRoot, secrets, access, state, where, learnedFile }: EditorEngineDeps): RunPorts & EditorModels {
  const redactor = lazily(async () => (await import('../../engine/shared/redact')).createRedactor());
  const tokens = lazily(async () => (await import('../../node/tokens/tokenCounter')).loadTokenCounter());
  const models = lazily(async () => makeModels(await redactor(), tokens, { secrets, access, where, learnedFile }));
  return {
    models,
    engine: lazily(async () => makeEngine(await disk(), await redactor(), await models(), tokens, { secrets, state })),
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

async function makeModels(redactor: Redactor, tokens: () => Promise<TokenCounter>, { secrets, access, where, learnedFile }: Pick<EditorEngineDeps, 'secrets' | 'access' | 'where' | 'learnedFile'>): Promise<ModelProvider> {
  const [{ createNodeModels }, { editorModels }, { createEnvSecrets }, { nodeClock }] = await Promise.all([
    import('../../node/models/nodeModels'),
    import('../models/editorModels'),
    import('../../node/envSecrets'),
    import('../../node/nodeClock'),
  ]);
  const others = createNodeModels({ clock: nodeClock, secrets: editorSecrets(secrets, createEnvSecrets(redactor), redactor), tokens, where, learnedFile });
  return editorModels(others, async () => (await import('../models/editorChats')).editorChats(access), tokens);
}

async function makeEngine(files: Files, redactor: Redactor, models: ModelProvider, tokens: () => Promise<TokenCounter>, { secrets, state }: Pick<EditorEngineDeps, 'secrets' | 'state'>): Promise<Engine> {
  const [{ createEngine }, { createNodeTools }, { loadSchemas }, { createEnvSecrets }, { nodeClock }, { createNodeIds }, { sha256 }, { withEditorTools }] = await Promise.all([
    import('../../engine/supervisor/createEngine'),
    import('../../node/tools/createNodeTools'),
    import('../../engine/schemas/loadSchemas'),
    import('../../node/envSecrets'),
    import('../../node/nodeClock'),
    import('../../node/nodeIds'),
    import('../../node/sha256'),
    import('../tools/editorToolSource'),
  ]);
  const clock = nodeClock;
  const known = editorSecrets(secrets, createEnvSecrets(redactor), redactor);
  return createEngine({
    clock,
    ids: createNodeIds(),
    sha256,
    redactor,
    schemas: loadSchemas,
    tokens,
    models,
    tools: withEditorTools(createNodeTools(files, { secrets: known, allowed: state === undefined ? unremembered : editorAllowedStarts(state) })),
  });
}
