/** Secrets from environment variables. What it hands out is told to the redactor, so that no log and no message repeats it. */
import type { Secrets } from '../engine/shared/ports';
import type { Redactor } from '../engine/shared/redact';

/** Values are trimmed: a pasted key often keeps its line end. An empty variable counts as not set. */
export function createEnvSecrets(redactor: Redactor, env: Readonly<Record<string, string | undefined>> = process.env): Secrets {
  return {
    get(name) {
      const value = env[name]?.trim() ?? '';
      if (value !== '') redactor.add(value);
      return Promise.resolve(value === '' ? null : value);
    },
  };
}
