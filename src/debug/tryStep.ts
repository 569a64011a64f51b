/** A role's work done several times over from one snapshot, and how far the results lie apart. */
import type { AskedStep, RunEvent } from '../engine/events/runEvent';
import { totalTokens } from '../engine/events/usage';
import { createRunFold } from '../engine/projections/foldRunView';
import type { AttemptView, StepView } from '../engine/projections/runView';
import type { Json, JsonObject } from '../engine/shared/json';
import type { Team } from '../engine/team/team';

export interface WantedTry extends AskedStep {
  /** After which step of which run it is done. */
  readonly run: string;
  readonly at: number;
  readonly team: Team;
}

/** What came of one. Each is a run of its own that is kept, so that all of it can be looked at. */
export interface Attempt {
  /** From 1. */
  readonly index: number;
  readonly run: string;
  readonly step: number;
  readonly state: string;
  /** One line. */
  readonly outcome: string;
  /** Null: nothing was handed in. */
  readonly output: JsonObject | null;
  /** The last reply as it came. */
  readonly reply: Json;
  readonly problems: readonly string[];
  readonly confidence: number | null;
  readonly tokens: number;
  /** In dollars. Null: unknown. */
  readonly costUsd: number | null;
  readonly ms: number;
}

export interface Trying {
  each(attempt: Attempt): void;
  /** What was begun is ended, and no more is. */
  readonly signal: AbortSignal;
}

/** One after the other: a server's limit of rate, and a person who stops it half way, are met early. `once`: resolves with the events of the run. */
export async function tryStep(wanted: WantedTry, times: number, once: (wanted: WantedTry) => Promise<readonly RunEvent[]>, { each, signal }: Trying): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  while (attempts.length < times && !signal.aborted) {
    const attempt = attemptIn(await once(wanted), attempts.length + 1);
    attempts.push(attempt);
    each(attempt);
  }
  return attempts;
}

export function attemptIn(events: readonly RunEvent[], index: number): Attempt {
  const fold = createRunFold();
  fold.apply(events);
  const { run, steps, message } = fold.view!;
  const step = steps.findLast(({ decision }) => decision.by === 'person');
  return step === undefined ? { index, run, ...notBegun, outcome: message ?? '' } : { index, run, ...workOf(step) };
}

type Work = Omit<Attempt, 'index' | 'run'>;

const notBegun: Work = { step: 0, state: 'failed', outcome: '', output: null, reply: null, problems: [], confidence: null, tokens: 0, costUsd: 0, ms: 0 };

function workOf({ step, state, outcome, attempts, usage, cost, startedAt, endedAt }: StepView): Work {
  const last = attempts.at(-1);
  const { output, confidence } = last?.proposal ?? { output: null, confidence: null };
  return {
    step, state, outcome, output, reply: last?.calls.at(-1)?.reply ?? null, problems: attempts.flatMap(problemsOf), confidence,
    tokens: totalTokens(usage), costUsd: cost.incomplete ? null : cost.known, ms: (endedAt ?? startedAt) - startedAt,
  };
}

/** Of its contract, of rules and of a review. */
function problemsOf({ problems, rules, review }: AttemptView): readonly string[] {
  const rejected = review?.verdict === 'reject' ? review.feedback : [];
  return [...[...problems, ...rejected].map(({ problem }) => problem), ...(rules?.broken ?? []).map(({ message }) => message)];
}

/** For the console: a line for each, then from where to where they reach. */
export function describeAttempts(attempts: readonly Attempt[]): string {
  const lines = attempts.map(({ index, run, state, tokens, costUsd, output, problems }) => {
    const said = output === null ? '' : `: ${JSON.stringify(output).slice(0, 120)}`;
    return `${index}. ${state}, ${tokens} tokens, ${costUsd === null ? 'cost unknown' : `$${costUsd}`}, run ${run}${said}${problems.length === 0 ? '' : ` (${problems.join('; ')})`}`;
  });
  const outputs = new Set(attempts.map(({ output }) => JSON.stringify(output))).size;
  const alike = outputs === 1 ? 'all outputs alike' : `${outputs} different outputs`;
  const tokens = attempts.map((one) => one.tokens);
  const states = [...new Set(attempts.map(({ state }) => state))].map((state) => `${attempts.filter((one) => one.state === state).length} × ${state}`);
  const spread = attempts.length === 0 ? 'Nothing was tried.' : `${states.join(', ')}; ${alike}; ${Math.min(...tokens)} to ${Math.max(...tokens)} tokens.`;
  return [...lines, spread].join('\n');
}
