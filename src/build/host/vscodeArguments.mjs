// Reads the arguments that @vscode/test-electron gives to desktop VS Code. Those that mean nothing in the browser host are passed over.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} VscodeArguments
 * @property {string | undefined} developmentPath the extension under test (the first one: this host loads one)
 * @property {string | undefined} testsPath
 * @property {string | undefined} userDataDir
 * @property {string | undefined} extensionsDir
 * @property {string | undefined} workspace a .code-workspace file
 * @property {string | undefined} folder
 * @property {string | undefined} file
 * @property {boolean} disablesExtensions
 */

const optionsWithValue = new Set(['extensionDevelopmentPath', 'extensionTestsPath', 'user-data-dir', 'extensions-dir', 'folder-uri']);

/** @param {readonly string[]} argv @returns {VscodeArguments} */
export function parseVscodeArguments(argv) {
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {string[]} */
  const positional = [];
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] ?? '';
    const option = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
    const name = option?.[1];
    if (!option || !name) positional.push(path.resolve(argument));
    else if (!optionsWithValue.has(name)) values.set(name, 'true');
    else {
      const value = option[2] ?? argv[++i] ?? '';
      if (!values.has(name)) values.set(name, value);
    }
  }
  const resolved = (/** @type {string} */ name) => {
    const value = values.get(name);
    return value === undefined ? undefined : path.resolve(value);
  };
  const folderUri = values.get('folder-uri');
  if (folderUri) positional.push(fileURLToPath(folderUri));
  const workspace = positional.find((p) => p.endsWith('.code-workspace'));
  return {
    developmentPath: resolved('extensionDevelopmentPath'),
    testsPath: resolved('extensionTestsPath'),
    userDataDir: resolved('user-data-dir'),
    extensionsDir: resolved('extensions-dir'),
    workspace,
    folder: positional.find((p) => existsSync(p) && statSync(p).isDirectory()),
    file: positional.find((p) => p !== workspace && existsSync(p) && statSync(p).isFile()),
    disablesExtensions: values.has('disable-extensions'),
  };
}
