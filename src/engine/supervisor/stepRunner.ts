/**
 * One dispatch of a role: snapshot, prompt, call, contract, rules, review, commit. It performs and records; who is next is not decided here.
 * The order is DESIGN.md's "What a step is", 4 to 7.
 */
import type { Feedback, ReachedLimit, Signal, Subtask } from '../events/runEvent';
import type { Proposal, RunState } from '../events/runState';
import { outputOf } from '../events/foldRun';
import type { Extend } from '../models/readSignals';
import { readWorkReply, type WorkReply } from '../models/readWorkReply';
import { parseReply } from '../models/replyParsing';
import { workReplySchema } from '../models/replySchema';
import { correctionMessage, workPrompt } from '../prompts/workPrompt';
import { precheck } from '../rules/precheck';
import type { ModelReply, ModelRequest } from '../models/model';
import type { RoleProgram } from '../rules/teamProgram';
import type { Role, Team } from '../team/team';
import { jsonEquals, type Json, type JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { ended } from '../shared/sentences';
import { approveBefore, approveResult, type ApprovalPlace } from './approvals';
import { askPerson } from './askPerson';
import { askModel, type Answer, type CallCounters } from './askModel';
import { Conversation } from './conversation';
import type { Dispatch } from './nextStep';
import { extendWork } from './extendWork';
import { limitBeforeClaim } from './firstCall';
import { flagsIn, flagsOfGiven } from './flagContent';
import { offeredTools, specsOf } from './offeredTools';
import { contributionOf, newVersions, overwrittenSiblings } from './newVersions';
import { pause } from './pause';
import { Diverged } from './recorder';
import { reviewOutput } from './reviewOutput';
import { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import { failedThen, failure, firstProblem, policyOf, unanswered, type Interrupted, type StepEnd, type StepFailure } from './stepEnd';
import { openSources } from './toolSources';
import { sumsOutOfRange } from './sumsOutOfRange';
import { toolTurn, type ToolBudget } from './toolTurn';

/** What a runner needs to know of its dispatch. */
export interface StepStart {
  readonly step: number;
  readonly dispatch: Dispatch;
  /** The first step of its fan-out; null: it runs alone. */
  readonly group: number | null;
  /** The workspace that it is shown. */
  readonly snapshot: RunState;
}

export class StepRunner {
  readonly subtask: Subtask;
  private readonly step: number;
  private readonly role: RoleProgram['role'];
  private readonly dispatch: Dispatch;
  private readonly desk: RoleDesk;
  private readonly work: Conversation;
  private readonly tools: ToolBudget;
  private toolResults: readonly Json[] = [];
  private attempt = 0;
  private retries = 0;
  private revisions = 0;
  private extensions = 0;
  /** The versions it has been shown. */
  private reads: Readonly<Record<string, number>>;
  /** The newest output that kept its contract: what `on_failure: partial` commits. */
  private kept: Proposal | null = null;
  private rejected: JsonObject | null = null;
  /** The limit that has stopped its team. */
  private cut: { readonly cutShort?: ReachedLimit } = {};
  /** Why its model is asked once more; null: it is not. */
  private askedAgain: string | null = null;
  /** What was wrong with the last draft. */
  private feedback: readonly Feedback[] = [];

  constructor(
    private readonly context: RunContext,
    private readonly program: RoleProgram,
    private readonly start: StepStart,
    private readonly counters: CallCounters,
    /** Runners of the same role that are under way beside this one. */
    private readonly siblings: () => readonly StepRunner[] = () => [],
  ) {
    const { dispatch, step, snapshot } = start;
    this.role = program.role;
    this.step = step;
    this.dispatch = dispatch;
    this.subtask = { id: dispatch.id ?? `s${step}`, role: this.role.id, input: dispatch.input, ...(dispatch.criteria === undefined ? {} : { criteria: dispatch.criteria }) };
    this.desk = new RoleDesk(context, program, step, this.subtask, snapshot);
    this.reads = this.desk.versions();
    this.work = new Conversation('work', context.basis.count, (part) => this.desk.textOf(part));
    this.tools = { used: 0, of: this.role.limits.toolCalls, made: new Map() };
  }

  /** Claims the subtask: from here on it has one owner. */
  claim(): void {
    const { role, step, dispatch, start } = this;
    const looked = Object.keys(dispatch.looked).length === 0 ? {} : { looked: dispatch.looked };
    const place = { ...(start.group === null ? {} : { group: start.group }), ...(dispatch.again === undefined ? {} : { again: dispatch.again }) };
    this.context.recorder.record({ type: 'role.started', step, ...place, role: role.id, subtask: this.subtask, decision: dispatch.decision, reads: this.reads, ...looked });
  }

  /** A dispatch that runs alone, from its claim to its end. */
  async run(): Promise<StepEnd> {
    const reached = await limitBeforeClaim(this.context, this.desk, this.step, this.dispatch);
    if (reached !== null) return { kind: 'limit', reached };
    this.claim();
    let worked = await this.bringToAcceptance();
    for (;;) {
      const stale = 'kind' in worked ? [] : this.staleFields();
      if (stale.length === 0) return this.conclude(worked);
      const refused = this.refuseCommit(stale);
      worked = refused === 'again' ? await this.drafts() : await this.askAboutFailure(refused);
    }
  }

  /** Everything but the commit. What a person has written meanwhile is meant for the role: it looks again, and uses no retry. */
  async bringToAcceptance(): Promise<Proposal | Interrupted> {
    for (let worked = await this.begin(); ; worked = await this.drafts()) {
      const outdated = 'kind' in worked ? [] : this.desk.outdated();
      if (outdated.length === 0) return worked;
      this.context.recorder.record({ type: 'commit.refused', step: this.step, fields: outdated });
      this.lookAgain(outdated);
    }
  }

  private async begin(): Promise<Proposal | Interrupted> {
    const { context, role, step } = this;
    const place = { step, role: role.id };
    await pause(context, { phase: 'role', ...place });
    const refused = await approveBefore(context, this.approvalPlace(), this.subtask.input);
    if (refused !== null) return this.askAboutFailure(refused);
    const closed = await openSources(context, step, this.desk);
    if (closed !== null) return this.askAboutFailure(closed);
    if (this.desk.outdated().length > 0) this.desk.reread();
    this.reads = this.desk.versions();
    const instructions = this.desk.instructions(0);
    if (!instructions.ok) return this.askAboutFailure(failure('expression', instructions.error));
    const given = this.desk.given();
    const flags = [...flagsOfGiven(context, role.id, given), ...flagsIn(context, this.subtask.input, `input of ${this.subtask.id}`)];
    const prompt = workPrompt(context.basis, { role, instructions: instructions.value, subtask: this.subtask, given });
    this.work.say(prompt, flags);
    await pause(context, { phase: 'prompt', ...place, prompt });
    return this.drafts();
  }

  private async drafts(): Promise<Proposal | Interrupted> {
    const accepted = await this.draftsUntilAccepted();
    if ('kind' in accepted) return this.askAboutFailure(accepted);
    await pause(this.context, { phase: 'commit', step: this.step, role: this.role.id });
    return this.context.stop.aborted && this.context.recorder.next(this.step) === undefined ? { kind: 'end', end: { kind: 'stopped' } } : accepted;
  }

  private approvalPlace(): ApprovalPlace {
    return { step: this.step, role: this.role.id, subtask: this.subtask.id };
  }

  /** `on_failure: ask`: to go on with what there is, or to end the run. */
  private async askAboutFailure(interrupted: Interrupted): Promise<Interrupted> {
    if (interrupted.kind === 'end' || this.policyAfter(interrupted.failure) !== 'ask') return interrupted;
    const { failure: failed } = interrupted;
    const question = `${this.role.id} could not bring its work to an end: ${ended(failed.why)} Go on with what there is?`;
    const said = await askPerson(this.context, this.step, { id: `${this.subtask.id}.on_failure`, kind: 'on_failure', role: this.role.id, question, what: this.kept?.output ?? null });
    if (said.kind === 'waiting' || said.kind === 'stopped') return { kind: 'end', end: { kind: said.kind } };
    return { kind: 'failure', failure: { ...failed, policy: said.kind === 'approve' ? 'partial' : 'fail' } };
  }

  private async draftsUntilAccepted(): Promise<Proposal | Interrupted> {
    for (;;) {
      const proposal = await this.propose();
      if ('kind' in proposal) return proposal;
      const judged = await this.judge(proposal);
      if (judged === 'accepted') return (await approveResult(this.context, this.approvalPlace(), this.desk, this.revisions, proposal)) ?? proposal;
      if (judged !== 'again') return judged;
    }
  }

  /** Whether `conclude` will commit something: what it failed with may stand as partial. */
  commits(worked: Proposal | Interrupted): boolean {
    return !('kind' in worked) || (worked.kind === 'failure' && this.kept !== null && this.policyAfter(worked.failure) === 'partial');
  }

  private policyAfter({ what, policy }: StepFailure): Role['onFailure'] {
    return policy ?? policyOf(what, this.context.program.team, this.role, this.dispatch, this.start.group !== null);
  }

  /** Commits, or does what the card says about failure. What was recorded behind the work and does not follow any more, such as a question that is not asked now, is dropped: the work stands. */
  conclude(worked: Proposal | Interrupted): StepEnd {
    try {
      return this.end(worked);
    } catch (error) {
      if (!(error instanceof Diverged) || !this.context.recorder.forget(this.step, error)) throw error;
      return this.end(worked);
    }
  }

  private end(worked: Proposal | Interrupted): StepEnd {
    if (!('kind' in worked)) return this.commit(worked);
    if (worked.kind === 'failure') return this.fail(worked.failure);
    const { end } = worked;
    return end.kind === 'limit' ? this.endOnLimit(end) : end;
  }

  /** The limit comes first: whoever goes on from here knows that the run is ending. That of the on_limit role itself ends it at once. */
  private endOnLimit(end: Extract<StepEnd, { kind: 'limit' }>): StepEnd {
    const { recorder } = this.context;
    const failed = failedThen(recorder.next(this.step), end.reached);
    if (failed !== null) return this.fail(failed);
    const isLast = this.dispatch.decision.by === 'limit';
    if (!isLast && recorder.state.ending === null) recorder.record({ type: 'limit.reached', ...end.reached });
    recorder.record({ type: 'role.finished', step: this.step, outcome: 'failed', why: `limit:${end.reached.limit}`, ...this.cut });
    return isLast ? end : { kind: 'ended' };
  }

  /** For a script, which has to tell parallel subtasks apart. */
  asSibling(): ReturnType<ModelRequest['context']['siblings']>[number] {
    return { subtask: this.subtask, bindings: this.desk.bindings(this.revisions) };
  }

  // ---- the draft, or its revision

  /** Asks until a reply keeps its contract, or the retries are used up. */
  private async propose(): Promise<Proposal | Interrupted> {
    if (this.role.team !== undefined) return this.teamProposes(this.role.team);
    this.toolResults = [];
    for (;;) {
      this.lookAgain(this.desk.outdated());
      const over = this.isOverItsTokens();
      if (over !== null) return over;
      const answer = await this.ask();
      if (answer.kind !== 'reply') return unanswered(answer, this.askedAgain);
      const taken = answer.reply.toolCalls.length > 0 ? await this.callTools(answer) : await this.takeReply(answer.reply);
      if (taken !== 'again') return taken;
    }
  }

  private async callTools({ reply, call }: Extract<Answer, { kind: 'reply' }>): Promise<'again' | Interrupted> {
    const wereUsed = this.areToolsUsed();
    const place = { step: this.step, call, conversation: this.work, budget: this.tools };
    const turn = await toolTurn(this.context, this.desk, place, reply.toolCalls);
    if ('kind' in turn) return turn;
    this.toolResults = [...this.toolResults, ...turn.results];
    return wereUsed && !this.takeRetry() ? failure('tools', `it goes on calling tools after all ${this.tools.of} calls are used`) : 'again';
  }

  private async takeReply(reply: ModelReply): Promise<Proposal | 'again' | Interrupted> {
    const read = this.read(reply);
    if (read.ok && read.value.extend !== null) return this.extend(read.value.extend);
    this.attempt += 1;
    if (read.ok) return this.takeProposal(read.value);
    this.context.recorder.record({ type: 'output.refused', step: this.step, attempt: this.attempt, problems: read.error });
    this.askedAgain = `its reply broke its contract: ${firstProblem(read.error)}`;
    if (!this.takeRetry()) return failure('contract', `no reply kept its contract: ${firstProblem(read.error)}`, read.error);
    this.correct('Your reply broke its contract.', read.error);
    return 'again';
  }

  /** A role that says itself that it failed has: what follows is its `on_failure`. */
  private takeProposal(read: WorkReply): Proposal | Interrupted {
    const proposal = this.proposed(read);
    return read.status === 'failed' ? failure('role', read.why ?? 'the role says that it failed, and not why') : proposal;
  }

  private read(reply: ModelReply): Result<WorkReply, readonly Feedback[]> {
    const parsed = parseReply(reply.text, reply.finish);
    if (!parsed.ok) return err([{ problem: parsed.error.problem, ...(parsed.error.fix === undefined ? {} : { fix: parsed.error.fix }) }]);
    const read = this.readWork(parsed.value.value);
    return read.ok ? ok({ ...read.value, notes: [...parsed.value.notes, ...read.value.notes] }) : read;
  }

  private readWork(value: JsonObject): Result<WorkReply, readonly Feedback[]> {
    const read = readWorkReply(value, this.desk.contract());
    const tooLarge = read.ok ? sumsOutOfRange(this.context.recorder.state, read.value.output) : [];
    return tooLarge.length === 0 ? read : err(tooLarge);
  }

  /** It is asked again, with more or with the reason why not. What is refused uses a retry. */
  private async extend(extend: Extend): Promise<'again' | Interrupted> {
    this.extensions += 1;
    const extended = await extendWork(this.context, { step: this.step, desk: this.desk, count: this.extensions, extend });
    if (extended.kind === 'granted') {
      this.desk.grant(extend.fields, extend.tools);
      const closed = await openSources(this.context, this.step, this.desk);
      if (closed !== null) return closed;
      this.reads = this.desk.versions();
      const granted = `You have what you asked for.${extended.note === null ? '' : ` A person says: ${extended.note}`}`;
      this.sayCorrection(granted, [], extend.fields);
      return 'again';
    }
    if (extended.kind !== 'refused') return extended;
    if (!this.takeRetry()) return failure('extend', `it goes on asking for more: ${extended.why}`);
    this.correct('You do not get what you asked for.', [{ field: 'extend', problem: extended.why, fix: 'Answer with what you have.' }]);
    return 'again';
  }

  /** The role is a team: its run takes the place of the calls. */
  private async teamProposes(team: Team): Promise<Proposal | Interrupted> {
    for (;;) {
      this.attempt += 1;
      const made = await this.context.visitTeam(team, { step: this.step, role: this.role, given: this.desk.given(), input: this.subtask.input, feedback: this.feedback });
      if (made.kind === 'failed') return failure('team', made.why, [], made.hint);
      if (made.kind !== 'made') return { kind: 'end', end: { kind: made.kind } };
      const { output, status, why, cutShort } = made;
      this.cut = cutShort === undefined ? {} : { cutShort };
      const read = this.readWork({ output, status, why });
      if (read.ok) return this.proposed(read.value);
      if (cutShort !== undefined) return { kind: 'end', end: { kind: 'limit', reached: cutShort } };
      this.context.recorder.record({ type: 'output.refused', step: this.step, attempt: this.attempt, problems: read.error });
      if (!this.takeRetry()) return failure('contract', `nothing it handed in kept the contract: ${firstProblem(read.error)}`, read.error);
      this.feedback = read.error;
    }
  }

  private ask(): Promise<Answer> {
    const { context, role, step } = this;
    return askModel(context, {
      conversation: this.work, step, role: role.id, purpose: 'work', model: this.desk.model(), timeoutMs: role.limits.timeoutMs,
      tools: this.areToolsUsed() ? [] : specsOf(offeredTools(context, this.desk, this.work)),
      replySchema: workReplySchema(role, context.program.team.fields),
      subtask: this.subtask, toolResults: this.toolResults, bindings: () => this.desk.bindings(this.revisions),
      siblings: () => this.siblings().map((one) => one.asSibling()),
      counters: this.counters, takeRetry: () => this.takeRetry(),
    });
  }

  /** From then on none are offered, and a reply that calls one all the same uses a retry. */
  private areToolsUsed(): boolean {
    return this.tools.used >= this.tools.of;
  }

  private isOverItsTokens(): Interrupted | null {
    const { tokens } = this.role.limits;
    const used = this.counters.tokens;
    return tokens !== null && used + this.work.tokens > tokens ? failure('tokens', `${used} of the ${tokens} tokens of this dispatch are used, and the next request has about ${this.work.tokens} (limits.tokens of the role)`) : null;
  }

  private proposed(read: WorkReply): Proposal {
    const { recorder } = this.context;
    const { output, status, confidence, why, subtasks } = read;
    const again = this.rejected !== null && jsonEquals(this.rejected, output) ? ['equal to the draft that was rejected'] : [];
    const notes = [...read.notes, ...again];
    const asReplied = jsonEquals(outputOf(recorder.state.open.get(this.step)?.reply ?? null), output);
    const attempt = this.attempt;
    recorder.record({ type: 'output.proposed', step: this.step, attempt, status, confidence, why, ...(asReplied ? {} : { output }), ...(subtasks.length === 0 ? {} : { subtasks }), ...(notes.length === 0 ? {} : { notes }) });
    this.kept = { attempt, output, status, confidence, why, ...(subtasks.length === 0 ? {} : { subtasks }) };
    return this.kept;
  }

  // ---- rules and review

  private async judge(proposal: Proposal): Promise<'accepted' | 'again' | Interrupted> {
    const rules = await this.checkRules(proposal);
    const { review } = this.role;
    if (rules !== 'accepted' || review === null || this.dispatch.decision.by === 'limit') return rules;
    await pause(this.context, { phase: 'review', step: this.step, role: this.role.id });
    const verdict = await reviewOutput(this.context, {
      desk: this.desk, review, output: proposal.output, step: this.step, attempt: this.attempt,
      bindings: () => this.desk.bindings(this.revisions, proposal), counters: this.counters,
    });
    switch (verdict.kind) {
      case 'approve':
        return 'accepted';
      case 'reject':
        return this.revise('review', review.by, `\`${review.by}\` rejected your output.`, verdict.feedback);
      case 'end':
      case 'failure':
        return verdict;
    }
  }

  private async checkRules(proposal: Proposal): Promise<'accepted' | 'again' | Interrupted> {
    const rules = [...this.context.program.teamRules, ...this.program.rules];
    if (rules.length === 0) return 'accepted';
    for (const rule of rules) await pause(this.context, { phase: 'rule', step: this.step, role: this.role.id, index: rule.index, of: rule.of });
    const { checked, broken } = precheck(rules, this.desk.bindings(this.revisions, proposal));
    this.context.recorder.record({ type: 'rule.checked', step: this.step, attempt: this.attempt, checked, broken });
    const errors = broken.filter((one) => one.severity === 'error');
    if (errors.length === 0) return 'accepted';
    const feedback = errors.map(({ message, error }) => ({ problem: error === undefined ? message : `${message} (the rule itself failed: ${error})` }));
    return this.revise('rules', 'supervisor', 'Your output breaks a rule. It was rejected before any review.', feedback);
  }

  /** Sends the Correct signal, unless the revisions are used up. */
  private revise(what: 'rules' | 'review', from: string, why: string, feedback: readonly Feedback[]): 'again' | Interrupted {
    const of = this.role.review?.maxRevisions ?? this.role.limits.revisions;
    if (this.revisions >= of) return failure(what, `still rejected after ${of === 1 ? '1 revision' : `${of} revisions`}: ${firstProblem(feedback)}`, feedback);
    this.askedAgain = `${what === 'rules' ? 'its output broke a rule' : `${from} rejected its output`}: ${firstProblem(feedback)}`;
    this.rejected = this.kept?.output ?? null;
    this.revisions += 1;
    const id = `${this.subtask.id}.correct${this.revisions}`;
    const signal: Signal = { v: 1, id, from, to: this.role.id, kind: 'correct', subtask: this.subtask.id, payload: feedback as unknown as Json };
    this.context.recorder.record({ type: 'signal.sent', step: this.step, signal });
    this.correct(why, feedback);
    return 'again';
  }

  /** The author re-reads the workspace: what has changed since is given again. */
  private correct(why: string, feedback: readonly Feedback[]): void {
    this.feedback = feedback;
    this.desk.reread();
    const now = this.desk.versions();
    const changed = this.desk.reads().filter((field) => now[field] !== this.reads[field]);
    this.reads = now;
    this.sayCorrection(why, feedback, changed);
  }

  private sayCorrection(why: string, feedback: readonly Feedback[], fields: readonly string[]): void {
    const { context, role } = this;
    const given = this.desk.given(fields);
    this.work.say([correctionMessage(context.basis, role, why, feedback, given)], flagsOfGiven(context, role.id, given));
  }

  // ---- the end of the step

  /** Fields that another role has written since this one read them. Fields that merge do not count. */
  private staleFields(): readonly string[] {
    const { meta, team } = this.context.recorder.state;
    return this.desk.reads().filter((field) => {
      const now = meta[field];
      return now !== undefined && team.fields[field]?.reducer === 'replace' && now.version !== this.reads[field] && now.writer !== this.role.id;
    });
  }

  private refuseCommit(stale: readonly string[]): 'again' | Interrupted {
    this.context.recorder.record({ type: 'commit.refused', step: this.step, fields: stale });
    if (!this.takeRetry()) return failure('stale', `${stale.join(', ')} changed while the role worked`);
    this.lookAgain(stale);
    return 'again';
  }

  private lookAgain(changed: readonly string[]): void {
    if (changed.length > 0) this.correct(`${changed.join(', ')} changed while you worked. Look again.`, []);
  }

  private commit(proposal: Proposal, partial: { readonly why: string } | null = null): StepEnd {
    const { recorder } = this.context;
    const { step, role } = this;
    const tooLarge = sumsOutOfRange(recorder.state, proposal.output);
    if (tooLarge.length > 0) return this.failToCommit(tooLarge);
    const status = partial === null ? proposal.status : 'partial';
    const contribution = contributionOf(recorder.state, step, proposal);
    const more = contribution === proposal.output ? {} : { values: contribution };
    const versions = newVersions(recorder.state, contribution, status);
    const overwrites = this.start.group === null ? {} : overwrittenSiblings(recorder, this.start.snapshot, versions);
    recorder.record({ type: 'workspace.committed', step, by: role.id, versions, status, ...more, ...(Object.keys(overwrites).length === 0 ? {} : { overwrites }) });
    const outcome = status === 'success' ? 'committed' : status;
    recorder.record({ type: 'role.finished', step, outcome, ...(partial === null ? {} : partial), ...this.cut });
    return { kind: 'ended' };
  }

  /** What others have written since, siblings of a fan-out first of all, leaves no room for it. */
  private failToCommit(tooLarge: readonly Feedback[]): StepEnd {
    this.kept = null;
    return this.fail({ what: 'contract', why: `its output could not be committed: ${firstProblem(tooLarge)}`, feedback: tooLarge });
  }

  private fail(failed: StepFailure): StepEnd {
    const { what, why, hint, feedback } = failed;
    const policy = this.policyAfter(failed);
    if (policy === 'partial' && this.kept !== null) return this.commit(this.kept, { why });
    const outcome = policy === 'skip' ? 'skipped' : policy === 'escalate' ? 'escalated' : 'failed';
    const ending = `error:${what}`;
    this.context.recorder.record({
      type: 'role.finished', step: this.step, outcome, why,
      ...(feedback.length === 0 ? {} : { feedback }),
      ...(policy === 'on_limit' ? { ending } : {}),
      ...(policy === 'fail' || policy === 'ask' ? { fails: { reason: ending, message: `${this.role.id}, step ${this.step}: ${why}`, ...(hint === undefined ? {} : { hint }) } } : {}),
    });
    return { kind: 'ended' };
  }

  private takeRetry(): boolean {
    const may = this.retries < this.role.limits.retries;
    if (may) this.retries += 1;
    return may;
  }
}
