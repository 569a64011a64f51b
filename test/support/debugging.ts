// The debug adapter in plain Node: a client that speaks the protocol with it, and the program around it with real files and the real engine.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { RolecallSession } from '../../src/debug/rolecallSession';
import type { DebugHost, Launch } from '../../src/debug/debugHost';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import { foldRun } from '../../src/engine/events/foldRun';
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { RunState } from '../../src/engine/events/runState';
import type { HeldPlace } from '../../src/engine/projections/heldPlace';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import type { ApprovalAnswer, Person } from '../../src/engine/shared/person';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { sha256 } from '../../src/node/sha256';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { testPorts } from './runTeam';
import { virtualClock } from './virtualClock';

export function debugHost(): DebugHost & { readonly heldOf: (run: string) => HeldPlace | null; readonly stateOf: (run: string) => Promise<RunState>; readonly eventsOf: (run: string) => Promise<readonly RunEvent[]> } {
  const ports = testPorts(virtualClock());
  const engine = createEngine(ports);
  const logs = createMemoryRunLogs();
  const held = new Map<string, HeldPlace>();
  const asked = new Map<string, (answer: ApprovalAnswer | null) => void>();
  const person = (approvals: Launch['approvals']): Person => ({
    ask: ({ id }, signal) => new Promise((resolve) => {
      if (approvals === 'fail') return resolve(null);
      if (approvals !== 'ask') return resolve({ answer: approvals, by: `approvals: ${approvals}` });
      asked.set(id, resolve);
      signal.addEventListener('abort', () => resolve(null), { once: true });
    }),
  });
  const eventsOf = async (run: string) => (await logs.read(run)).events;
  return {
    load: async (file) => loadTeam(file, createNodeFiles(), await loadSchemas()),
    read: (file) => readFile(file, 'utf8').catch(() => null),
    start: async (team, { task, options, approvals }, gate) => engine.start({ team, task, options, trigger: 'test', log: await logs.create(), gate, earlier: logs, person: person(approvals) }),
    async resume({ approvals }, run, how) {
      const { writer: log, read } = await logs.reopen(run);
      return engine.resume({ log, events: read.events, earlier: logs, person: person(approvals), ...how });
    },
    async attempt({ approvals }, { run, at, team, role, input }, signal) {
      const { events } = await logs.read(run);
      const log = await logs.create();
      const handle = await engine.fork({ log, events, at, trigger: 'test', team: { ...team, cache: undefined }, options: { alone: { role, ...(input === undefined ? {} : { input }) } }, person: person(approvals) });
      signal.addEventListener('abort', () => handle.stop(), { once: true });
      await handle.finished;
      return eventsOf(log.run);
    },
    async fork({ approvals }, run, at, { team, ...how }) {
      const { events } = await logs.read(run);
      const [first] = events;
      assert.ok(first?.type === 'run.started');
      return engine.fork({ log: await logs.create(), events, at, trigger: 'test', earlier: logs, team: { ...(team ?? first.team), cache: 'on' }, person: person(approvals), ...how });
    },
    recorded: (_launch, run) => eventsOf(run),
    schemas: loadSchemas,
    previewing: async () => ({ schemas: await loadSchemas(), count: ((tokens) => (text: string) => tokens.count(text))(await loadTokenCounter()), sha256 }),
    save: () => Promise.resolve(),
    write: (file, text) => writeFile(file, text),
    held: (run, place) => {
      if (place === null) held.delete(run);
      else held.set(run, place);
    },
    answer: (_run, id, answer) => {
      const close = asked.get(id);
      close?.(answer);
      return close !== undefined;
    },
    heldOf: (run) => held.get(run) ?? null,
    eventsOf,
    stateOf: async (run) => (await eventsOf(run)).reduce<RunState | null>(foldRun, null)!,
  };
}

type Message = DebugProtocol.ProtocolMessage;

/** One client of one session. Everything that is said is kept, for transcripts. */
export class DebugClient {
  readonly said: Message[] = [];
  private readonly session: RolecallSession;
  private seq = 1;
  private readonly waiting = new Set<() => void>();
  private seen = 0;

  constructor(host: DebugHost) {
    this.session = new RolecallSession(host);
    this.session.onDidSendMessage((message) => {
      this.said.push(message as Message);
      for (const look of [...this.waiting]) look();
    });
  }

  /** The body of the answer; throws with what the adapter says where it refuses. */
  async request<T = never>(command: string, args: object = {}): Promise<T> {
    const seq = this.seq++;
    const request: DebugProtocol.Request = { seq, type: 'request', command, arguments: args };
    this.said.push(request);
    this.session.handleMessage(request);
    const answer = await this.find((message): message is DebugProtocol.Response => message.type === 'response' && (message as DebugProtocol.Response).request_seq === seq);
    if (!answer.success) throw new Error((answer.body as { error?: { format?: string } } | undefined)?.error?.format ?? answer.message);
    return answer.body as T;
  }

  /** The next event of this name that was not waited for yet. */
  async event<T = Record<string, unknown>>(name: string): Promise<T> {
    const from = this.seen;
    const event = await this.find((message, index): message is DebugProtocol.Event => index >= from && message.type === 'event' && (message as DebugProtocol.Event).event === name);
    this.seen = this.said.indexOf(event) + 1;
    return event.body as T;
  }

  /** Until it stands still. */
  async start(args: object, breakpoints: Readonly<Record<string, readonly DebugProtocol.SourceBreakpoint[]>> = {}, filters: readonly string[] = []): Promise<void> {
    await this.request('initialize', { adapterID: 'rolecall', pathFormat: 'path', linesStartAt1: true, columnsStartAt1: true });
    await this.request('launch', args);
    await this.event('initialized');
    for (const [file, lines] of Object.entries(breakpoints)) await this.request('setBreakpoints', { source: { path: file }, breakpoints: lines });
    await this.request('setExceptionBreakpoints', { filters });
    await this.request('configurationDone');
  }

  /** Goes on by `command`, and resolves with where it stopped: its top frame. */
  async to(command: string): Promise<string> {
    const { threadId } = this.last;
    await this.request(command, { threadId });
    return this.stop();
  }

  last: { readonly threadId: number; readonly reason: string; readonly text?: string } = { threadId: 1, reason: '' };

  /** `step 2 · role begins (writer.yaml:3)`, or `ended`. */
  async stop(): Promise<string> {
    const from = this.seen;
    const event = await this.find((message, index): message is DebugProtocol.Event => index >= from && message.type === 'event' && ['stopped', 'terminated'].includes((message as DebugProtocol.Event).event));
    this.seen = this.said.indexOf(event) + 1;
    if (event.event === 'terminated') return 'ended';
    this.last = event.body as DebugProtocol.StoppedEvent['body'] & { threadId: number };
    const [frame] = await this.frames();
    return `${this.last.reason}: ${frame!.name} at ${frame!.source!.name}:${frame!.line}`;
  }

  async frames(): Promise<readonly DebugProtocol.StackFrame[]> {
    return (await this.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', { threadId: this.last.threadId })).stackFrames;
  }

  /** Rows of a scope of the top frame, as `name = value`. */
  async scope(name: string): Promise<readonly string[]> {
    return (await this.rows(name)).map(({ name: row, value }) => `${row} = ${value}`);
  }

  async rows(name: string): Promise<readonly DebugProtocol.Variable[]> {
    return this.children(await this.reference(name));
  }

  async reference(scope: string): Promise<number> {
    const [frame] = await this.frames();
    const { scopes } = await this.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId: frame!.id });
    const found = scopes.find((one) => one.name === scope);
    assert.ok(found, `${scope} is among ${scopes.map((one) => one.name).join(', ')}`);
    return found.variablesReference;
  }

  async children(variablesReference: number): Promise<readonly DebugProtocol.Variable[]> {
    return (await this.request<DebugProtocol.VariablesResponse['body']>('variables', { variablesReference })).variables;
  }

  async evaluate(expression: string, context = 'repl'): Promise<string> {
    return (await this.request<DebugProtocol.EvaluateResponse['body']>('evaluate', { expression, context })).result;
  }

  async disconnect(): Promise<void> {
    await this.request('disconnect');
  }

  private find<T extends Message>(holds: (message: Message, index: number) => message is T): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.said.find((message, index): message is T => holds(message, index));
        if (found === undefined) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}
