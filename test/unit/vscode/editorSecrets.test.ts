import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SecretStorage } from 'vscode';
import { createRedactor } from '../../../src/engine/shared/redact';
import { createEnvSecrets } from '../../../src/node/envSecrets';
import { editorSecrets } from '../../../src/vscode/adapters/editorSecrets';
import { keyStore, storedKeyName } from '../../../src/vscode/adapters/keyStore';

function storage(kept: Readonly<Record<string, string>>): SecretStorage {
  return { get: async (name: string) => kept[name] } as unknown as SecretStorage;
}

describe('keyStore', () => {
  const working = () => {
    const kept = new Map<string, string>();
    const store = { get: async (name: string) => kept.get(name), store: async (name: string, value: string) => void kept.set(name, value), delete: async (name: string) => void kept.delete(name) };
    return { kept, keys: keyStore(store as unknown as SecretStorage) };
  };

  it('keeps a key in the storage, and takes it out again', async () => {
    const { kept, keys } = working();
    assert.equal(await keys.store('K', 'v'), 'kept');
    assert.deepEqual([await keys.get('K'), [...kept]], ['v', [[storedKeyName('K'), 'v']]]);
    await keys.delete('K');
    assert.equal(await keys.get('K'), undefined);
  });

  it('keeps it for the session where the storage fails or forgets, and says so', async () => {
    const fails = () => Promise.reject(new Error('no keyring'));
    const broken = { get: fails, store: fails, delete: fails } as unknown as SecretStorage;
    const forgetful = { get: async () => undefined, store: async () => undefined, delete: async () => undefined } as unknown as SecretStorage;
    for (const storage of [broken, forgetful]) {
      const keys = keyStore(storage);
      assert.equal(await keys.get('K'), undefined);
      assert.equal(await keys.store('K', 'v'), 'session');
      assert.equal(await keys.get('K'), 'v');
      await keys.delete('K');
      assert.equal(await keys.get('K'), undefined);
    }
  });
});

describe('editorSecrets', () => {
  const redactor = createRedactor();
  const environment = createEnvSecrets(redactor, { BOTH_KEY: 'from-the-environment', ENV_KEY: 'only-in-the-environment' });
  const secrets = editorSecrets(keyStore(storage({ [storedKeyName('BOTH_KEY')]: ' from-the-storage-1\n', [storedKeyName('EMPTY_KEY')]: ' ' })), environment, redactor);

  it('takes the stored key before that of the environment, without what was pasted around it', async () => {
    assert.equal(await secrets.get('BOTH_KEY'), 'from-the-storage-1');
  });

  it('falls back to the environment, and knows when there is none', async () => {
    assert.equal(await secrets.get('ENV_KEY'), 'only-in-the-environment');
    assert.equal(await secrets.get('EMPTY_KEY'), null);
    assert.equal(await secrets.get('NO_KEY'), null);
  });

  it('has the redactor take out what it handed over', async () => {
    await secrets.get('BOTH_KEY');
    assert.equal(redactor.redact('sent from-the-storage-1 twice'), 'sent [redacted] twice');
  });
});
