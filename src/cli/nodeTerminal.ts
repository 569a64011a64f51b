/** The process as a command sees it: its output streams and its interruptions. Decides nothing. */
import type { Disposable } from '../engine/shared/disposable';
import type { TextOutput } from './cliHost';

type Env = Readonly<Record<string, string | undefined>>;

/** A reader that has gone (`| head`) is not an error: what would follow is dropped. */
export function textOutput(stream: NodeJS.WriteStream, env: Env): TextOutput {
  let isGone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isGone = true;
  });
  const isTerminal = stream.isTTY === true && env['TERM'] !== 'dumb';
  return {
    write: (text) => {
      if (!isGone && text !== '') stream.write(text);
    },
    isTerminal,
    isColored: isTerminal && (env['NO_COLOR'] ?? '') === '',
    columns: () => (stream.isTTY === true && stream.columns > 0 ? stream.columns : 80),
  };
}

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function onInterrupt(listener: () => void): Disposable {
  for (const name of interruptions) process.on(name, listener);
  return {
    dispose: () => {
      for (const name of interruptions) process.off(name, listener);
    },
  };
}

/** Ends the process once what was written has gone out; what is still open elsewhere does not keep it. */
export async function leave(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((done) => stream.write('', () => done()));
  process.exit(code);
}
