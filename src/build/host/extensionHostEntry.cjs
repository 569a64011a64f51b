// Loaded in the extension host in place of the tests, which it runs: sends their output to a file that hostAsVscode.mjs follows, and
// records the result. The record is the only proof that they ended: an extension host that is killed reports exit code 0.
const fs = require('node:fs');
const path = require('node:path');
const { Console } = require('node:console');
const { Writable } = require('node:stream');
const { pathToFileURL } = require('node:url');

exports.run = async () => {
  const outputFile = fromEnvironment('ROLECALL_HOST_OUTPUT');
  redirectOutput(fs.openSync(outputFile, 'a'));
  try {
    const tests = await import(pathToFileURL(testsFile(fromEnvironment('ROLECALL_HOST_TESTS'))).href);
    await (tests.run ?? tests.default.run)();
    fs.writeFileSync(`${outputFile}.result`, 'ok');
  } catch (error) {
    fs.writeFileSync(`${outputFile}.result`, 'failed');
    throw error;
  } finally {
    if (process.env.NODE_V8_COVERAGE) require('node:v8').takeCoverage();
  }
};

/** @param {string} name */
function fromEnvironment(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: hostAsVscode.mjs sets it`);
  return value;
}

/** As desktop VS Code resolves it: a folder means its index.js, and the ending may be left out. @param {string} given */
function testsFile(given) {
  if (fs.existsSync(given) && fs.statSync(given).isDirectory()) return path.join(given, 'index.js');
  return fs.existsSync(given) ? given : `${given}.js`;
}

/** The console object is replaced: its methods are locked by the extension host. @param {number} fd */
function redirectOutput(fd) {
  const put = (/** @type {string | Uint8Array} */ chunk) => {
    if (typeof chunk === 'string') fs.writeSync(fd, chunk);
    else fs.writeSync(fd, chunk);
  };
  /**
   * @param {string | Uint8Array} chunk
   * @param {BufferEncoding | ((error?: Error | null) => void)} [encodingOrDone]
   * @param {(error?: Error | null) => void} [done]
   */
  const write = (chunk, encodingOrDone, done) => {
    put(chunk);
    (typeof encodingOrDone === 'function' ? encodingOrDone : done)?.();
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
  const sink = () =>
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        put(chunk);
        done();
      },
    });
  globalThis.console = new Console({ stdout: sink(), stderr: sink(), colorMode: false });
}
