/** The calls of a run from their request to their outcome, with what is set aside for them. What they were good for is not known here. */
import type { Conversation } from './conversation';
import type { SpendFold } from './foldSpend';
import type { CallView } from './runView';

interface OpenCall {
  view: CallView;
  readonly conversation: Conversation;
  readonly expectedUsd: number | null;
  /** It was stopped, and the run goes on: it is asked once more. */
  isAskedAgain: boolean;
  /** Nobody asks it any more. */
  isOver: boolean;
}

type Key = Pick<CallView, 'step' | 'call'>;

export interface CallDeps {
  readonly spend: SpendFold;
  /** Whether whoever answers takes money for it, as far as is known. */
  readonly isCharged: (call: CallView) => boolean;
  /** The call is another now, by no outcome of its own. */
  readonly changed: (call: CallView) => void;
}

export class OpenCalls {
  private readonly calls = new Map<string, OpenCall>();

  constructor(private readonly deps: CallDeps) {}

  find(key: Key): { readonly view: CallView; readonly conversation: Conversation } | undefined {
    return this.calls.get(keyOf(key));
  }

  requested(view: CallView, conversation: Conversation, contextTokens: number, expectedUsd: number | null): void {
    this.calls.set(keyOf(view), { view, conversation, expectedUsd, isAskedAgain: false, isOver: false });
    this.deps.spend.requested(view, conversation, contextTokens, expectedUsd);
  }

  /** Null: it is not under way. `change.requests`: those that led to this outcome. */
  settled(key: Key, change: Partial<CallView> & Pick<CallView, 'requests'>): CallView | null {
    const open = this.calls.get(keyOf(key));
    if (open?.view.state !== 'running') return null;
    const before = open.view;
    open.view = { ...before, ...change, requests: change.requests + before.unanswered };
    open.isAskedAgain = false;
    this.deps.spend.settled(open.view, open.expectedUsd, open.view.requests - before.requests);
    return open.view;
  }

  /** What is under way has no outcome. `isTold`: also what was asked once more was on its way then. */
  stopped(isTold: boolean): void {
    for (const open of this.calls.values()) this.stop(open, isTold);
  }

  /** The step begins anew: what it had asked is not asked again. */
  abandoned(step: number): void {
    for (const open of this.calls.values()) {
      if (open.view.step !== step) continue;
      this.stop(open, false);
      open.isOver = true;
    }
  }

  /** The run goes on, and makes the calls again that it was stopped in. */
  goOn(isOpen: (step: number) => boolean): void {
    for (const open of this.calls.values()) {
      if (open.view.state !== 'stopped' || open.isOver || !isOpen(open.view.step)) continue;
      open.isAskedAgain = true;
      open.view = { ...open.view, state: 'running' };
      this.deps.spend.askedAgain(open.view, open.expectedUsd);
      this.deps.changed(open.view);
    }
  }

  private stop(open: OpenCall, isTold: boolean): void {
    const before = open.view;
    if (before.state !== 'running') return;
    const isLost = (!open.isAskedAgain || isTold) && this.deps.isCharged(before);
    const unanswered = before.unanswered + (isLost ? 1 : 0);
    open.view = { ...before, state: 'stopped', unanswered, requests: Math.max(1, unanswered) };
    open.isAskedAgain = false;
    this.deps.spend.stopped(open.view, open.expectedUsd, isLost ? { requests: open.view.requests - before.requests } : null);
    this.deps.changed(open.view);
  }
}

function keyOf({ step, call }: Key): string {
  return `${step}/${call}`;
}
