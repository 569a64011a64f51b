/** The model review of one proposed output, by another role with its own context, tools and retries. It never approves what it could not read. */
import type { CallError, Feedback } from '../events/runEvent';
import type { Bindings } from '../expressions/bindings';
import type { ModelReply } from '../models/model';
import { readVerdict, type Verdict as ReadVerdict } from '../models/readVerdict';
import { parseReply } from '../models/replyParsing';
import { verdictSchema } from '../models/replySchema';
import { reviewPrompt, verdictAgain, type ReviewPrompt } from '../prompts/reviewPrompt';
import { err, type Result } from '../shared/result';
import { showRef } from '../shared/source';
import type { Json, JsonObject } from '../shared/json';
import type { Review } from '../team/team';
import { askModel, type Answer, type CallCounters } from './askModel';
import { Conversation } from './conversation';
import { flagsIn, flagsOfGiven } from './flagContent';
import { offeredTools, specsOf } from './offeredTools';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import { failure, unanswered, type Interrupted } from './stepEnd';
import { openSources } from './toolSources';
import { toolTurn, type ToolBudget } from './toolTurn';

export interface Reviewing {
  /** The author's. */
  readonly desk: RoleDesk;
  readonly review: Review;
  readonly output: JsonObject;
  readonly step: number;
  readonly attempt: number;
  readonly counters: CallCounters;
  /** With the proposed output: criteria may hold templates. */
  bindings(): Bindings;
}

export type Verdict = { readonly kind: 'approve' } | { readonly kind: 'reject'; readonly feedback: readonly Feedback[] } | Interrupted;

export async function reviewOutput(context: RunContext, reviewing: Reviewing): Promise<Verdict> {
  const prompt = fillPrompt(context, reviewing);
  return 'kind' in prompt ? prompt : new ReviewTalk(context, reviewing, prompt).verdict();
}

function fillPrompt(context: RunContext, reviewing: Reviewing): ReviewPrompt | Interrupted {
  const { desk, review, output } = reviewing;
  const reviewer = context.program.roles.get(review.by)!;
  const own = desk.deskOf(reviewer);
  const instructions = own.instructions(0);
  if (!instructions.ok) return failure('expression', instructions.error);
  const criteria: string[] = [];
  for (const criterion of desk.program.criteria) {
    const text = criterion.template.evaluate(reviewing.bindings());
    if (!text.ok) return failure('expression', `the criterion at ${showRef(criterion.at)} could not be filled in: ${text.error.message}`);
    criteria.push(text.value);
  }
  criteria.push(...(desk.subtask.criteria ?? []));
  return { reviewer: reviewer.role, instructions: instructions.value, author: desk.program.role, criteria, criteriaAt: review.at, output, given: own.given() };
}

function readReply(reply: ModelReply): Result<ReadVerdict, string> {
  const parsed = parseReply(reply.text, reply.finish);
  if (!parsed.ok) return err([parsed.error.problem, parsed.error.fix].filter(Boolean).join(' '));
  const read = readVerdict(parsed.value.value);
  return read.ok ? read : err(read.error.map(({ problem, fix }) => (fix === undefined ? problem : `${problem} ${fix}`)).join(' '));
}

class ReviewTalk {
  private readonly desk: RoleDesk;
  private readonly talk: Conversation;
  private readonly tools: ToolBudget;
  private toolResults: readonly Json[] = [];
  private retries = 0;
  /** Why the reviewer is asked once more; null: it is not. */
  private askedAgain: string | null = null;

  constructor(
    private readonly context: RunContext,
    private readonly reviewing: Reviewing,
    private readonly prompt: ReviewPrompt,
  ) {
    this.desk = reviewing.desk.deskOf(context.program.roles.get(prompt.reviewer.id)!);
    this.talk = new Conversation(`review ${reviewing.attempt}`, context.basis.count, (part) => this.desk.textOf(part));
    this.tools = { used: 0, of: prompt.reviewer.limits.toolCalls, made: new Map() };
    const flags = [...flagsOfGiven(context, prompt.reviewer.id, prompt.given), ...flagsIn(context, prompt.output, `output of ${prompt.author.id}`)];
    this.talk.say(reviewPrompt(context.basis, prompt), flags);
  }

  async verdict(): Promise<Verdict> {
    const closed = await openSources(this.context, this.reviewing.step, this.desk);
    if (closed !== null) return closed;
    for (;;) {
      const answer = await this.ask();
      if (answer.kind === 'failed' && answer.error.kind !== 'script') return this.noVerdict(answer.error);
      if (answer.kind !== 'reply') return unanswered(answer, this.askedAgain);
      const { reply, call } = answer;
      if (reply.toolCalls.length > 0) {
        const ended = await this.callTools(reply, call);
        if (ended !== null) return ended;
        continue;
      }
      const read = readReply(reply);
      if (read.ok) return this.decided(read.value.verdict, read.value.feedback, read.value.confidence, read.value.notes);
      if (!this.takeRetry()) return this.noVerdictAfter(read.error);
      this.askedAgain = `that was no verdict: ${read.error}`;
      this.talk.say([verdictAgain(this.context.basis, this.prompt.reviewer, read.error)]);
    }
  }

  private ask(): Promise<Answer> {
    const { context, reviewing, prompt } = this;
    const { reviewer } = prompt;
    return askModel(context, {
      conversation: this.talk, step: reviewing.step, role: reviewer.id, purpose: 'review', model: this.desk.model(), timeoutMs: reviewer.limits.timeoutMs,
      tools: this.tools.used >= this.tools.of ? [] : specsOf(offeredTools(context, this.desk, this.talk)),
      replySchema: verdictSchema(),
      subtask: reviewing.desk.subtask,
      toolResults: this.toolResults,
      bindings: () => reviewing.bindings(),
      counters: reviewing.counters,
      takeRetry: () => this.takeRetry(),
    });
  }

  private decided(verdict: 'approve' | 'reject', feedback: readonly Feedback[], confidence: number | null, notes: readonly string[]): Verdict {
    const { step, attempt } = this.reviewing;
    this.context.recorder.record({ type: 'review.decided', step, attempt, by: this.prompt.reviewer.id, verdict, feedback, confidence, ...(notes.length === 0 ? {} : { notes }) });
    return verdict === 'approve' ? { kind: 'approve' } : { kind: 'reject', feedback };
  }

  /** Null: it goes on with the results. */
  private async callTools({ toolCalls }: ModelReply, call: number): Promise<Verdict | null> {
    const wereUsed = this.tools.used >= this.tools.of;
    const place = { step: this.reviewing.step, call, conversation: this.talk, budget: this.tools };
    const turn = await toolTurn(this.context, this.desk, place, toolCalls);
    if ('kind' in turn) return turn.kind === 'end' ? turn : this.noVerdictAfter(turn.failure.why);
    this.toolResults = [...this.toolResults, ...turn.results];
    return wereUsed && !this.takeRetry() ? this.noVerdictAfter('the reviewer only calls tools') : null;
  }

  /** Its retries are used up, or it goes round in circles. */
  private noVerdictAfter(why: string): Verdict {
    return this.decided('reject', [{ problem: `no verdict: ${why}` }], null, ['no verdict: it counts as a rejection']);
  }

  /** The reviewer cannot be reached: another draft would not help, and nothing is approved. */
  private noVerdict(error: CallError): Verdict {
    const problem = `no verdict: ${error.message}`;
    this.decided('reject', [{ problem }], null, ['the reviewer could not be reached: nothing is approved']);
    return failure('review', `${this.prompt.reviewer.id} gave ${problem}`, [], error.hint);
  }

  private takeRetry(): boolean {
    if (this.retries >= this.prompt.reviewer.limits.retries) return false;
    this.retries += 1;
    return true;
  }
}
