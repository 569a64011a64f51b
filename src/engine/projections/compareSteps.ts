/** What one role's work took and gave, so that two attempts at it, or many tries, can be held against each other. Pure. */
import type { Cost, Usage } from '../events/usage';
import { addCost, addCosts, addUsage, noCost, noUsage } from '../events/usage';
import type { SourceRef } from '../shared/source';
import { costsOf, usageOf } from './callUse';
import { decidedBy } from './describeDecision';
import type { RunView, StepView } from './runView';

export interface WorkFigures {
  /** Of its own calls, its reviews and the teams that did its work; what decided that it is next is not part of it. */
  readonly usage: Usage;
  readonly cost: Cost;
  readonly calls: number;
  /** How long its calls took, one after the other. */
  readonly ms: number;
  readonly attempts: number;
  readonly confidence: number | null;
  /** Of the last attempt; null: none was judged. */
  readonly rules: { readonly passed: number; readonly of: number } | null;
  readonly outcome: string;
  readonly isOver: boolean;
  /** Null: nobody was chosen yet. */
  readonly next: { readonly role: string | null; readonly by: string; readonly at: SourceRef | null } | null;
}

export function workFigures(view: RunView, step: StepView): WorkFigures {
  const calls = step.attempts.flatMap((attempt) => [...attempt.calls, ...attempt.reviewCalls]);
  const inner = step.visits.map((visit) => visit.spend.total);
  const last = step.attempts.at(-1);
  const cost = calls.flatMap(costsOf).reduce(addCost, noCost);
  return {
    usage: inner.reduce((sum, { usage }) => addUsage(sum, usage), calls.reduce((sum, call) => addUsage(sum, usageOf(call) ?? noUsage), noUsage)),
    cost: inner.reduce((sum, row) => addCosts(sum, row.cost), cost),
    calls: inner.reduce((sum, row) => sum + row.calls, calls.reduce((sum, call) => sum + call.requests, 0)),
    ms: calls.reduce((sum, call) => sum + (call.ms ?? 0), 0) + step.visits.reduce((sum, visit) => sum + visit.lastAt - visit.startedAt - visit.pausedMs, 0),
    attempts: step.attempts.length,
    confidence: last?.proposal?.confidence ?? null,
    rules: last?.rules === undefined || last.rules === null ? null : { passed: last.rules.checked - last.rules.broken.filter(({ severity }) => severity === 'error').length, of: last.rules.checked },
    outcome: step.outcome,
    isOver: step.endedAt !== null,
    next: nextAfter(view, step),
  };
}

/** Steps of one fan-out share what comes after them. */
function nextAfter(view: RunView, step: StepView): WorkFigures['next'] {
  const after = view.steps.find((one) => one.step > step.step && step.endedAt !== null && one.startedAt >= step.endedAt);
  if (after !== undefined) {
    const { text, ref } = decidedBy(view.team, after.decision);
    return { role: after.role, by: text, at: ref };
  }
  const isLast = view.steps.at(-1)?.step === step.step;
  return isLast && (view.status === 'completed' || view.status === 'partial') ? { role: null, by: view.reason ?? '', at: view.where } : null;
}

export interface Spread {
  readonly least: number;
  readonly most: number;
}

/** Null: there is none of them. */
export function spreadOf(values: readonly number[]): Spread | null {
  return values.length === 0 ? null : { least: Math.min(...values), most: Math.max(...values) };
}

/** How often each came, most often first. */
export function countsOf(values: readonly string[]): readonly { readonly value: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}
