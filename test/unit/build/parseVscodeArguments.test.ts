// What @vscode/test-electron passes on, as the browser host understands it.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseVscodeArguments } from '../../../src/build/host/vscodeArguments.mjs';

describe('parseVscodeArguments', () => {
  const thisFile = fileURLToPath(import.meta.url);

  it('reads paths in both spellings and passes over what it does not know', () => {
    const given = parseVscodeArguments(['--no-sandbox', '--extensionTestsPath=/a/tests', '--extensionDevelopmentPath', '/a', '--user-data-dir=/u', tmpdir()]);
    assert.equal(given.testsPath, path.resolve('/a/tests'));
    assert.equal(given.developmentPath, path.resolve('/a'));
    assert.equal(given.userDataDir, path.resolve('/u'));
    assert.equal(given.folder, tmpdir());
    assert.equal(given.disablesExtensions, false);
  });

  it('tells a folder, a file and a workspace file apart', () => {
    const given = parseVscodeArguments(['/x/two.code-workspace', thisFile, '--disable-extensions']);
    assert.equal(given.workspace, path.resolve('/x/two.code-workspace'));
    assert.equal(given.file, thisFile);
    assert.equal(given.folder, undefined);
    assert.equal(given.disablesExtensions, true);
  });
});
