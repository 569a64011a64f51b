import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { cacheablePrefix, promptUnits } from '../../../src/engine/projections/promptUnits';
import type { StepView } from '../../../src/engine/projections/runView';
import { sampleRun } from '../../support/sampleEvents';

const fold = createRunFold();
fold.apply(sampleRun());
const view = fold.view!;
const stepOf = (step: number): StepView => view.steps[step - 1]!;
const callsOf = (step: number) => stepOf(step).attempts.flatMap((attempt) => attempt.calls);

describe('promptUnits', () => {
  it('lists the parts, then replies and results as they were sent again', () => {
    const kinds = promptUnits(stepOf(4), callsOf(4)[2]!).map((unit) => (unit.kind === 'part' ? unit.part.kind : unit.kind));
    assert.deepEqual(kinds, ['identity', 'instructions', 'goal', 'constraints', 'contract', 'data', 'input', 'closing', 'reply', 'result', 'reply', 'feedback']);
  });
});

describe('cacheablePrefix', () => {
  it('is null for the first request of a role', () => {
    assert.equal(cacheablePrefix(view, stepOf(1), callsOf(1)[0]!), null);
  });

  it('is the whole of the request before it, within one conversation', () => {
    const [first, second] = callsOf(4);
    const units = promptUnits(stepOf(4), first!).length;
    assert.deepEqual(cacheablePrefix(view, stepOf(4), second!), { units, tokens: first!.promptTokens });
  });

  it('ends where a later dispatch of the role was shown something else', () => {
    const prefix = cacheablePrefix(view, stepOf(10), callsOf(10)[0]!)!;
    const units = promptUnits(stepOf(10), callsOf(10)[0]!);
    assert.deepEqual(units.slice(0, prefix.units).map((unit) => unit.kind === 'part' && unit.part.kind), ['identity', 'instructions', 'goal', 'constraints', 'contract']);
  });
});
