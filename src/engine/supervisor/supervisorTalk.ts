/** What the supervisor's model is asked between steps: who is next, or whether a condition holds. Its answers are only data; `nextStep` decides with them. */
import type { Feedback, PromptPart, Refused } from '../events/runEvent';
import type { ModelReply } from '../models/model';
import { readChoice, type Choice as ReadChoice } from '../models/readChoice';
import { readJudgement, type Judgement } from '../models/readJudgement';
import { parseReply } from '../models/replyParsing';
import { choiceSchema, judgementSchema } from '../models/replySchema';
import type { GivenField } from '../prompts/promptParts';
import { renderPart } from '../prompts/renderPart';
import { chooseAgain, choicePrompt, judgePrompt } from '../prompts/supervisorPrompt';
import { stateBindings } from '../rules/stateBindings';
import type { JsonObject } from '../shared/json';
import { err, type Result } from '../shared/result';
import { askModel, type Answer, type CallCounters } from './askModel';
import { Conversation } from './conversation';
import { replacingModel } from './earlierAnswers';
import { flagsOfGiven } from './flagContent';
import type { NextStep } from './nextStep';
import type { RunContext } from './runContext';
import { unanswered, type Interrupted } from './stepEnd';

/** For a request of the supervisor, in milliseconds, and how often it may be repeated. */
const timeoutMs = 60_000;
const retries = 2;
/** Characters of an answer that was not on the list, as the log keeps them beside the whole reply. */
const longestAnswer = 80;

export interface Choice {
  readonly kind: 'choice';
  readonly choice: string;
  readonly why: string | null;
  /** True when no answer was on the list, so that a rule chose. */
  readonly fallback: boolean;
  readonly refused: readonly Refused[];
  /** e.g. that it did not say why. */
  readonly notes: readonly string[];
}

function readReply<T extends ReadChoice | Judgement>(reply: ModelReply, read: (value: JsonObject) => Result<T, readonly Feedback[]>): Result<T, string> {
  const parsed = parseReply(reply.text, reply.finish);
  if (!parsed.ok) return err(parsed.error.problem);
  const value = read(parsed.value.value);
  return value.ok ? value : err(value.error.map(({ problem }) => problem).join(' '));
}

export class SupervisorTalk {
  /** Conversations of one step have names of their own. */
  private readonly names = new Set<string>();

  constructor(
    private readonly context: RunContext,
    /** The number that the next step will have. */
    private readonly step: number,
    private readonly counters: CallCounters,
  ) {}

  /** One question more when the answer is not on the list; then the first choice that was not the last to speak. */
  async choose(wanted: Extract<NextStep, { kind: 'choose' }>): Promise<Choice | Interrupted> {
    const { program, recorder, basis } = this.context;
    const supervisor = program.team.supervisor!;
    const { choices, refused } = wanted;
    const { state } = recorder;
    const instructions = program.supervisorInstructions?.evaluate(stateBindings(state, { now: recorder.now(this.step) }));
    const talk = this.conversation('choose');
    const fields = this.fields(Object.keys(state.values).filter((field) => field !== 'task' && field !== 'constraints'));
    talk.say(choicePrompt(basis, {
      supervisor, choices, refused, fields, steps: state.steps, lastRole: state.lastRole,
      instructions: instructions === undefined ? null : instructions.ok ? instructions.value : (supervisor.instructions?.text ?? null),
    }), flagsOfGiven(this.context, 'supervisor', fields));
    const answers: Refused[] = [];
    for (const isLast of [false, true]) {
      const answer = await this.ask(talk, 'choose', this.modelOf('supervisor'), choiceSchema(choices));
      if (answer.kind !== 'reply') return unanswered(answer);
      const { reply } = answer;
      const read = readReply(reply, (value) => readChoice(value, choices));
      if (read.ok) return { kind: 'choice', ...read.value, fallback: false, refused };
      answers.push({ role: 'supervisor', why: 'not a choice', detail: reply.text.slice(0, longestAnswer) });
      if (isLast) return this.fallback(choices, [...refused, ...answers]);
      talk.say([chooseAgain(basis, read.error, choices)]);
    }
    throw new Error('unreachable: the last round returns');
  }

  private fallback(choices: readonly string[], refused: readonly Refused[]): Choice {
    const { lastRole } = this.context.recorder.state;
    const choice = choices.find((one) => one !== lastRole) ?? choices[0]!;
    return { kind: 'choice', choice, why: null, notes: [], fallback: true, refused };
  }

  /** A garbled answer does not hold. */
  async judge(wanted: Extract<NextStep, { kind: 'judge' }>): Promise<boolean | Interrupted> {
    const { program, recorder, basis } = this.context;
    const { question, at, role } = wanted;
    const about = role === null ? undefined : program.roles.get(role);
    const fields = about?.reads ?? Object.keys(recorder.state.values);
    const talk = this.conversation('judge');
    const given = this.fields(fields);
    talk.say(judgePrompt(basis, { question, at, about: role, given }), flagsOfGiven(this.context, 'supervisor', given));
    const judge = about?.role.review?.by ?? 'supervisor';
    const answer = await this.ask(talk, 'judge', this.modelOf(judge), judgementSchema(), judge);
    if (answer.kind !== 'reply') return unanswered(answer);
    const read: Result<Judgement, string> = readReply(answer.reply, readJudgement);
    const judged = read.ok ? { holds: read.value.holds, why: read.value.why } : { holds: false, why: null };
    recorder.record({ type: 'condition.judged', step: this.step, question, ...judged, ...(read.ok ? {} : { note: `no judgement: ${read.error}` }) });
    return judged.holds;
  }

  private ask(talk: Conversation, purpose: 'choose' | 'judge', model: string, replySchema: Parameters<typeof askModel>[1]['replySchema'], role = 'supervisor'): Promise<Answer> {
    let used = 0;
    return askModel(this.context, {
      conversation: talk, step: this.step, role, purpose, model, timeoutMs, tools: [], replySchema, subtask: null, toolResults: [],
      bindings: () => stateBindings(this.context.recorder.state, { now: this.context.recorder.now(this.step), role }),
      counters: this.counters,
      takeRetry: () => used++ < retries,
    });
  }

  private conversation(kind: string): Conversation {
    let name = kind;
    for (let number = 2; this.names.has(name); number++) name = `${kind} ${number}`;
    this.names.add(name);
    return new Conversation(name, this.context.basis.count, (part) => this.textOf(part));
  }

  private textOf(part: PromptPart): string {
    const { values, meta } = this.context.recorder.state;
    return renderPart(part, (field) => ({ value: values[field] ?? null, meta: meta[field]! }));
  }

  private fields(names: readonly string[]): readonly GivenField[] {
    const { values, meta } = this.context.recorder.state;
    return names.map((field) => ({ as: field, field, value: values[field] ?? null, meta: meta[field]! }));
  }

  /** The supervisor's own, a role's, else the team's. */
  private modelOf(who: string): string {
    const { program, recorder } = this.context;
    return replacingModel(recorder.state) ?? program.roles.get(who)?.role.model ?? recorder.state.team.supervisor?.model ?? program.defaultModel;
  }
}
