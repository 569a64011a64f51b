/** One attempt of a step while it is being folded: its calls, tools and verdicts. Rows and spend of the step are stepDraft.ts. */
import { totalTokens } from '../events/usage';
import type { AttemptView, CallView, ToolView } from './runView';

/** Not accepted: what these attempts used is rejected work. */
const lostStates: ReadonlySet<AttemptView['state']> = new Set(['contract broken', 'precheck failed', 'review rejected', 'failed']);

export class AttemptDraft {
  state: AttemptView['state'] = 'running';
  /** Whether the run's spend holds it as rejected work. */
  isCountedLost = false;
  calls: CallView[] = [];
  tools: ToolView[] = [];
  reviewCalls: CallView[] = [];
  reviewTools: ToolView[] = [];
  proposal: AttemptView['proposal'] = null;
  problems: AttemptView['problems'] = [];
  rules: AttemptView['rules'] = null;
  review: Omit<NonNullable<AttemptView['review']>, 'calls'> | null = null;

  constructor(public attempt: number) {}

  get isLost(): boolean {
    return lostStates.has(this.state);
  }

  get allCalls(): readonly CallView[] {
    return [...this.calls, ...this.reviewCalls];
  }

  /** What an attempt adds to rejected work when it is not accepted: a call that failed is that already. */
  get answeredCalls(): readonly CallView[] {
    return this.allCalls.filter((call) => call.state !== 'failed');
  }

  view(): AttemptView {
    const { attempt, state, proposal, problems, rules, review } = this;
    const reviewCalls = [...this.reviewCalls];
    return {
      attempt, state, proposal, problems, rules,
      calls: [...this.calls],
      tools: [...this.tools],
      reviewCalls,
      reviewTools: [...this.reviewTools],
      review: review === null ? null : { ...review, calls: reviewCalls },
    };
  }
}

export function tokensOf(calls: readonly CallView[]): number {
  return calls.reduce((sum, call) => sum + (call.usage === null ? 0 : totalTokens(call.usage)), 0);
}
