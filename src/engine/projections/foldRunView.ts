/** Events in, RunView out, kept up as they come: what an apply costs is what it adds. Total: a log that is odd or cut short gives an odd view, never an error. */
import { recordedModel, type EventType, type PlannedSubtask, type Refused, type RunEvent, type RunOptions } from '../events/runEvent';
import { foldTime, startTime, type RunTime } from '../events/runTime';
import type { JsonObject } from '../shared/json';
import type { ModelEntry, Team } from '../team/team';
import { tokensOf } from './attemptDraft';
import type { AttemptDraft } from './attemptDraft';
import { Conversation } from './conversation';
import { FieldsFold } from './foldFields';
import { SpendFold } from './foldSpend';
import { OpenCalls } from './openCalls';
import type { CallView, JudgedView, LimitView, RunView, StepView, UnfinishedView, WaitingQuestion } from './runView';
import { StepDraft } from './stepDraft';
import { unfinishedOf } from './unfinished';
import { words } from './words';

export interface RunFold {
  /** Events at or below `view.seq` are taken for repeats and left out. */
  apply(events: readonly RunEvent[]): void;
  /** The log has no end, and nobody is writing it: what was under way when its process died has no outcome. */
  interrupt(): void;
  /** Null before `run.started`. Steps that did not change keep their identity from one view to the next. */
  readonly view: RunView | null;
}

export function createRunFold(): RunFold {
  let run: RunDraft | null = null;
  return {
    apply(events) {
      for (const event of events) {
        if (run !== null) run.apply(event);
        else if (event.type === 'run.started') run = new RunDraft(event);
      }
    },
    interrupt: () => run?.interrupt(),
    get view() {
      return run?.view ?? null;
    },
  };
}

interface Beforehand {
  readonly calls: CallView[];
  readonly judged: JudgedView[];
}

/** The run that a sub-team works for, and the role whose work it does. */
interface Outer {
  readonly team: Team;
  readonly spend: SpendFold;
  readonly role: string;
  /** What replaces every model. */
  readonly model: string | null;
}

class RunDraft {
  private team: Team;
  private limitsSet: NonNullable<RunOptions['limits']>;
  private model: string | null;
  private readonly steps = new Map<number, StepDraft>();
  private readonly calls: OpenCalls;
  private readonly conversations = new Map<string, Conversation>();
  /** Of steps that have not begun. */
  private readonly beforehand = new Map<number, Beforehand>();
  readonly path: string[] = [];
  /** By the step of the role whose work it does: the visit of its team that is under way, or was the last. */
  private readonly visits = new Map<number, RunDraft>();
  private readonly fields: FieldsFold;
  private readonly spend: SpendFold;
  private end: RunEvent<'run.finished'> | null = null;
  private limitReached: RunView['limitReached'] = null;
  private passedOver: readonly Refused[] = [];
  private readonly proposedSubtasks = new Map<number, readonly PlannedSubtask[]>();
  /** By id: the role of each subtask that a committed plan asked for. */
  private readonly plannedRoles = new Map<string, string>();
  private readonly asked = new Map<string, WaitingQuestion>();
  private time: RunTime;
  private seq: number;
  private made: RunView | null = null;

  constructor(private readonly started: RunEvent<'run.started'>, outer: Outer | null = null) {
    const { team, task, options } = started;
    this.team = team;
    this.limitsSet = options.limits ?? {};
    const set: JsonObject = options.set ?? {};
    this.fields = new FieldsFold(team, task, set);
    const above = outer === null ? null : { spend: outer.spend, role: outer.role, nameModel: (entry: string) => modelAbove(outer, team, entry) };
    this.spend = new SpendFold((field, version) => ({ value: this.fields.valueAt(field, version), key: this.team.fields[field]?.key ?? null }), above);
    this.calls = new OpenCalls({ spend: this.spend, isCharged: (call) => this.isCharged(call), changed: (call) => this.replaceCall(call) });
    this.model = outer?.model ?? options.model ?? null;
    this.time = startTime(started.at);
    this.seq = started.seq;
  }

  get view(): RunView {
    this.made ??= this.makeView();
    return this.made;
  }

  apply(event: RunEvent): void {
    if (event.seq <= this.seq) return;
    this.seq = event.seq;
    this.time = foldTime(this.time, event);
    this.made = null;
    const handler = this.handlers[event.type] as ((event: RunEvent) => void) | undefined;
    handler?.(event);
  }

  /** A later version's event has no handler here: it changes nothing. */
  private readonly handlers: { readonly [T in EventType]: (event: RunEvent<T>) => void } = {
    'run.started': () => undefined,
    'run.finished': (event) => this.finish(event),
    'run.resumed': (event) => this.resume(event),
    'limit.reached': (event) => void (this.limitReached = event),
    'role.started': (event) => this.startStep(event),
    'role.finished': (event) => this.finishStep(event),
    'role.skipped': (event) => void (this.passedOver = [...this.planned(event.refused), ...event.refused]),
    'model.requested': (event) => this.request(event),
    'model.responded': (event) => this.respond(event),
    'model.failed': (event) => this.failCall(event),
    'tool.opened': () => undefined,
    'tool.called': (event) => this.callTool(event),
    'tool.returned': (event) => this.returnTool(event),
    'output.proposed': (event) => this.propose(event),
    'output.refused': (event) => this.lose(this.steps.get(event.step)?.refused(event)),
    'rule.checked': (event) => this.lose(this.steps.get(event.step)?.ruled(event)),
    'review.decided': (event) => this.lose(this.steps.get(event.step)?.reviewed(event)),
    'condition.judged': (event) => this.judge(event),
    'signal.sent': (event) => this.signal(event),
    'extend.decided': (event) => this.steps.get(event.step)?.extended(event),
    'workspace.committed': (event) => this.commit(event),
    'commit.refused': (event) => this.lose(this.steps.get(event.step)?.commitRefused(event)),
    'team.event': (event) => this.within(event),
    'approval.requested': ({ seq: _seq, at: _at, type: _type, ...asked }) => void this.asked.set(asked.id, asked),
    'approval.answered': (event) => void this.asked.delete(event.id),
    'approval.drawn': () => undefined,
  };

  /** The end was none; steps that it left open go on. */
  private resume({ options, team, anew, crashed, again = [] }: RunEvent<'run.resumed'>): void {
    this.end = null;
    if (crashed === true) this.interrupt();
    this.model = options?.model ?? this.model;
    this.limitsSet = { ...this.limitsSet, ...options?.limits };
    if (anew === true) this.limitReached = null;
    if (anew === true || options?.limits !== undefined) this.forgetAsked(({ kind }) => kind === 'on_limit');
    if (team !== undefined) {
      this.team = team;
      this.fields.adopt(team);
    }
    for (const [number, step] of this.steps) step.goOn(again.includes(number));
    this.calls.goOn((number) => this.steps.get(number)?.state === 'running' || !this.steps.has(number));
  }

  interrupt(): void {
    this.made = null;
    this.calls.stopped(true);
    for (const [step, visit] of this.visits) {
      this.steps.get(step)?.touch();
      visit.interrupt();
    }
  }

  /** A script costs nothing, nor does what comes from earlier runs. */
  private isCharged({ model }: CallView): boolean {
    const provider = this.team.models[model]?.provider;
    return this.model !== recordedModel && provider !== undefined && provider !== 'scripted' && provider !== 'recorded';
  }

  /** What the team that does a step's work did: a run of its own within the step, whose steps and spend are also this run's. */
  private within({ step, event }: RunEvent<'team.event'>): void {
    const draft = this.steps.get(step);
    if (draft === undefined) return;
    draft.touch();
    const { role } = draft.started;
    if (event.type === 'run.started') {
      const visit = new RunDraft(event, { team: this.team, spend: this.spend, role, model: this.model });
      this.visits.set(step, visit);
      draft.visits.push(visit);
      return;
    }
    const visit = this.visits.get(step);
    if (visit === undefined) return;
    const stops = visit.path.length;
    visit.apply(event);
    this.path.push(...visit.path.slice(stops).map((stop) => `${role}/${stop}`));
  }

  /** Subtasks of a plan that were passed over before, and are not spoken of now. */
  private planned(now: readonly Refused[]): readonly Refused[] {
    return this.passedOver.filter(({ subtask }) => subtask !== undefined && now.every((one) => one.subtask !== subtask));
  }

  private startStep(event: RunEvent<'role.started'>): void {
    if (event.decision.by === 'plan') this.passedOver = this.passedOver.filter(({ subtask }) => subtask !== event.subtask.id);
    const { calls, judged } = this.beforehand.get(event.step) ?? { calls: [], judged: [] };
    this.beforehand.delete(event.step);
    if (!this.steps.has(event.step)) this.steps.set(event.step, new StepDraft(event, this.team, calls, judged));
  }

  private forgetAsked(gone: (question: WaitingQuestion) => boolean): void {
    for (const [id, question] of this.asked) if (gone(question)) this.asked.delete(id);
  }

  private finishStep(event: RunEvent<'role.finished'>): void {
    this.forgetAsked(({ step }) => step === event.step);
    const step = this.steps.get(event.step);
    const { outcome, cutShort } = event;
    if (cutShort === undefined) this.visits.delete(event.step);
    if (step === undefined) return;
    if (outcome === 'committed' || outcome === 'partial') this.path.push(step.started.role);
    else if (outcome !== 'stopped') this.fields.fail(this.team.roles.find((role) => role.id === step.started.role), event.seq, event.why ?? null);
    this.lose(cutShort === undefined ? step.ended(event, outcome, event.why ?? null) : step.cutShort(event, outcome, event.why ?? null));
  }

  private finish(event: RunEvent<'run.finished'>): void {
    this.end = event;
    this.calls.stopped(event.status === 'stopped');
    const asking = new Set(event.status === 'waiting' ? this.waiting().map(({ step }) => step) : []);
    for (const [number, step] of this.steps) {
      if (step.state !== 'running') continue;
      const why = event.message ?? (asking.has(number) ? words.waitingForPerson : null);
      this.lose(step.heldUp(event, event.status === 'failed' ? 'failed' : 'stopped', why));
    }
  }

  private request(event: RunEvent<'model.requested'>): void {
    const { step, call, role, purpose, model } = event;
    const toolTokens = event.toolTokens ?? 0;
    const conversation = this.conversationOf(event);
    const sent = conversation.request(event.append, toolTokens);
    const view: CallView = {
      call, step, role, purpose, model, toolTokens,
      conversation: event.conversation,
      state: 'running',
      prompt: sent.prompt,
      promptTokens: sent.tokens,
      toolsOffered: event.tools ?? [],
      reply: null, toolCalls: [], finish: null, error: null, usage: null, costUsd: null, simulated: false, ms: null, served: null, notes: [], requests: 1, unanswered: 0, answeredBy: null,
      flags: event.flags ?? [],
      startedAt: event.at,
      seq: event.seq,
    };
    if (event.reset === true) this.calls.abandoned(step);
    this.calls.requested(view, conversation, sent.contextTokens, expectedCost(this.team.models[model], sent.tokens));
    const draft = this.steps.get(step);
    if (draft !== undefined) draft.requested(view, event);
    else this.before(step).calls.push(view);
  }

  private conversationOf(event: RunEvent<'model.requested'>): Conversation {
    const key = `${event.step}/${event.conversation}`;
    if (event.reset === true) for (const other of [...this.conversations.keys()]) if (other.startsWith(`${event.step}/`)) this.conversations.delete(other);
    const known = this.conversations.get(key);
    if (known !== undefined) return known;
    const fresh = new Conversation(event.conversation, event.purpose);
    this.conversations.set(key, fresh);
    return fresh;
  }

  private respond(event: RunEvent<'model.responded'>): void {
    const { reply, finish, usage, costUsd, ms } = event;
    if (this.calls.find(event)?.view.state !== 'running') return;
    this.calls.find(event)?.conversation.replied(event.call, reply, usage);
    this.settle(event, {
      state: 'responded', reply, finish, usage, costUsd, ms,
      toolCalls: event.toolCalls ?? [],
      simulated: event.simulated ?? false,
      served: event.served ?? null,
      notes: event.notes ?? [],
      requests: event.requests ?? 1,
      answeredBy: event.from ?? null,
    });
  }

  private failCall(event: RunEvent<'model.failed'>): void {
    const { error, ms } = event;
    this.settle(event, { state: 'failed', error, ms, usage: event.usage ?? null, costUsd: event.costUsd ?? null, notes: event.notes ?? [], requests: event.requests ?? 1 });
  }

  private settle(event: RunEvent<'model.responded' | 'model.failed'>, change: Partial<CallView> & Pick<CallView, 'requests'>): void {
    const call = this.calls.settled(event, change);
    if (call === null) return;
    if (call.state === 'failed') this.spend.rejected([call], 1);
    const draft = this.steps.get(event.step);
    if (draft !== undefined) draft.settled(call, event);
    else this.replaceCall(call);
  }

  private replaceCall(call: CallView): void {
    const draft = this.steps.get(call.step);
    if (draft !== undefined) return draft.replaced(call);
    const { calls } = this.before(call.step);
    const index = calls.findIndex((one) => one.call === call.call);
    if (index >= 0) calls[index] = call;
  }

  private callTool(event: RunEvent<'tool.called'>): void {
    const { id, tool, call } = event;
    const asker = this.calls.find(event)?.view;
    const view = { id, tool, call, arguments: event.arguments, result: null, error: null, tokens: 0, ms: null, state: 'running' as const, notes: [], flags: [] };
    this.steps.get(event.step)?.toolCalled(view, asker?.purpose === 'review' ? asker.role : null, event);
  }

  private returnTool(event: RunEvent<'tool.returned'>): void {
    const step = this.steps.get(event.step);
    const tool = step?.attempts.flatMap((attempt) => [...attempt.tools, ...attempt.reviewTools]).findLast((one) => one.id === event.id);
    if (step === undefined || tool === undefined) return;
    this.calls.find({ step: event.step, call: tool.call })?.conversation.toolReturned(event.id, event.result, event.tokens);
    step.toolReturned(event);
  }

  private judge(event: RunEvent<'condition.judged'>): void {
    const { question, holds, why } = event;
    const judged = { question, holds, why, note: event.note ?? null };
    const step = this.steps.get(event.step);
    if (step === undefined) this.before(event.step).judged.push(judged);
    else step.judgedCondition(judged, event);
  }

  private propose(event: RunEvent<'output.proposed'>): void {
    this.proposedSubtasks.set(event.step, event.subtasks ?? []);
    this.steps.get(event.step)?.proposed(event);
  }

  private unfinished(): readonly UnfinishedView[] {
    if (this.end === null || this.end.status === 'waiting') return [];
    const steps = [...this.steps.values()];
    const within = steps.flatMap(({ started, visits }) => (visits.at(-1)?.view.unfinished ?? []).map((one) => ({ ...one, role: `${started.role}/${one.role ?? ''}` })));
    return [...unfinishedOf({ steps, planned: this.plannedRoles, passedOver: this.passedOver, limitReached: this.limitReached }), ...within];
  }

  private signal(event: RunEvent<'signal.sent'>): void {
    const step = this.steps.get(event.step);
    step?.signals.push(event.signal);
    step?.touch();
  }

  private commit(event: RunEvent<'workspace.committed'>): void {
    const step = event.step === null ? undefined : this.steps.get(event.step);
    const attempt = step?.attempts.findLast((one) => one.proposal !== null);
    const changes = this.fields.commit(event, attempt?.proposal ?? null);
    if (attempt !== undefined) {
      if (attempt.isCountedLost) this.spend.rejected(attempt.answeredCalls, -1);
      attempt.isCountedLost = false;
      attempt.state = 'committed';
    }
    for (const { id, role } of this.proposedSubtasks.get(event.step ?? 0) ?? []) this.plannedRoles.set(id, role);
    step?.committed(event, changes);
  }

  /** Counts an attempt as rejected work, once it is. */
  private lose(attempt: AttemptDraft | null | undefined): void {
    if (attempt?.isLost !== true || attempt.isCountedLost) return;
    attempt.isCountedLost = true;
    this.spend.rejected(attempt.answeredCalls, 1);
  }

  private before(step: number): Beforehand {
    let before = this.beforehand.get(step);
    if (before === undefined) this.beforehand.set(step, (before = { calls: [], judged: [] }));
    return before;
  }

  private makeView(): RunView {
    const { run, task, at, forked = null } = this.started;
    const { team } = this;
    return {
      run, forked, team, task,
      status: this.end?.status ?? 'running',
      reason: this.end?.reason ?? null,
      where: this.end?.where ?? null,
      message: this.end?.message ?? null,
      hint: this.end?.hint ?? null,
      startedAt: at,
      lastAt: this.time.lastAt,
      seq: this.seq,
      steps: [...this.steps.values()].map((step) => step.view),
      path: [...this.path],
      fields: this.fields.views,
      spend: this.spend.view,
      limits: this.limits(),
      loose: [...this.beforehand.values()].flatMap((one) => one.calls),
      limitReached: this.limitReached,
      passedOver: this.passedOver,
      unfinished: this.unfinished(),
      waiting: this.waiting(),
      pausedMs: this.time.pausedMs,
    };
  }

  private waiting(): readonly WaitingQuestion[] {
    return [...this.asked.values(), ...[...this.visits].flatMap(([step, visit]) => visit.view.waiting.map((asked) => ({ ...asked, step })))];
  }

  private limits(): readonly LimitView[] {
    const changed = this.limitsSet;
    const { limits } = this.team;
    const cost = this.spend.cost;
    return [
      { name: 'steps', used: countSteps([...this.steps.values()].map((step) => step.view)), of: changed.steps ?? limits.steps, reserved: 0 },
      { name: 'time', used: this.time.lastAt - this.started.at - this.time.pausedMs, of: changed.timeMs ?? limits.timeMs, reserved: 0 },
      { name: 'tokens', used: this.spend.tokens, of: changed.tokens ?? limits.tokens, reserved: this.spend.reservedTokens },
      { name: 'cost', used: cost.known, of: changed.costUsd ?? limits.costUsd, reserved: this.spend.reservedUsd },
    ];
  }
}

/** Inner steps count, with the role's own that they are the work of. */
export function countSteps(steps: readonly StepView[]): number {
  return steps.reduce((sum, step) => sum + 1 + step.visits.reduce((inner, visit) => inner + countSteps(visit.steps), 0), 0);
}

/** A sub-team's entry goes by the same name where it is the same model. */
function modelAbove({ team: above, role }: Outer, team: Team, entry: string): string {
  return JSON.stringify(above.models[entry]) === JSON.stringify(team.models[entry]) ? entry : `${role}/${entry}`;
}

/** What the input of a call would cost uncached; null: no price is known here. */
function expectedCost(entry: ModelEntry | undefined, tokens: number): number | null {
  const price = entry?.price ?? null;
  return price === null ? null : (tokens * price.input) / 1e6;
}
