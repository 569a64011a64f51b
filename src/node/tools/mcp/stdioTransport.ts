/** An MCP server as a process: the library's transport, which also hears what is no message, what it complains, and how it ends. */
import type { ChildProcess } from 'node:child_process';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** In characters: the end of what it complained. */
const keptErrors = 2000;

export class ListeningTransport extends StdioClientTransport {
  /** As a clause; null while it runs. */
  ending: string | null = null;
  private child: ChildProcess | null = null;
  private errors = '';
  private half = '';
  private firstNoise = '';
  private noiseCount = 0;
  private toldNoise = 0;

  override async start(): Promise<void> {
    this.stderr?.on('data', (data: Buffer) => {
      this.errors = (this.errors + data.toString('utf8')).slice(-keptErrors);
    });
    await super.start();
    // The library skips such lines without a word, and says nothing of the exit code. A test fails when it no longer keeps its process under this name.
    this.child = (this as unknown as { readonly _process?: ChildProcess })._process ?? null;
    this.child?.stdout?.on('data', (data: Buffer) => this.listen(data.toString('utf8')));
    this.child?.on('exit', (code, signal) => {
      this.ending = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
    });
  }

  /** The library waits for two seconds at each stage; a run that was stopped does not. */
  override async close(): Promise<void> {
    const child = this.child;
    const timers = child === null ? [] : ([['SIGTERM', 300], ['SIGKILL', 1300]] as const).map(([signal, ms]) => setTimeout(() => child.kill(signal), ms));
    await super.close();
    for (const timer of timers) clearTimeout(timer);
  }

  /** The last lines of what it complained; empty: it did not. */
  get complaint(): string {
    return this.errors.trim().split(/\r?\n/).slice(-4).join(' ').slice(-400);
  }

  /** A clause about the lines on its standard output that were no messages; null: there were none. */
  get noise(): string | null {
    if (this.noiseCount === 0) return null;
    return `${this.noiseCount === 1 ? '1 line on its output was no message' : `${this.noiseCount} lines on its output were no messages`}, such as ${JSON.stringify(this.firstNoise)}`;
  }

  /** The same, where there are more of them than when this was last asked. */
  newNoise(): string | null {
    if (this.noiseCount === this.toldNoise) return null;
    this.toldNoise = this.noiseCount;
    return this.noise;
  }

  private listen(text: string): void {
    const lines = (this.half + text).split('\n');
    this.half = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '' && !isObject(line)) this.hear(line.trim());
    // What never ends is no line.
    if (this.half.length > 1_000_000) this.half = '';
  }

  private hear(line: string): void {
    this.noiseCount += 1;
    if (this.noiseCount === 1) this.firstNoise = line.slice(0, 200);
  }
}

function isObject(line: string): boolean {
  return line.trimStart().startsWith('{');
}
