import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SecretStorage } from 'vscode';
import { createRedactor } from '../../../src/engine/shared/redact';
import { createEnvSecrets } from '../../../src/node/envSecrets';
import { editorSecrets, storedKeyName } from '../../../src/vscode/adapters/editorSecrets';

function storage(kept: Readonly<Record<string, string>>): SecretStorage {
  return { get: async (name: string) => kept[name] } as unknown as SecretStorage;
}

describe('editorSecrets', () => {
  const redactor = createRedactor();
  const environment = createEnvSecrets(redactor, { BOTH_KEY: 'from-the-environment', ENV_KEY: 'only-in-the-environment' });
  const secrets = editorSecrets(storage({ [storedKeyName('BOTH_KEY')]: ' from-the-storage-1\n', [storedKeyName('EMPTY_KEY')]: ' ' }), environment, redactor);

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
