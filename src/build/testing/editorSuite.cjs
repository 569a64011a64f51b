// Runs bundled test files with mocha inside VS Code's extension host: the entry that @vscode/test-electron is given. CommonJS, as desktop
// VS Code loads it. Which files, and where the counts go, stands in the environment; runEditorTests.mjs sets it.
const { pathToFileURL } = require('node:url');
const path = require('node:path');

exports.run = async () => {
  process.setSourceMapsEnabled(true);
  const { default: Mocha } = await import('mocha');
  const { CountingReporter } = await import(pathToFileURL(path.join(__dirname, 'countingReporter.mjs')).href);
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: CountingReporter,
    timeout: Number(process.env.ROLECALL_TEST_TIMEOUT),
    grep: process.env.ROLECALL_TEST_GREP || undefined,
    color: false,
  });
  for (const file of JSON.parse(process.env.ROLECALL_TEST_FILES ?? '[]')) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const failures = await new Promise((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
};
