/** The Secrets port inside VS Code: the keys that a person has stored first, then the environment. What is handed out is told to the redactor. */
import type { Secrets } from '../../engine/shared/ports';
import type { Redactor } from '../../engine/shared/redact';
import type { Keys } from './keyStore';

export function editorSecrets(keys: Pick<Keys, 'get'>, environment: Secrets, redactor: Redactor): Secrets {
  return {
    async get(name) {
      const stored = (await keys.get(name))?.trim() ?? '';
      if (stored === '') return environment.get(name);
      redactor.add(stored);
      return stored;
    },
  };
}
