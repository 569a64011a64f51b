/** One step while it is being folded: attempts, calls and the rows people read. Fields and the run's spend are folded elsewhere. */
import type { Flag, RunEvent, Signal } from '../events/runEvent';
import { addCosts, addUsage, noUsage } from '../events/usage';
import { sayProblem } from '../events/sayProblem';
import type { Json, JsonObject } from '../shared/json';
import { isObject } from '../shared/json';
import { inOne } from '../shared/sentences';
import type { Team } from '../team/team';
import { AttemptDraft, tokensOf } from './attemptDraft';
import { costsOf, usageOf } from './callUse';
import { describeOutcome } from './describeOutcome';
import { describeOutput } from './describeOutput';
import { summarizeArguments, summarizeResult } from './describeValue';
import { extensionOf, extensionText } from './extension';
import type { FieldChange } from './foldFields';
import { formatConfidence } from './format';
import { Money } from './money';
import { flagText, judgedText, problemLine, textLength } from './rowText';
import type { ActivityView, CallView, CommitView, ExtensionView, JudgedView, RunView, SpendRow, StepState, StepView, ToolView } from './runView';
import { shortened, words } from './words';

type Row = Omit<ActivityView, 'seq' | 'at'>;

export class StepDraft {
  state: StepState = 'running';
  endedAt: number | null = null;
  private isHeldUp = false;
  private isCutShort = false;
  why: string | null = null;
  readonly attempts: AttemptDraft[] = [];
  readonly rows: ActivityView[] = [];
  readonly signals: Signal[] = [];
  private readonly extensions: ExtensionView[] = [];
  private readonly flags = new Map<string, Flag>();
  /** Runs of the team that does the role's work. */
  readonly visits: { readonly view: RunView }[] = [];
  changes: readonly FieldChange[] = [];
  commit: CommitView | null = null;
  private made: StepView | null = null;

  constructor(
    readonly started: RunEvent<'role.started'>,
    private readonly team: Team,
    private readonly beforehand: CallView[],
    private readonly judged: JudgedView[],
  ) {
    this.tellHowChosen();
    for (const call of beforehand) this.tellFlags(started, call.flags);
  }

  /** The same object until something in this step changes. */
  get view(): StepView {
    this.made ??= this.makeView();
    return this.made;
  }

  touch(): void {
    this.made = null;
  }

  /** The last attempt, whatever became of it. */
  get last(): AttemptDraft | null {
    return this.attempts.at(-1) ?? null;
  }

  requested(call: CallView, event: RunEvent): void {
    this.touch();
    this.tellFlags(event, call.flags);
    if (call.purpose === 'work') {
      const attempt = this.openAttempt();
      attempt.calls.push(call);
      this.run(event, this.workRow(attempt));
      return;
    }
    if (call.purpose === 'review' && this.last !== null) {
      this.last.reviewCalls.push(call);
      this.run(event, { ...this.row('review', 'review', words.waitingForReviewer(call.role)), state: 'running' });
      return;
    }
    this.beforehand.push(call);
  }

  /** The call as it is now; it was told of by `requested`. */
  settled(call: CallView, event: RunEvent): void {
    this.replaced(call);
    if (call.purpose !== 'work' && call.purpose !== 'review') return;
    if (call.state === 'failed') {
      const row = this.row('call failed', 'call failed', shortened(call.error?.message ?? '', textLength), tokensOf([call]));
      this.end(event, { ...row, state: 'failed' });
    } else if (call.toolCalls.length > 0) {
      this.stopRunning();
    }
  }

  replaced(call: CallView): void {
    this.touch();
    for (const calls of [this.beforehand, ...this.attempts.flatMap((attempt) => [attempt.calls, attempt.reviewCalls])]) {
      const index = calls.findIndex((one) => one.call === call.call);
      if (index >= 0) calls[index] = call;
    }
  }

  /** `reviewer` null: the author's own call. */
  toolCalled(tool: ToolView, reviewer: string | null, event: RunEvent): void {
    this.touch();
    const attempt = this.last;
    if (attempt === null) return;
    (reviewer === null ? attempt.tools : attempt.reviewTools).push(tool);
    const about = summarizeArguments(tool.arguments);
    this.put(event, { ...this.row('tool', tool.tool, reviewer === null ? about : words.by(reviewer, about)), state: 'running' });
  }

  toolReturned(event: RunEvent<'tool.returned'>): void {
    this.touch();
    for (const tools of this.attempts.flatMap((attempt) => [attempt.tools, attempt.reviewTools])) {
      const index = tools.findIndex((tool) => tool.id === event.id && tool.state === 'running');
      if (index < 0) continue;
      const tool = tools[index]!;
      const { result, tokens, ms, flags = [] } = event;
      tools[index] = { ...tool, result, error: event.error ?? null, tokens, ms, state: 'returned', notes: event.notes ?? [], flags };
      this.closeToolRow(tool, event);
      this.tellFlags(event, flags);
      return;
    }
  }

  proposed(event: RunEvent<'output.proposed'>): void {
    this.touch();
    const attempt = this.last ?? this.openAttempt();
    attempt.attempt = event.attempt;
    attempt.state = 'proposed';
    const { status, confidence, why } = event;
    const output = event.output ?? outputOf(attempt.calls.at(-1)?.reply ?? null);
    attempt.proposal = { status, confidence, why, output, notes: event.notes ?? [] };
    const row = this.workRow(attempt);
    this.end(event, { ...row, state: 'done', text: describeOutput(this.team, this.started.role, output), tokens: answeredTokens(attempt.calls) });
  }

  refused(event: RunEvent<'output.refused'>): AttemptDraft {
    this.touch();
    const attempt = this.last ?? this.openAttempt();
    attempt.attempt = event.attempt;
    attempt.problems = event.problems;
    attempt.state = 'contract broken';
    const row = this.row('contract broken', 'contract broken', problemLine(event.problems.map(sayProblem)), answeredTokens(attempt.calls));
    this.end(event, { ...row, state: 'failed' });
    return attempt;
  }

  ruled(event: RunEvent<'rule.checked'>): AttemptDraft | null {
    this.touch();
    const attempt = this.last;
    if (attempt === null) return null;
    attempt.rules = { checked: event.checked, broken: event.broken };
    const errors = event.broken.filter((rule) => rule.severity === 'error');
    if (errors.length > 0) {
      attempt.state = 'precheck failed';
      this.put(event, { ...this.row('precheck failed', 'precheck failed', problemLine(errors.map((rule) => rule.message)), 0), state: 'failed', noModelCall: true });
    } else if (this.attempts.at(-2)?.state === 'precheck failed') {
      this.amendLastRow((row) => ({ ...row, text: `${row.text}, ${words.precheckPassed}` }));
    }
    return attempt;
  }

  reviewed(event: RunEvent<'review.decided'>): AttemptDraft | null {
    this.touch();
    const attempt = this.last;
    if (attempt === null) return null;
    const { by, verdict, feedback, confidence } = event;
    attempt.review = { by, verdict, feedback, confidence, notes: event.notes ?? [] };
    const isApproved = verdict === 'approve';
    attempt.state = isApproved ? 'approved' : 'review rejected';
    const kind = isApproved ? 'review approved' : 'review rejected';
    const sure = confidence === null ? '' : words.confidence(formatConfidence(confidence));
    const text = isApproved ? sure : `${words.problems(feedback.length)}: ${shortened(inOne(feedback.map(sayProblem)), textLength)}`;
    this.end(event, { ...this.row(kind, kind, text, answeredTokens(attempt.reviewCalls)), state: isApproved ? 'done' : 'failed' });
    return attempt;
  }

  committed(event: RunEvent<'workspace.committed'>, changes: readonly FieldChange[]): void {
    this.touch();
    this.changes = changes;
    this.commit = { status: event.status, fields: changes.map(({ field, before, after, change }) => ({ field, before, after, change, overwrites: event.overwrites?.[field] ?? null })) };
    const notes = [...(event.status === 'success' ? [] : [words.partial]), ...this.overwrites()];
    if (notes.length > 0) this.put(event, { ...this.row('commit', 'commit', notes.join('; ')), state: 'done' });
  }

  private overwrites(): readonly string[] {
    return (this.commit?.fields ?? []).flatMap(({ field, overwrites }) => (overwrites === null ? [] : [words.overwrites(field, overwrites)]));
  }

  commitRefused(event: RunEvent<'commit.refused'>): AttemptDraft | null {
    this.touch();
    const text = words.refusedCommit(event.fields);
    this.put(event, { ...this.row('commit refused', 'commit refused', text, 0), state: 'failed', noModelCall: true });
    const attempt = this.last;
    if (attempt === null) return null;
    attempt.problems = [{ problem: text }];
    attempt.state = 'failed';
    return attempt;
  }

  judgedCondition(judged: JudgedView, event: RunEvent): void {
    this.touch();
    this.judged.push(judged);
    const call = this.beforehand.findLast((one) => one.purpose === 'judge');
    this.put(event, this.row('judged', 'judged', judgedText(judged), call === undefined ? null : tokensOf([call])));
  }

  extended(event: RunEvent<'extend.decided'>): void {
    this.touch();
    const extension = extensionOf(this.signals.findLast((signal) => signal.id === event.signal), event);
    this.extensions.push(extension);
    this.end(event, { ...this.row('extend', words.asksForMore, shortened(extensionText(extension), textLength)), state: extension.granted ? 'done' : 'failed' });
  }

  private tellFlags(event: RunEvent, flags: readonly Flag[]): void {
    for (const flag of flags) {
      this.flags.set(flagText(flag), flag);
      this.put(event, this.row('flagged', words.flagged, shortened(flagText(flag), textLength)));
    }
  }

  /** Nothing runs in it any more. The attempt that was under way is returned, to be counted as lost. */
  ended(event: RunEvent, state: StepState, why: string | null): AttemptDraft | null {
    this.touch();
    this.state = state;
    this.endedAt = event.at;
    this.why = why;
    this.closeOpenRow(event);
    const attempt = this.last;
    if (attempt === null || state === 'committed' || state === 'partial') return null;
    if (attempt.isLost) return null;
    attempt.state = state === 'stopped' ? 'stopped' : 'failed';
    return attempt;
  }

  /** The run ended while this step was open: it may go on when the run does. */
  heldUp(event: RunEvent, state: StepState, why: string | null): AttemptDraft | null {
    const lost = this.ended(event, state, why);
    this.isHeldUp = true;
    return lost;
  }

  /** A limit stopped the team that does its work: it may go on when the limit is raised. */
  cutShort(event: RunEvent, state: StepState, why: string | null): AttemptDraft | null {
    const lost = this.ended(event, state, why);
    this.isCutShort = true;
    return lost;
  }

  /** `again`: what ended the run is done once more, and this step is part of it. */
  goOn(again: boolean): void {
    if (!this.isHeldUp && !(again && this.isCutShort)) return;
    this.touch();
    this.isHeldUp = false;
    this.isCutShort = false;
    this.state = 'running';
    this.endedAt = null;
    this.why = null;
    if (this.last !== null) this.last.state = 'running';
  }

  private openAttempt(): AttemptDraft {
    const last = this.last;
    if (last !== null && !last.isLost) return last;
    const attempt = new AttemptDraft((last?.attempt ?? 0) + 1);
    this.attempts.push(attempt);
    return attempt;
  }

  private workRow(attempt: AttemptDraft): Row {
    const before = this.attempts.at(-2);
    const isRevision = before?.state === 'precheck failed' || before?.state === 'review rejected';
    const revisions = this.attempts.filter((one) => one.state === 'precheck failed' || one.state === 'review rejected').length;
    const kind = before === undefined || attempt.attempt === 1 ? 'draft' : isRevision ? 'revision' : 'retry';
    const label = kind === 'revision' ? `revision ${revisions}` : kind;
    return { ...this.row(kind, label, words.waitingForModel), state: 'running' };
  }

  private row(kind: ActivityView['kind'], label: string, text: string, tokens: number | null = null): Row {
    return { kind, label, text, tokens, state: 'done', noModelCall: false, attempt: this.last?.attempt ?? null };
  }

  private put(event: RunEvent, row: Row): void {
    this.rows.push({ ...row, seq: event.seq, at: event.at });
  }

  /** Starts a running row at the end, unless one of this kind is there already. */
  private run(event: RunEvent, row: Row): void {
    if (this.rows.at(-1)?.state !== 'running' || this.rows.at(-1)?.kind === 'tool') this.put(event, row);
  }

  /** Puts a finished row in the place of the running one. */
  private end(event: RunEvent, row: Row): void {
    this.stopRunning();
    this.put(event, row);
  }

  private stopRunning(): void {
    const last = this.rows.at(-1);
    if (last?.state === 'running' && last.kind !== 'tool') this.rows.pop();
  }

  private amendLastRow(change: (row: ActivityView) => ActivityView): void {
    const last = this.rows.pop();
    if (last !== undefined) this.rows.push(change(last));
  }

  private closeToolRow(tool: ToolView, event: RunEvent<'tool.returned'>): void {
    const index = this.rows.findLastIndex((row) => row.kind === 'tool' && row.state === 'running' && row.label === tool.tool);
    if (index < 0) return;
    const row = this.rows[index]!;
    const result = event.error === undefined ? summarizeResult(event.result) : shortened(event.error, textLength);
    const text = row.text === '' ? result : `${row.text}, ${result}`;
    this.rows[index] = { ...row, text, state: event.error === undefined ? 'done' : 'failed' };
  }

  private closeOpenRow(event: RunEvent): void {
    const last = this.rows.at(-1);
    const attempt = this.last;
    this.stopRunning();
    if (attempt?.state === 'running') {
      const row = { ...this.workRow(attempt), text: words.nothingUsed, tokens: answeredTokens(attempt.calls) };
      if (last?.state === 'running' || row.tokens > 0) this.put(event, { ...row, state: 'failed' });
    } else if (last?.kind === 'review' && last.state === 'running' && attempt !== null) {
      this.put(event, { ...this.row('review', 'review', words.stopped, answeredTokens(attempt.reviewCalls)), state: 'failed' });
    }
    this.rows.forEach((row, index) => {
      if (row.state === 'running') this.rows[index] = { ...row, state: 'failed' };
    });
  }

  /** The rows of what came before it: the supervisor's choice, conditions that a model judged. */
  private tellHowChosen(): void {
    const { decision } = this.started;
    const choices = this.beforehand.filter((call) => call.purpose === 'choose');
    choices.forEach((call, index) => {
      const isLast = index === choices.length - 1;
      const isTaken = isLast && decision.by === 'model' && !decision.fallback;
      const among = this.team.supervisor?.choices.length ?? this.team.roles.length;
      const why = decision.by === 'model' ? (decision.why ?? decision.notes?.join(' ') ?? '') : '';
      const text = isTaken ? `${this.started.role} of ${among}${why === '' ? '' : `: ${shortened(why, textLength)}`}` : 'not a choice';
      const row = this.row('chosen by model', 'chosen by model', text, tokensOf([call]));
      this.put(this.started, { ...row, state: isTaken ? 'done' : 'failed' });
    });
    const judging = tokensOf(this.beforehand.filter((call) => call.purpose === 'judge'));
    this.judged.forEach((judged, index) => {
      this.put(this.started, this.row('judged', 'judged', judgedText(judged), index === 0 ? judging : 0));
    });
  }

  private makeView(): StepView {
    const { step, role, subtask, decision, reads, at, seq } = this.started;
    const calls = [...this.beforehand, ...this.attempts.flatMap((attempt) => attempt.allCalls)];
    const money = new Money();
    for (const cost of calls.flatMap(costsOf)) money.add(cost);
    const lost = calls.filter((call) => call.state === 'failed').concat(this.attempts.filter((attempt) => attempt.isLost).flatMap((attempt) => attempt.answeredCalls));
    const rejected = new Money();
    for (const call of lost) if (call.usage !== null) rejected.add(call.costUsd);
    const attempts = this.attempts.map((attempt) => attempt.view());
    const visits = this.visits.map((visit) => visit.view);
    const inner = visits.map((visit) => visit.spend.total);
    return {
      step, seq, role, subtask, decision, reads, attempts, visits,
      state: this.state,
      outcome: describeOutcome({ state: this.state, why: this.why, rows: this.rows, attempts, changes: this.changes, overwrites: this.overwrites(), writes: this.writes() }),
      startedAt: at,
      endedAt: this.endedAt,
      choice: this.beforehand.findLast((call) => call.purpose === 'choose') ?? null,
      beforehand: [...this.beforehand],
      judged: [...this.judged],
      activity: [...this.rows],
      commit: this.commit,
      signals: [...this.signals],
      extensions: [...this.extensions],
      flags: [...this.flags.values(), ...flagsWithin(visits)],
      usage: inner.reduce((sum, { usage }) => addUsage(sum, usage), calls.reduce((sum, call) => addUsage(sum, usageOf(call) ?? noUsage), noUsage)),
      cost: inner.reduce((sum, { cost }) => addCosts(sum, cost), money.cost),
      simulated: calls.some((call) => call.simulated) || inner.some((row) => row.simulated),
      rejectedTokens: inner.reduce((sum, row) => sum + row.rejectedTokens, tokensOf(lost)),
      rejectedCost: inner.reduce((sum, row) => addCosts(sum, row.rejectedCost), rejected.cost),
      calls: inner.reduce((sum, row) => sum + row.calls, calls.reduce((sum, call) => sum + call.requests, 0)),
      why: this.why,
    };
  }

  private writes(): readonly string[] {
    return this.team.roles.find((role) => role.id === this.started.role)?.writes.map((write) => write.field) ?? [];
  }
}

/** What the roles of a sub-team were shown, each passage once. */
function flagsWithin(visits: readonly RunView[]): readonly Flag[] {
  const flags = visits.flatMap(({ steps }) => steps.flatMap(({ role, flags: own }) => own.map(({ source, passage }) => ({ source: words.by(role, source), passage }))));
  return [...new Map(flags.map((flag) => [flagText(flag), flag])).values()];
}

/** A proposed output is that of the last reply, where the event does not hold it. */
function outputOf(reply: Json): JsonObject {
  const output = isObject(reply) ? reply['output'] : undefined;
  return isObject(output) ? output : {};
}

/** Calls that failed have rows of their own. */
function answeredTokens(calls: readonly CallView[]): number {
  return tokensOf(calls.filter((call) => call.state !== 'failed'));
}
