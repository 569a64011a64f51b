/**
 * One dispatch of a role: snapshot, prompt, call, contract, rules, review, commit. It performs and records; who is next is not decided here.
 * The order is DESIGN.md's "What a step is", 4 to 7.
 */
import type { Feedback, Signal, Subtask } from '../events/runEvent';
import type { Proposal } from '../events/runState';
import { outputOf } from '../events/foldRun';
import { readWorkReply, type WorkReply } from '../models/readWorkReply';
import { parseReply } from '../models/replyParsing';
import { workReplySchema } from '../models/replySchema';
import { correctionMessage, workPrompt } from '../prompts/workPrompt';
import { precheck } from '../rules/precheck';
import type { ModelReply } from '../models/model';
import type { RoleProgram } from '../rules/teamProgram';
import type { Json, JsonObject } from '../shared/json';
import { jsonEquals } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { askModel, type Answer, type CallCounters } from './askModel';
import { Conversation } from './conversation';
import { versionsOf, type Dispatch } from './nextStep';
import { pause } from './pause';
import { reviewOutput } from './reviewOutput';
import { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import { failure, policyOf, unanswered, type Interrupted, type StepEnd, type StepFailure } from './stepEnd';
import { toolSpecs, toolTurn, type ToolBudget } from './toolTurn';

export class StepRunner {
  private readonly step: number;
  private readonly role: RoleProgram['role'];
  private readonly subtask: Subtask;
  private readonly desk: RoleDesk;
  private readonly work: Conversation;
  private readonly tools: ToolBudget;
  private toolResults: readonly Json[] = [];
  private attempt = 0;
  private retries = 0;
  private revisions = 0;
  /** The versions it has been shown. */
  private reads: Readonly<Record<string, number>> = {};
  /** The newest output that kept its contract: what `on_failure: partial` commits. */
  private kept: Proposal | null = null;
  private rejected: JsonObject | null = null;

  constructor(
    private readonly context: RunContext,
    private readonly program: RoleProgram,
    private readonly dispatch: Dispatch,
    private readonly counters: CallCounters,
  ) {
    this.role = program.role;
    this.step = context.recorder.state.steps + 1;
    this.subtask = { id: `s${this.step}`, role: this.role.id, input: dispatch.input };
    this.desk = new RoleDesk(context, program, this.subtask);
    this.work = new Conversation('work', context.basis.count, (part) => this.desk.textOf(part));
    this.tools = { used: 0, of: this.role.limits.toolCalls };
  }

  async run(): Promise<StepEnd> {
    const { context, role, step, dispatch } = this;
    this.reads = versionsOf(context.recorder.state, this.program.reads);
    const looked = Object.keys(dispatch.looked).length === 0 ? {} : { looked: dispatch.looked };
    context.recorder.record({ type: 'role.started', step, role: role.id, subtask: this.subtask, decision: dispatch.decision, reads: this.reads, ...looked });
    await pause(context, { phase: 'role', step, role: role.id });
    const instructions = this.desk.instructions(0);
    if (!instructions.ok) return this.giveUp(failure('expression', instructions.error));
    this.work.say(workPrompt(context.basis, { role, instructions: instructions.value, subtask: this.subtask, given: this.desk.given() }));
    await pause(context, { phase: 'prompt', step, role: role.id });
    return this.draftsUntilAccepted();
  }

  private async draftsUntilAccepted(): Promise<StepEnd> {
    for (;;) {
      const proposal = await this.propose();
      if ('kind' in proposal) return this.giveUp(proposal);
      const judged = await this.judge(proposal);
      if (judged === 'again') continue;
      if (judged !== 'accepted') return this.giveUp(judged);
      await pause(this.context, { phase: 'commit', step: this.step, role: this.role.id });
      const stale = this.staleFields();
      if (stale.length === 0) return this.commit(proposal);
      const refused = this.refuseCommit(stale);
      if (refused !== 'again') return this.giveUp(refused);
    }
  }

  // ---- the draft, or its revision

  /** Asks until a reply keeps its contract, or the retries are used up. */
  private async propose(): Promise<Proposal | Interrupted> {
    this.toolResults = [];
    for (;;) {
      const over = this.isOverItsTokens();
      if (over !== null) return over;
      const answer = await this.ask();
      if (answer.kind !== 'reply') return unanswered(answer);
      const { reply, call } = answer;
      if (reply.toolCalls.length > 0) {
        const wereUsed = this.areToolsUsed();
        const place = { step: this.step, call, conversation: this.work, budget: this.tools };
        this.toolResults = [...this.toolResults, ...(await toolTurn(this.context, this.role, place, reply.toolCalls))];
        if (wereUsed && !this.takeRetry()) return failure('tools', `it goes on calling tools after all ${this.tools.of} calls are used`);
        continue;
      }
      this.attempt += 1;
      const read = this.read(reply);
      if (read.ok) return this.proposed(read.value);
      this.context.recorder.record({ type: 'output.refused', step: this.step, attempt: this.attempt, problems: read.error });
      if (!this.takeRetry()) return failure('contract', `no reply kept its contract: ${read.error[0]?.problem ?? ''}`, read.error);
      this.correct('Your reply broke its contract.', read.error);
    }
  }

  private read(reply: ModelReply): Result<WorkReply, readonly Feedback[]> {
    const parsed = parseReply(reply.text, reply.finish);
    if (!parsed.ok) return err([{ problem: parsed.error.problem }]);
    const read = readWorkReply(parsed.value.value, this.desk.contract());
    return read.ok ? ok({ ...read.value, notes: [...parsed.value.notes, ...read.value.notes] }) : read;
  }

  private ask(): Promise<Answer> {
    const { context, role, step } = this;
    return askModel(context, {
      conversation: this.work, step, role: role.id, purpose: 'work', model: this.desk.model(), timeoutMs: role.limits.timeoutMs,
      tools: this.areToolsUsed() ? [] : toolSpecs(context, role),
      replySchema: workReplySchema(role.writes),
      subtask: this.subtask,
      toolResults: this.toolResults,
      bindings: () => this.desk.bindings(this.revisions),
      counters: this.counters,
      takeRetry: () => this.takeRetry(),
    });
  }

  /** From then on none are offered, and a reply that calls one all the same uses a retry. */
  private areToolsUsed(): boolean {
    return this.tools.used >= this.tools.of;
  }

  private isOverItsTokens(): Interrupted | null {
    const { tokens } = this.role.limits;
    const used = this.counters.tokens;
    return tokens !== null && used + this.work.tokens > tokens ? failure('tokens', `${used} of the ${tokens} tokens of this dispatch are used`) : null;
  }

  private proposed(read: WorkReply): Proposal {
    const { recorder } = this.context;
    const { output, status, confidence, why } = read;
    const again = this.rejected !== null && jsonEquals(this.rejected, output) ? ['equal to the draft that was rejected'] : [];
    const notes = [...read.notes, ...again];
    const asReplied = jsonEquals(outputOf(recorder.state.open[this.step]?.reply ?? null), output);
    const attempt = this.attempt;
    recorder.record({ type: 'output.proposed', step: this.step, attempt, status, confidence, why, ...(asReplied ? {} : { output }), ...(notes.length === 0 ? {} : { notes }) });
    this.kept = { attempt, output, status, confidence, why };
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
    for (const rule of rules) await pause(this.context, { phase: 'rule', step: this.step, role: this.role.id, index: rule.index });
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
    if (this.revisions >= of) return failure(what, `still rejected after ${of} revisions: ${feedback[0]?.problem ?? ''}`, feedback);
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
    const now = versionsOf(this.context.recorder.state, this.program.reads);
    const changed = this.program.reads.filter((field) => now[field] !== this.reads[field]);
    this.reads = now;
    this.work.say([correctionMessage(this.context.basis, this.role, why, feedback, this.desk.given(changed))]);
  }

  // ---- the end of the step

  /** Fields that another role has written since this one read them. Fields that merge do not count. */
  private staleFields(): readonly string[] {
    const { meta, team } = this.context.recorder.state;
    return this.program.reads.filter((field) => {
      const now = meta[field];
      return now !== undefined && team.fields[field]?.reducer === 'replace' && now.version !== this.reads[field] && now.writer !== this.role.id;
    });
  }

  private refuseCommit(stale: readonly string[]): 'again' | Interrupted {
    const { recorder } = this.context;
    recorder.record({ type: 'commit.refused', step: this.step, fields: stale });
    const names = stale.join(', ');
    if (!this.takeRetry()) return failure('stale', `${names} changed while the role worked`);
    this.correct(`${names} changed while you worked. Look again.`, []);
    return 'again';
  }

  private commit(proposal: Proposal, partial: { readonly why: string } | null = null): StepEnd {
    const { recorder } = this.context;
    const { step, role } = this;
    const status = partial === null ? proposal.status : 'partial';
    const versions: Record<string, number> = {};
    for (const field of Object.keys(proposal.output)) versions[field] = (recorder.state.meta[field]?.version ?? 0) + 1;
    recorder.record({ type: 'workspace.committed', step, by: role.id, versions, status });
    const outcome = status === 'success' ? 'committed' : status;
    recorder.record({ type: 'role.finished', step, outcome, ...(partial === null ? {} : partial) });
    return { kind: 'ended' };
  }

  private giveUp(interrupted: Interrupted): StepEnd {
    if (interrupted.kind === 'failure') return this.fail(interrupted.failure);
    const { end } = interrupted;
    const why = end.kind === 'limit' ? `limit:${end.reached.limit}` : end.kind === 'fail' ? end.message : undefined;
    this.context.recorder.record({ type: 'role.finished', step: this.step, outcome: end.kind === 'stopped' ? 'stopped' : 'failed', ...(why === undefined ? {} : { why }) });
    return end;
  }

  private fail({ what, why, hint, feedback }: StepFailure): StepEnd {
    const { recorder, program } = this.context;
    const policy = policyOf(program.team, this.role, this.dispatch);
    if (policy === 'partial' && this.kept !== null) return this.commit(this.kept, { why });
    const outcome = policy === 'skip' ? 'skipped' : policy === 'escalate' ? 'escalated' : 'failed';
    const ending = `error:${what}`;
    recorder.record({
      type: 'role.finished', step: this.step, outcome, why,
      ...(feedback.length === 0 ? {} : { feedback }),
      ...(policy === 'on_limit' ? { ending } : {}),
    });
    if (policy !== 'fail' && policy !== 'ask') return { kind: 'ended' };
    return { kind: 'fail', reason: ending, message: `${this.role.id}, step ${this.step}: ${why}`, ...(hint === undefined ? {} : { hint }) };
  }

  private takeRetry(): boolean {
    if (this.retries >= this.role.limits.retries) return false;
    this.retries += 1;
    return true;
  }
}
