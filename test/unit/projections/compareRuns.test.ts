import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { compareRuns } from '../../../src/engine/projections/compareRuns';
import { workFigures } from '../../../src/engine/projections/compareSteps';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import type { RunView } from '../../../src/engine/projections/runView';
import { forkedRun, retriedRun, runUntil, sampleRun } from '../../support/sampleEvents';
import { sampleTeam } from '../../support/sampleTeam';

function viewOf(events: readonly RunEvent[]): RunView {
  const fold = createRunFold();
  fold.apply(events);
  return fold.view!;
}

const names = ({ rows }: ReturnType<typeof compareRuns>) => rows.map(({ role, occurrence, left, right }) => `${role} ${occurrence}: ${left?.step ?? '-'} ${right?.step ?? '-'}`);

describe('Comparing two runs', () => {
  const whole = viewOf(sampleRun());

  it('aligns steps by role and occurrence, and finds the line where a fork went another way', () => {
    const found = compareRuns(whole, viewOf(forkedRun()));
    assert.deepEqual(names(found).slice(5), ['collector 5: 6 6', 'analyst 1: 7 7', 'planner 2: 8 -', 'collector 6: 9 -', 'analyst 2: 10 -', 'writer 1: 11 8']);
    assert.deepEqual(found.divergence, { row: 6, what: 'prompt', at: { file: 'roles/analyst.yaml', line: 4, column: 1 } });
  });

  it('puts what only the right run has behind the step that it followed there', () => {
    assert.deepEqual(names(compareRuns(viewOf(forkedRun()), whole)).slice(6), ['analyst 1: 7 7', 'planner 2: - 8', 'collector 6: - 9', 'analyst 2: - 10', 'writer 1: 8 11']);
  });

  it('finds no divergence between equal runs, nor where one of them is still under way', () => {
    assert.equal(compareRuns(whole, viewOf(sampleRun())).divergence, null);
    assert.equal(compareRuns(whole, viewOf(runUntil(sampleRun(), (event) => event.type === 'role.started' && event.step === 4))).divergence, null);
  });

  it('takes a route for the same when only its line has moved', () => {
    const moved = sampleTeam({ routes: sampleTeam().routes.map((route) => ({ ...route, at: { ...route.at, line: route.at.line + 3 }, when: { ...route.when, at: { ...route.when.at, line: route.when.at.line + 3 } } })) });
    assert.equal(compareRuns(whole, viewOf(sampleRun(moved))).divergence, null);
  });

  it('tells another decision, another subtask and another reply apart', () => {
    const change = (how: (event: RunEvent) => RunEvent) => compareRuns(whole, viewOf(sampleRun().map(how))).divergence;
    const decided = change((event) => (event.type === 'role.started' && event.step === 3 ? { ...event, decision: { by: 'model', why: 'it says so', fallback: false, refused: [] } } : event));
    assert.deepEqual([decided?.row, decided?.what], [2, 'decision']);
    assert.deepEqual(change((event) => (event.type === 'role.started' && event.step === 3 ? { ...event, subtask: { ...event.subtask, input: { dimension: 'other' } } } : event)), { row: 2, what: 'input', at: null });
    assert.deepEqual(change((event) => (event.type === 'output.proposed' && event.step === 5 ? { ...event, confidence: 0.1 } : event)), { row: 4, what: 'reply', at: null });
  });

  it('sees that a value given at the start differs although its version does not', () => {
    const [first, ...rest] = sampleRun();
    if (first?.type !== 'run.started') throw new Error('A run begins with run.started.');
    const other = viewOf([{ ...first, options: { set: { analysis: { open: ['given'] } } } }, ...rest]);
    assert.deepEqual(compareRuns(whole, other).divergence, { row: 0, what: 'prompt', at: null });
  });

  it('says who was next where one run did not go on as the other did', () => {
    const ended = runUntil(sampleRun(), (event) => event.type === 'role.finished' && event.step === 9);
    const found = compareRuns(whole, viewOf([...ended, { type: 'run.finished', status: 'completed', reason: 'end', seq: ended.length + 1, at: ended.at(-1)!.at }]));
    assert.deepEqual([found.divergence?.row, found.divergence?.what], [9, 'next']);
  });
});

describe('The figures of one attempt', () => {
  it('hold its own calls and reviews, and who was next after it', () => {
    const whole = viewOf(sampleRun());
    const writer = workFigures(whole, whole.steps[10]!);
    assert.deepEqual([writer.calls, writer.usage.input, writer.attempts, writer.confidence], [4, 20_800, 2, 0.86]);
    assert.equal(writer.next?.role, null);
    const analyst = workFigures(whole, whole.steps[6]!);
    assert.deepEqual([analyst.usage.input, analyst.ms, analyst.rules, analyst.next?.role], [3456, 14_200, { passed: 1, of: 1 }, 'planner']);
    const planner = workFigures(whole, whole.steps[7]!);
    assert.equal(planner.usage.input, 2026, 'without the choice that came before it');
  });

  it('leave open what has not come yet', () => {
    const retried = viewOf(retriedRun());
    const { next, isOver, cost } = workFigures(retried, retried.steps[6]!);
    assert.deepEqual([next, isOver, cost.known > 0], [null, true, true]);
  });
});
