/** The Secrets port inside VS Code: its own secret storage first, then the environment. What is handed out is told to the redactor. */
import type { SecretStorage } from 'vscode';
import type { Secrets } from '../../engine/shared/ports';
import type { Redactor } from '../../engine/shared/redact';

/** Names of the user's stand beside nothing else of ours in the storage, yet are marked as what they are. */
export function storedKeyName(name: string): string {
  return `apiKey:${name}`;
}

export function editorSecrets(storage: SecretStorage, environment: Secrets, redactor: Redactor): Secrets {
  return {
    async get(name) {
      const stored = (await storage.get(storedKeyName(name)))?.trim() ?? '';
      if (stored === '') return environment.get(name);
      redactor.add(stored);
      return stored;
    },
  };
}
