// A debug session that is written down: lines of a file are done one after the other, and what client and adapter say to each other becomes a text.
import { readFile, writeFile } from 'node:fs/promises';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DebugClient, debugHost } from './debugging';

type Steps = Readonly<Record<string, (rest: string) => Promise<unknown>>>;

/** What differs from run to run of the same session, or is told elsewhere: who asks what, in which order, is told. */
const silent: ReadonlySet<string> = new Set(['initialize', 'disconnect', 'configurationDone', 'setExceptionBreakpoints']);

export async function transcriptOf(session: string, folder: string): Promise<string> {
  const player = new Player(folder);
  const lines = session.split('\n').filter((line) => line !== '');
  const told: string[] = [];
  try {
    for (const line of lines) told.push(`$ ${line}`, ...(await player.play(line)));
  } finally {
    await player.end();
  }
  return `${told.join('\n')}\n`;
}

class Player {
  private readonly host = debugHost();
  private client = new DebugClient(this.host);
  private readonly breakpoints: Record<string, DebugProtocol.SourceBreakpoint[]> = {};
  private filters: readonly string[] = [];
  private told = 0;
  private hasEnded = false;

  constructor(private readonly folder: string) {}

  /** What was said meanwhile, and where it stands then. */
  async play(line: string): Promise<readonly string[]> {
    const [, command = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line)!;
    const step = this.steps[command] ?? (() => this.go(command));
    const refused = await step(rest).then(() => [], (error: unknown) => [`  refused: ${this.short((error as Error).message)}`]);
    return [...this.newlySaid(), ...refused];
  }

  async end(): Promise<void> {
    await this.client.disconnect();
  }

  private readonly steps: Steps = {
    break: (rest) => this.setBreakpoints(rest),
    filters: async (rest) => void (this.filters = rest.split(' ')),
    launch: (rest) => this.launch(rest),
    again: async (rest) => {
      await this.client.disconnect();
      this.client = new DebugClient(this.host);
      this.told = 0;
      await this.launch(rest);
    },
    stack: () => this.client.request('stackTrace', { threadId: this.client.last.threadId }),
    threads: () => this.client.request('threads'),
    scopes: async () => this.client.reference('Shared workspace'),
    scope: (rest) => this.client.rows(rest),
    eval: (rest) => this.client.evaluate(rest),
    complete: (text) => this.client.request('completions', { text, column: text.length + 1 }),
    request: (rest) => this.client.request(rest.split(' ')[0]!, JSON.parse(rest.slice(rest.indexOf(' '))) as object),
    watch: (field) => this.watch(field),
    set: async (rest) => {
      const [, scope = '', name = '', value = ''] = /^(.+?) (\w+) ([^ ]+)$/.exec(rest)!;
      await this.client.request('setVariable', { variablesReference: await this.client.reference(scope), name, value });
      await this.client.stop();
    },
    goto: async (rest) => {
      const [file = '', line = '1'] = rest.split(' ');
      const { targets } = await this.client.request<DebugProtocol.GotoTargetsResponse['body']>('gotoTargets', { source: { path: this.path(file) }, line: Number(line) });
      await this.client.request('goto', { threadId: this.client.last.threadId, targetId: targets[0]!.id });
      await this.client.stop();
    },
    edit: async (rest) => {
      const [, file = '', from = '', to = ''] = /^(\S+) (.*) => (.*)$/.exec(rest)!;
      await writeFile(this.path(file), (await readFile(this.path(file), 'utf8')).replace(from, to));
    },
    restart: async () => {
      const [frame] = await this.client.frames();
      await this.client.request('restartFrame', { frameId: frame!.id });
      await this.client.stop();
    },
  };

  private async go(command: string): Promise<void> {
    if (this.hasEnded) throw new Error('the session has ended');
    this.hasEnded = (await this.client.to(command)) === 'ended';
  }

  private async launch(rest: string): Promise<void> {
    await this.client.start({ team: this.path('team.yaml'), ...(JSON.parse(rest) as object) }, this.breakpoints, this.filters);
    this.hasEnded = (await this.client.stop()) === 'ended';
  }

  /** `roles/writer.yaml 2 5`, `… 4 if state.x`, `… 4 log text`. */
  private setBreakpoints(rest: string): Promise<void> {
    const [, file = '', lines = '', kind, text = ''] = /^(\S+) ([\d ]+?)(?: (if|log) (.*))?$/.exec(rest)!;
    const more = kind === 'if' ? { condition: text } : kind === 'log' ? { logMessage: text } : {};
    this.breakpoints[this.path(file)] = lines.split(' ').map((line) => ({ line: Number(line), ...more }));
    return Promise.resolve();
  }

  private async watch(name: string): Promise<void> {
    const variablesReference = await this.client.reference('Shared workspace');
    const { dataId } = await this.client.request<DebugProtocol.DataBreakpointInfoResponse['body']>('dataBreakpointInfo', { variablesReference, name });
    await this.client.request('setDataBreakpoints', { breakpoints: [{ dataId }] });
  }

  private path(file: string): string {
    return `${this.folder}/${file}`;
  }

  private short(text: string): string {
    return text.replaceAll(this.folder, '<folder>');
  }

  private newlySaid(): readonly string[] {
    const said = this.client.said.slice(this.told);
    this.told = this.client.said.length;
    const asked = new Set(said.flatMap((message) => (message.type === 'request' && silent.has((message as DebugProtocol.Request).command) ? [message.seq] : [])));
    return stopsLast(said).flatMap((message) => this.tell(message, asked));
  }

  private tell(message: DebugProtocol.ProtocolMessage, silentOnes: ReadonlySet<number>): readonly string[] {
    switch (message.type) {
      case 'request': {
        const { command, arguments: args, seq } = message as DebugProtocol.Request;
        return silentOnes.has(seq) ? [] : [`  > ${command} ${this.json(args)}`];
      }
      case 'response': {
        const { command, body, success, request_seq: to } = message as DebugProtocol.Response;
        return !success || silentOnes.has(to) || body === undefined ? [] : [`  < ${command}${this.body(command, body as object)}`];
      }
      default: {
        const { event, body } = message as DebugProtocol.Event;
        return event === 'output' ? [`  ! output ${this.json((body as { output: string }).output)}`] : [`  ! ${event} ${this.json(body)}`];
      }
    }
  }

  /** Lists of rows, each on a line of its own. */
  private body(command: string, body: object): string {
    const rows = command === 'variables' ? (body as DebugProtocol.VariablesResponse['body']).variables : command === 'stackTrace' ? (body as DebugProtocol.StackTraceResponse['body']).stackFrames : null;
    if (rows === null) return ` ${this.json(body)}`;
    return rows.map((row) => `\n      ${this.json(row)}`).join('');
  }

  private json(value: unknown): string {
    return value === undefined ? '' : this.short(JSON.stringify(value));
  }
}

/** A run that goes on stops when it comes to it, which is before or after what the adapter tells meanwhile: told here when the client looks where. */
function stopsLast(said: readonly DebugProtocol.ProtocolMessage[]): readonly DebugProtocol.ProtocolMessage[] {
  const isStop = (message: DebugProtocol.ProtocolMessage): boolean => message.type === 'event' && (message as DebugProtocol.Event).event === 'stopped';
  const at = said.findIndex(isStop);
  const next = at < 0 ? -1 : said.findIndex((message, index) => index > at && message.type === 'request');
  return next < 0 ? said : [...said.slice(0, at), ...said.slice(at + 1, next), said[at]!, ...said.slice(next)];
}
