/** Tries a model that is being set up with one call, and lets a person decide where that fails. */
import * as vscode from 'vscode';
import { ModelUnusable, type ModelOutcome, type ModelProvider } from '../../engine/models/model';
import { tryModel } from '../../engine/models/tryModel';
import type { ModelEntry } from '../../engine/team/team';
import type { SetUpArgument } from './setUpArgument';

const timeoutMs = 120_000;

/** True: it answered, or the person wants it all the same. */
export async function triedWell(entry: Readonly<Record<string, string>>, given: SetUpArgument, models: () => Promise<ModelProvider>): Promise<boolean> {
  const { message, hint } = (await problemOf(entry, models)) ?? {};
  if (message === undefined) return true;
  const anyway = vscode.l10n.t('Write It Anyway');
  const said = vscode.l10n.t('The model did not answer. {0}{1}', message, hint === undefined ? '' : ` ${hint}`);
  // Whoever calls with every answer given is no person who could be asked.
  if (given.isDefault !== undefined && given.name !== undefined) {
    void vscode.window.showErrorMessage(said);
    return false;
  }
  return (await vscode.window.showErrorMessage(said, anyway)) === anyway;
}

interface Problem {
  readonly message: string;
  readonly hint?: string;
}

async function problemOf(entry: Readonly<Record<string, string>>, models: () => Promise<ModelProvider>): Promise<Problem | null> {
  const trying = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Trying {0}…', entry['model'] ?? entry['family'] ?? ''), cancellable: true };
  try {
    const outcome = await vscode.window.withProgress(trying, async (_progress, token): Promise<ModelOutcome> => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort('stopped'));
      return tryModel(await models(), entryOf(entry), AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]));
    });
    return outcome.ok ? null : outcome.error;
  } catch (error) {
    if (error instanceof ModelUnusable) return error;
    throw error;
  }
}

function entryOf(entry: Readonly<Record<string, string>>): ModelEntry {
  return {
    name: 'set-up', provider: entry['provider'] === 'vscode' ? 'vscode' : 'openai', model: entry['model'] ?? null, baseUrl: entry['base_url'] ?? null, apiKeyEnv: entry['api_key_env'] ?? null,
    family: entry['family'] ?? null, temperature: null, maxOutputTokens: null, context: null, price: null, script: null, at: { file: 'team.yaml', line: 1, column: 1 },
  };
}
