import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as fc from 'fast-check';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { totalTokens } from '../../../src/engine/events/usage';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { partText } from '../../../src/engine/projections/partText';
import type { RunView } from '../../../src/engine/projections/runView';
import { failedRun, finalReport, hostileRun, hugeRun, runUntil, sampleRun, stoppedRun } from '../../support/sampleEvents';

function viewOf(events: readonly RunEvent[]): RunView {
  const fold = createRunFold();
  fold.apply(events);
  assert.ok(fold.view);
  return fold.view;
}

const summary = (view: RunView) => view.steps.map((step) => [step.step, step.role, step.outcome, totalTokens(step.usage)]);

describe('foldRunView', () => {
  it('says what came of each step', () => {
    assert.deepEqual(summary(viewOf(sampleRun())), [
      [1, 'planner', 'Plan of 5', 1516],
      [2, 'collector', '3 findings', 4564],
      [3, 'collector', '2 findings, 1 merged', 4768],
      [4, 'collector', '2 findings, 1 failed precheck', 8292],
      [5, 'collector', '3 findings', 5232],
      [6, 'collector', '2 findings', 4866],
      [7, 'analyst', 'Analysis: 4 figures, 1 conflict, 1 open', 4574],
      [8, 'planner', 'Plan of 6, 1 added', 3114],
      [9, 'collector', '2 findings', 4578],
      [10, 'analyst', 'Analysis: 5 figures, 0 conflicts, 0 open', 4966],
      [11, 'writer', 'Report, approved on 2nd review', 24_678],
    ]);
  });

  it('keeps the rows of a step in order, and their tokens add up to the step', () => {
    const step = viewOf(sampleRun()).steps[3]!;
    assert.deepEqual(step.activity.map((row) => [row.kind, row.label, row.state, row.tokens, row.noModelCall]), [
      ['tool', 'search_docs', 'done', null, false],
      ['draft', 'draft', 'done', 5014, false],
      ['precheck failed', 'precheck failed', 'failed', 0, true],
      ['revision', 'revision 1', 'done', 3278, false],
    ]);
    assert.equal(step.activity[0]?.text, '“barriers to heat pump adoption”, 7 passages');
    for (const one of viewOf(sampleRun()).steps) {
      assert.equal(one.activity.reduce((sum, row) => sum + (row.tokens ?? 0), 0), totalTokens(one.usage), `step ${one.step}`);
    }
  });

  it('counts the supervisor’s choice into the step it decided', () => {
    const step = viewOf(sampleRun()).steps[7]!;
    assert.equal(step.choice?.role, 'supervisor');
    assert.deepEqual(step.activity.map((row) => [row.kind, row.text, row.tokens]), [
      ['chosen by model', 'planner of 5: one conflict is still open', 766],
      ['draft', 'Plan of 6', 2348],
    ]);
  });

  it('adds up exactly by role, by model and by step', () => {
    for (const events of [sampleRun(), failedRun(), stoppedRun(), hugeRun(300)]) {
      const view = viewOf(events);
      const { total, byRole, byModel } = view.spend;
      for (const rows of [byRole, byModel, view.steps]) {
        assert.equal(Math.round(rows.reduce((sum, row) => sum + row.cost.known * 1e12, 0)), Math.round(total.cost.known * 1e12));
        assert.equal(rows.reduce((sum, row) => sum + row.calls, 0), total.calls);
        assert.equal(rows.reduce((sum, row) => sum + row.rejectedTokens, 0), total.rejectedTokens);
        for (const kind of ['input', 'cached', 'output', 'reasoning'] as const) {
          assert.equal(rows.reduce((sum, row) => sum + row.usage[kind], 0), total.usage[kind]);
        }
      }
    }
  });

  it('counts attempts that were not accepted, with their reviews, as rejected', () => {
    const view = viewOf(sampleRun());
    assert.equal(view.steps[3]?.rejectedTokens, 5014);
    assert.equal(view.steps[10]?.rejectedTokens, 7160 + 4672);
    assert.deepEqual(view.spend.byRole.map((row) => [row.name, row.rejectedTokens]).filter(([, tokens]) => tokens !== 0), [['writer', 7160], ['collector', 5014], ['reviewer', 4672]]);
  });

  it('does not count a reply that a stop interrupted as rejected', () => {
    const view = viewOf(stoppedRun());
    assert.equal(view.steps[10]?.state, 'stopped');
    assert.equal(view.steps[10]?.rejectedTokens, 7160 + 4672);
  });

  it('gives the rejected tokens back when a partial result is committed after all', () => {
    const events = failedRun();
    const cut = runUntil(events, (event) => event.type === 'output.refused' && event.attempt === 3);
    const { seq, at } = cut.at(-1)!;
    const before = viewOf(cut);
    const proposal: RunEvent = { type: 'output.proposed', step: 7, attempt: 3, status: 'partial', confidence: null, why: null, seq: seq + 1, at };
    const commit: RunEvent = { type: 'workspace.committed', step: 7, by: 'analyst', versions: { analysis: 1 }, status: 'partial', seq: seq + 2, at };
    const after = viewOf([...cut, proposal, commit, { type: 'role.finished', step: 7, outcome: 'partial', seq: seq + 3, at }]);
    assert.ok(after.spend.total.rejectedTokens < before.spend.total.rejectedTokens);
    assert.equal(after.spend.total.rejectedTokens, after.steps.reduce((sum, step) => sum + step.rejectedTokens, 0));
    assert.match(after.steps[6]!.outcome, /partial$/);
  });

  it('keeps a field’s versions, who wrote them and what they changed', () => {
    const view = viewOf(sampleRun());
    const findings = view.fields.find((field) => field.name === 'findings')!;
    assert.deepEqual(findings.history.map((one) => [one.version, one.step, one.writer, one.change]), [
      [1, 2, 'collector', '+3'], [2, 3, 'collector', '+2, 1 merged'], [3, 4, 'collector', '+2'], [4, 5, 'collector', '+3'], [5, 6, 'collector', '+2'], [6, 9, 'collector', '+2'],
    ]);
    assert.equal(findings.summary, '14 items by source');
    assert.equal((findings.value as readonly unknown[]).length, 14);
    assert.equal(findings.bytes, Buffer.byteLength(JSON.stringify(findings.value)));
    const report = view.fields.find((field) => field.name === 'report')!;
    assert.equal(report.value, finalReport);
    assert.deepEqual([report.writer, report.step, report.version, report.type], ['writer', 11, 1, 'text']);
  });

  it('takes a person’s write as it is, past the reducer', () => {
    const events = sampleRun();
    const { seq, at } = events.at(-1)!;
    const write: RunEvent = { type: 'workspace.committed', step: null, by: 'person', versions: { findings: 7 }, values: { findings: [] }, status: 'success', seq: seq + 1, at };
    const findings = viewOf([...events, write]).fields.find((field) => field.name === 'findings')!;
    assert.deepEqual([findings.value, findings.writer, findings.version], [[], 'person', 7]);
  });

  it('keeps the identity of steps that did not change', () => {
    const events = sampleRun();
    const fold = createRunFold();
    fold.apply(runUntil(events, (event) => event.type === 'role.started' && event.step === 11));
    const before = fold.view!;
    fold.apply(events.slice(before.seq, before.seq + 3));
    const after = fold.view!;
    assert.notEqual(after, before);
    for (let index = 0; index < 10; index++) assert.equal(after.steps[index], before.steps[index]);
    assert.notEqual(after.steps[10], before.steps[10]);
    assert.equal(fold.view, after);
  });

  it('comes to the same whether events come one by one, in batches or twice', () => {
    const events = sampleRun();
    const whole = viewOf(events);
    const fold = createRunFold();
    for (const event of events) {
      fold.apply([event]);
      fold.apply([event]);
      void fold.view;
    }
    assert.deepEqual(fold.view, whole);
  });

  it('tells what a running step does', () => {
    const at = (isLast: (event: RunEvent) => boolean) => viewOf(runUntil(sampleRun(), isLast)).steps.at(-1)?.outcome;
    assert.equal(at((event) => event.type === 'model.requested' && event.step === 2), 'Waiting for the model');
    assert.equal(at((event) => event.type === 'tool.called' && event.step === 2), 'Calling search_docs');
    assert.equal(at((event) => event.type === 'model.requested' && event.step === 2 && event.call === 2), 'Reading 6 passages');
    assert.equal(at((event) => event.type === 'model.requested' && event.step === 4 && event.call === 3), 'Revising after a failed precheck');
    assert.equal(at((event) => event.type === 'model.requested' && event.step === 11 && event.purpose === 'review'), 'In review by reviewer');
    assert.equal(at((event) => event.type === 'model.requested' && event.step === 11 && event.call === 3), 'Revising after a rejection');
  });

  it('reserves the tokens of calls under way, and lets them go', () => {
    const tokens = (isLast: (event: RunEvent) => boolean) => viewOf(runUntil(sampleRun(), isLast)).limits.find((limit) => limit.name === 'tokens')!.reserved;
    assert.ok(tokens((event) => event.type === 'model.requested' && event.step === 4) > 500);
    assert.equal(tokens((event) => event.type === 'model.responded' && event.step === 4), 0);
  });

  it('keeps the whole conversation of each call', () => {
    const step = viewOf(sampleRun()).steps[3]!;
    const [first, second, third] = step.attempts.flatMap((attempt) => attempt.calls);
    assert.deepEqual(first?.prompt.map((one) => one.from), ['us', 'us']);
    assert.deepEqual(second?.prompt.map((one) => one.from), ['us', 'us', 'model', 'tool']);
    assert.deepEqual(third?.prompt.map((one) => one.from), ['us', 'us', 'model', 'tool', 'model', 'us']);
    assert.ok(third!.promptTokens > second!.promptTokens && second!.promptTokens > first!.promptTokens);
  });

  it('renders a data part from the version of then', () => {
    const view = viewOf(sampleRun());
    const call = view.steps[6]!.attempts[0]!.calls[0]!;
    const parts = call.prompt.flatMap((one) => (one.from === 'us' ? one.message.parts : []));
    const plan = parts.find((part) => part.kind === 'data' && part.field === 'plan')!;
    assert.match(partText(view, plan, call), /^<data name="plan" writer="planner" version="1"/);
    assert.doesNotMatch(partText(view, plan, call), /capacity/);
    assert.match(partText(view, { ...plan, version: 2 } as typeof plan, call), /capacity/);
  });

  it('ends a failed run with its reason and what to do', () => {
    const view = viewOf(failedRun());
    assert.deepEqual([view.status, view.reason, view.where?.line], ['failed', 'error:contract', 14]);
    assert.match(view.hint ?? '', /Name open/);
    assert.equal(view.steps.at(-1)?.state, 'failed');
    assert.equal(view.steps.at(-1)?.outcome, 'Broke its contract 3 times: analysis.open is missing');
  });

  it('shows a cost that nobody knows as unknown, never as nothing', () => {
    const view = viewOf(stoppedRun());
    const collector = view.spend.byRole.find((row) => row.name === 'collector')!;
    assert.deepEqual(collector.cost, { known: 0, incomplete: true });
    assert.equal(view.spend.total.cost.incomplete, true);
    assert.ok(view.spend.total.cost.known > 0);
  });

  it('is null before the run started, and leaves hostile texts alone', () => {
    const fold = createRunFold();
    fold.apply(sampleRun().slice(1));
    assert.equal(fold.view, null);
    assert.match(viewOf(hostileRun()).task, /<script>/);
  });

  it('never throws on a log with holes, repeats or a cut end', () => {
    const events = [...sampleRun(), ...failedRun().slice(-8)];
    fc.assert(
      fc.property(fc.subarray(events.slice(1)), fc.nat(events.length), (some, cut) => {
        const fold = createRunFold();
        fold.apply([events[0]!, ...some.slice(0, cut)]);
        void fold.view?.spend.total.usedRate;
        JSON.stringify(fold.view);
      }),
      { numRuns: 150 },
    );
  });

  it('ignores events of a type that it does not know', () => {
    const events = sampleRun();
    const odd = { type: 'moon.rose', seq: events.length + 1, at: events.at(-1)!.at } as unknown as RunEvent;
    assert.equal(viewOf([...events, odd]).seq, events.length + 1);
  });
});
