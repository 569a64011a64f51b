/** Writes events of a run as a supervisor would: numbers them, moves the clock, keeps versions. For tests of what reads events. */
import type { Decision, Feedback, PromptPart, RuleResult, RunEvent, RunOptions, ToolCall } from '../../src/engine/events/runEvent';
import type { EventBody } from '../../src/engine/events/runEvent';
import type { Usage } from '../../src/engine/events/usage';
import type { Json, JsonObject } from '../../src/engine/shared/json';
import type { ModelEntry, Role, Team } from '../../src/engine/team/team';

export const startOfTime = Date.UTC(2026, 10, 16, 9, 58);

export interface CallUse {
  readonly input: number;
  readonly cached?: number;
  readonly output: number;
  readonly reasoning?: number;
  readonly ms?: number;
  readonly costUsd?: number | null;
}

export interface StepWriter {
  readonly step: number;
  readonly role: Role;
}

export class EventWriter {
  readonly events: RunEvent[] = [];
  private now = startOfTime;
  private steps = 0;
  private readonly versions = new Map<string, number>();
  private readonly calls = new Map<number, number>();
  private readonly lastCall = new Map<number, { readonly call: number; readonly model: string }>();

  constructor(
    private readonly team: Team,
    readonly run = '12',
  ) {}

  /** Goes on where other events ended. */
  static after(team: Team, run: string, events: readonly RunEvent[]): EventWriter {
    const writer = new EventWriter(team, run);
    for (const event of events) {
      writer.events.push(event.type === 'run.started' ? { ...event, run } : event);
      writer.now = event.at;
      if (event.type === 'role.started') writer.steps = event.step;
      if (event.type === 'model.requested') writer.calls.set(event.step, event.call);
      if (event.type === 'workspace.committed') for (const [field, version] of Object.entries(event.versions)) writer.versions.set(field, version);
    }
    return writer;
  }

  add(body: EventBody, afterMs = 0): RunEvent {
    this.now += afterMs;
    const event = { ...body, seq: this.events.length + 1, at: this.now } as RunEvent;
    this.events.push(event);
    return event;
  }

  start(task: string, options: RunOptions = {}): void {
    this.add({ type: 'run.started', format: 1, run: this.run, task, team: this.team, options, trigger: 'test' });
  }

  finish(status: 'completed' | 'partial' | 'failed' | 'stopped', reason: string, more: { message?: string; hint?: string; where?: { file: string; line: number; column: number } } = {}): void {
    this.add({ type: 'run.finished', status, reason, ...more }, 5);
  }

  /** Asks the supervisor's model for the next step. */
  choose(choice: string, why: string, use: CallUse): void {
    const step = this.steps + 1;
    const model = this.team.supervisor?.model ?? '';
    const call = this.nextCall(step, model);
    const parts: PromptPart[] = [
      { kind: 'goal', text: this.team.goal.text, tokens: 40, at: this.team.goal.at },
      { kind: 'choices', text: (this.team.supervisor?.choices ?? []).join(', '), tokens: Math.round(use.input * 0.35) },
      { kind: 'data', field: 'analysis', as: 'analysis', version: this.version('analysis'), tokens: use.input - 40 - Math.round(use.input * 0.35) },
    ];
    this.add({ type: 'model.requested', step, call, conversation: 'choose', role: 'supervisor', purpose: 'choose', model, append: [{ role: 'user', parts }], hash: `h${step}.${call}` });
    this.respond(step, { choice, why }, use);
  }

  dispatch(roleId: string, decision: Decision, input: Json = {}): StepWriter {
    const role = this.team.roles.find((one) => one.id === roleId)!;
    const step = ++this.steps;
    const reads = Object.fromEntries(role.reads.map((read) => [read.field, this.version(read.field)]));
    this.add({ type: 'role.started', step, role: roleId, subtask: { id: `s${step}`, role: roleId, input }, decision, reads }, 20);
    return { step, role };
  }

  /** The first request of a dispatch, with every part of a prompt; `tokens` is shared among the data parts. */
  ask({ step, role }: StepWriter, tokens: number, instructions: string, input: Json = {}): void {
    const call = this.nextCall(step, role.model);
    const fixed = 20 + 118 + 17 + 22 + 236 + 37;
    const data = role.reads.map((read, index): PromptPart => ({
      kind: 'data', field: read.field, as: read.as, version: this.version(read.field),
      tokens: Math.max(4, Math.round(((tokens - fixed) * (index + 1)) / ((role.reads.length * (role.reads.length + 1)) / 2))),
    }));
    const hasInput = typeof input === 'object' && input !== null && Object.keys(input).length > 0;
    const card = role.at;
    const system: PromptPart[] = [
      { kind: 'identity', text: `You are ${role.name}. ${role.responsibility}`, tokens: 20, at: card },
      { kind: 'instructions', text: instructions, tokens: 118, at: role.places.instructions ?? card },
      { kind: 'goal', text: 'A sourced report on Industrial heat pumps in Europe, 2024', tokens: 17, at: this.team.goal.at },
      { kind: 'constraints', text: '{"max_sections":5,"require_sources":true}', tokens: 22, at: { file: this.team.file, line: 3, column: 1 } },
      { kind: 'contract', text: `Answer with one JSON object: { "status": …, "output": { ${role.writes.map((write) => `"${write.field}": …`).join(', ')} } }`, tokens: 236, at: role.places.writes ?? card },
    ];
    const user: PromptPart[] = [
      ...data,
      ...(hasInput ? [{ kind: 'input', text: JSON.stringify(input), tokens: 12 } as const] : []),
      { kind: 'closing', text: `You are ${role.name}. You must not use figures without a source.`, tokens: 37, at: card },
    ];
    this.add({
      type: 'model.requested', step, call, conversation: 'work', role: role.id, purpose: 'work', model: role.model,
      append: [{ role: 'system', parts: system }, { role: 'user', parts: user }],
      tools: role.tools, toolTokens: role.tools.length * 80, hash: `h${step}.${call}`,
    }, 5);
  }

  /** A later request of the same conversation. */
  askAgain({ step, role }: StepWriter, feedback: readonly PromptPart[] = []): void {
    const call = this.nextCall(step, role.model);
    this.add({
      type: 'model.requested', step, call, conversation: 'work', role: role.id, purpose: 'work', model: role.model,
      append: feedback.length === 0 ? [] : [{ role: 'user', parts: feedback }], tools: role.tools, toolTokens: role.tools.length * 80, hash: `h${step}.${call}`,
    }, 5);
  }

  askReviewer({ step, role }: StepWriter, attempt: number, tokens: number, output: string): void {
    const reviewer = this.team.roles.find((one) => one.id === role.review?.by)!;
    const call = this.nextCall(step, reviewer.model);
    const parts: PromptPart[] = [
      { kind: 'identity', text: 'You are reviewer. Check the output against its criteria.', tokens: 120, at: reviewer.at },
      { kind: 'criteria', text: role.review!.criteria.map((one) => one.text).join('\n'), tokens: 60, at: role.review!.at },
      { kind: 'data', field: 'findings', as: 'findings', version: this.version('findings'), tokens: Math.round(tokens * 0.6) },
      { kind: 'output', text: output, tokens: tokens - 180 - Math.round(tokens * 0.6) },
    ];
    this.add({ type: 'model.requested', step, call, conversation: `review ${attempt}`, role: reviewer.id, purpose: 'review', model: reviewer.model, append: [{ role: 'system', parts }], hash: `h${step}.${call}` }, 5);
  }

  respond(step: number, reply: Json, use: CallUse, toolCalls: readonly ToolCall[] = []): void {
    const { call, model } = this.lastCall.get(step)!;
    const usage: Usage = { input: use.input, cached: use.cached ?? 0, cacheWrite: 0, output: use.output, reasoning: use.reasoning ?? 0, estimated: false };
    const costUsd = use.costUsd !== undefined ? use.costUsd : costOf(this.team.models[model], usage);
    const ms = use.ms ?? 2400;
    this.add({ type: 'model.responded', step, call, reply, finish: toolCalls.length > 0 ? 'tools' : 'stop', usage, costUsd, ms, ...(toolCalls.length > 0 ? { toolCalls } : {}) }, ms);
  }

  failCall(step: number, message: string, more: { kind?: 'timeout' | 'rate-limit' | 'server'; hint?: string; ms?: number } = {}): void {
    const { call } = this.lastCall.get(step)!;
    const ms = more.ms ?? 60_000;
    this.add({ type: 'model.failed', step, call, error: { kind: more.kind ?? 'timeout', message, ...(more.hint === undefined ? {} : { hint: more.hint }), retryable: true }, ms }, ms);
  }

  tool(step: number, id: string, tool: string, args: JsonObject, result: Json, tokens: number): void {
    const { call } = this.lastCall.get(step)!;
    this.add({ type: 'tool.called', step, call, id, tool, arguments: args });
    this.add({ type: 'tool.returned', step, id, result, tokens, ms: 310 }, 310);
  }

  propose(step: number, attempt: number, confidence: number | null, why: string | null): void {
    this.add({ type: 'output.proposed', step, attempt, status: 'success', confidence, why });
  }

  check(step: number, attempt: number, checked: number, broken: readonly RuleResult[] = []): void {
    this.add({ type: 'rule.checked', step, attempt, checked, broken });
  }

  review(step: number, attempt: number, by: string, feedback: readonly Feedback[], confidence: number): void {
    this.add({ type: 'review.decided', step, attempt, by, verdict: feedback.length === 0 ? 'approve' : 'reject', feedback, confidence });
  }

  commit({ step, role }: StepWriter, fields: readonly string[] = role.writes.map((write) => write.field)): void {
    const versions = Object.fromEntries(fields.map((field) => [field, this.version(field) + 1]));
    for (const [field, version] of Object.entries(versions)) this.versions.set(field, version);
    this.add({ type: 'workspace.committed', step, by: role.id, versions, status: 'success' });
    this.add({ type: 'role.finished', step, outcome: 'committed' });
  }

  version(field: string): number {
    return this.versions.get(field) ?? 0;
  }

  wait(ms: number): void {
    this.now += ms;
  }

  private nextCall(step: number, model: string): number {
    const call = (this.calls.get(step) ?? 0) + 1;
    this.calls.set(step, call);
    this.lastCall.set(step, { call, model });
    return call;
  }
}

function costOf(entry: ModelEntry | undefined, usage: Usage): number | null {
  if (entry?.provider === 'scripted') return 0;
  const price = entry?.price ?? null;
  if (price === null) return null;
  return ((usage.input - usage.cached) * price.input + usage.cached * (price.cached ?? price.input) + usage.output * price.output) / 1e6;
}
