/** Keys of models: in VS Code's secret storage, or where that does not work, in this session alone. Never in a file, never shown. */
import type { SecretStorage } from 'vscode';

export interface Keys {
  /** Undefined: none is kept. */
  get(name: string): PromiseLike<string | undefined>;
  /** How long it lasts. */
  store(name: string, value: string): Promise<'kept' | 'session'>;
  delete(name: string): Promise<void>;
}

/** Names of the user's stand beside nothing else of ours in the storage, yet are marked as what they are. */
export function storedKeyName(name: string): string {
  return `apiKey:${name}`;
}

export function keyStore(storage: SecretStorage): Keys {
  const session = new Map<string, string>();
  const read = async (name: string): Promise<string | undefined> => storage.get(storedKeyName(name)).then((value) => value, () => undefined);
  return {
    get: async (name) => session.get(name) ?? (await read(name)),
    async store(name, value) {
      session.delete(name);
      const isKept = await storage.store(storedKeyName(name), value).then(() => true, () => false);
      // A storage that takes and does not give back is none.
      if (isKept && (await read(name)) === value) return 'kept';
      session.set(name, value);
      return 'session';
    },
    async delete(name) {
      session.delete(name);
      await storage.delete(storedKeyName(name)).then(undefined, () => undefined);
    },
  };
}
