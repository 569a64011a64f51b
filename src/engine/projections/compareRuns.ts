/** Two runs side by side: their steps aligned by role and occurrence, and the first place where they part. Pure; what one step has and another has not is compareSteps.ts. */
import type { Decision } from '../events/runEvent';
import { jsonEquals } from '../shared/json';
import type { SourceRef } from '../shared/source';
import type { Team } from '../team/team';
import { decidedBy } from './describeDecision';
import { promptUnits, unitIdentity } from './promptUnits';
import type { PromptUnit } from './promptUnits';
import { partText } from './partText';
import type { CallView, FieldView, RunView, StepView } from './runView';

/** One role's work for the so-manieth time, in both runs or in one of them. */
export interface ComparedRow {
  readonly role: string;
  /** From 1. */
  readonly occurrence: number;
  readonly left: StepView | null;
  readonly right: StepView | null;
}

export interface Divergence {
  /** Index of the row in which it lies. */
  readonly row: number;
  /** What differs first, in the order in which a step comes to it. `next`: another role, or none, has its turn. */
  readonly what: 'next' | 'decision' | 'input' | 'prompt' | 'reply' | 'outcome';
  /** The line of the right run's files that differs, or that decided; null: none is known. */
  readonly at: SourceRef | null;
}

export interface RunComparison {
  /** In the left run's order; what only the right one has stands behind the step that it followed there. */
  readonly rows: readonly ComparedRow[];
  /** Null: as far as both go, they did the same. */
  readonly divergence: Divergence | null;
}

export function compareRuns(left: RunView, right: RunView): RunComparison {
  const rows = alignedRows(left.steps, right.steps);
  return { rows, divergence: firstDivergence(left, right, rows) };
}

function alignedRows(left: readonly StepView[], right: readonly StepView[]): readonly ComparedRow[] {
  const named = withOccurrence(left);
  const others = new Map(withOccurrence(right).map((one) => [keyOf(one), one]));
  const known = new Set(named.map(keyOf));
  const rows = new Map<string, ComparedRow>();
  // Behind which row of the left run those stand that only the right one has; '': before all.
  const behind = new Map<string, ComparedRow[]>();
  let last = '';
  for (const one of others.values()) {
    if (known.has(keyOf(one))) last = keyOf(one);
    else behind.set(last, [...(behind.get(last) ?? []), { role: one.role, occurrence: one.occurrence, left: null, right: one.step }]);
  }
  const only = (key: string) => {
    for (const row of behind.get(key) ?? []) rows.set(keyOf(row), row);
  };
  only('');
  for (const one of named) {
    rows.set(keyOf(one), { role: one.role, occurrence: one.occurrence, left: one.step, right: others.get(keyOf(one))?.step ?? null });
    only(keyOf(one));
  }
  return [...rows.values()];
}

interface NamedStep {
  readonly role: string;
  readonly occurrence: number;
  readonly step: StepView;
}

function withOccurrence(steps: readonly StepView[]): readonly NamedStep[] {
  const counts = new Map<string, number>();
  return steps.map((step) => {
    const occurrence = (counts.get(step.role) ?? 0) + 1;
    counts.set(step.role, occurrence);
    return { role: step.role, occurrence, step };
  });
}

function keyOf({ role, occurrence }: Pick<NamedStep, 'role' | 'occurrence'>): string {
  return `${occurrence} ${role}`;
}

/** Up to the first difference both runs did the same in the same order, so that equal versions of a field hold equal values. */
function firstDivergence(left: RunView, right: RunView, rows: readonly ComparedRow[]): Divergence | null {
  const odd = oddFields(left, right);
  for (const [index, row] of rows.entries()) {
    const [a, b] = [left.steps[index], right.steps[index]];
    if (a === undefined && b === undefined) return null;
    if (a === undefined || b === undefined) return isUnderWay(a === undefined ? left : right) ? null : { row: index, what: 'next', at: b === undefined ? null : decidedBy(right.team, b.decision).ref };
    if (a !== row.left || b !== row.right) return { row: rowOf(rows, b), what: 'next', at: decidedBy(right.team, b.decision).ref };
    const found = differenceOf({ view: left, step: a }, { view: right, step: b }, odd);
    if (found !== null) return { row: index, ...found };
  }
  return null;
}

/** It may still come to what the other has. */
function isUnderWay({ status }: RunView): boolean {
  return status === 'running';
}

function rowOf(rows: readonly ComparedRow[], step: StepView): number {
  return rows.findIndex((row) => row.right === step);
}

export interface StepOfRun {
  readonly view: RunView;
  readonly step: StepView;
}

function differenceOf(left: StepOfRun, right: StepOfRun, odd: ReadonlySet<string>): Omit<Divergence, 'row'> | null {
  const [a, b] = [left.step, right.step];
  if (deciderOf(left.view.team, a.decision) !== deciderOf(right.view.team, b.decision)) return { what: 'decision', at: decidedBy(right.view.team, b.decision).ref };
  if (!jsonEquals(a.subtask.input, b.subtask.input)) return { what: 'input', at: null };
  const prompt = promptDifference(left, right, odd);
  if (prompt !== null) return prompt;
  if (!isSameWork(a, b)) return { what: 'reply', at: null };
  return a.state === b.state || a.endedAt === null || b.endedAt === null ? null : { what: 'outcome', at: null };
}

/** A route by its condition: its line moves with every edit above it. */
function deciderOf(team: Team, decision: Decision): string {
  const route = decision.by === 'route' ? team.routes[decision.route]?.when.text : undefined;
  return route === undefined ? decidedBy(team, decision).text : `route ${route}`;
}

function promptDifference(left: StepOfRun, right: StepOfRun, odd: ReadonlySet<string>): Omit<Divergence, 'row'> | null {
  const [a, b] = [firstCall(left.step), firstCall(right.step)];
  if (a === null || b === null) return null;
  const [before, after] = [promptUnits(left.step, a), promptUnits(right.step, b)];
  const differs = (index: number) => {
    const [one, other] = [before[index], after[index]];
    if (one === undefined || other === undefined || unitIdentity(one) !== unitIdentity(other)) return true;
    return isOdd(one, odd) && unitText(left.view, one, a) !== unitText(right.view, other, b);
  };
  const length = Math.max(before.length, after.length);
  const index = Array.from({ length }, (_, at) => at).find(differs);
  return index === undefined ? null : { what: 'prompt', at: placeOf(after[index]) ?? placeOf(before[index]) };
}

function placeOf(unit: PromptUnit | undefined): SourceRef | null {
  return unit?.kind === 'part' && unit.part.kind !== 'data' ? (unit.part.at ?? null) : null;
}

function isOdd(unit: PromptUnit, odd: ReadonlySet<string>): boolean {
  return unit.kind === 'part' && unit.part.kind === 'data' && odd.has(unit.part.field);
}

function unitText(view: RunView, unit: PromptUnit, call: CallView): string {
  return unit.kind === 'part' ? partText(view, unit.part, call) : '';
}

/** The request that the role's work began with; null: none was made. */
export function firstCall(step: StepView): CallView | null {
  return step.attempts[0]?.calls[0] ?? null;
}

function isSameWork(a: StepView, b: StepView): boolean {
  const isOver = a.endedAt !== null && b.endedAt !== null;
  if (isOver && a.attempts.length !== b.attempts.length) return false;
  return a.attempts.every(({ proposal: one }, index) => {
    const other = b.attempts[index]?.proposal ?? null;
    if (one === null || other === null) return one === other || !isOver;
    return one.status === other.status && one.confidence === other.confidence && jsonEquals(one.output, other.output);
  });
}

/** Fields whose values may differ although their versions do not: begun with another value, or written by a person. */
function oddFields(left: RunView, right: RunView): ReadonlySet<string> {
  const written = ({ fields }: RunView) => fields.filter((field) => field.history.some(({ step }) => step === null)).map(({ name }) => name);
  const begun = left.fields.filter((field) => !jsonEquals(field.initial, initialOf(right.fields, field.name)));
  return new Set([...written(left), ...written(right), ...begun.map(({ name }) => name)]);
}

function initialOf(fields: readonly FieldView[], name: string) {
  return fields.find((field) => field.name === name)?.initial;
}
