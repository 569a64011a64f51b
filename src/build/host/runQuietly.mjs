// Runs one program to its end and keeps its output, for a message when it fails. It shows nothing while the program runs.
import { spawn } from 'node:child_process';

/**
 * Rejects with the command and the last lines of its output when it cannot start or does not end with 0.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, keepLines?: number }} [options] keepLines: of the output, in the error; default 20
 * @returns {Promise<string>} everything it printed
 */
export function runQuietly(command, args, { keepLines = 20, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const fail = (/** @type {string} */ why) =>
      reject(new Error(`${[command, ...args].join(' ')} ${why}\n${output.trimEnd().split('\n').slice(-keepLines).join('\n')}`.trimEnd()));
    child.once('error', (error) => fail(`could not run: ${error.message}`));
    child.once('close', (code, signal) => (code === 0 ? resolve(output) : fail(`ended with ${code ?? signal}`)));
  });
}
