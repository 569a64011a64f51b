import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { spendSentence } from '../../../src/engine/projections/spendSentence';
import { spendMarkdown, spendTable, spendText } from '../../../src/engine/projections/spendTable';
import { sampleRun, stoppedRun } from '../../support/sampleEvents';
import { scriptedTeam } from '../../support/sampleTeam';

function viewOf(events: readonly RunEvent[]) {
  const fold = createRunFold();
  fold.apply(events);
  return fold.view!;
}

const sentence = (events: readonly RunEvent[]) => spendSentence(viewOf(events)).map((phrase) => phrase.text).join('');

describe('spendTable', () => {
  it('has a row a role, largest first, and a total', () => {
    assert.equal(spendText(spendTable(viewOf(sampleRun()), 'role')), [
      'Role        Model       Calls   Input  of it cached  Output  of it reasoning  Rejected  Context hit     Cost',
      'writer      gpt-5           2  12,000         5,120   3,446              896     7,160         80 %  $0.0437',
      'collector   gpt-5-mini     13  29,236        10,240   3,064            1,088     5,014         58 %  $0.0111',
      'analyst     gpt-5-mini      2   7,424         1,280   2,116            1,280         0         86 %  $0.0058',
      'reviewer    gpt-5-mini      2   8,800         3,840     432              256     4,672         96 %  $0.0022',
      'planner     gpt-5-mini      2   3,216             0     648              384         0         61 %  $0.0021',
      'supervisor  gpt-5-mini      1     704             0      62                0         0         59 %  $0.0003',
      'Total                      22  61,380        20,480   9,768            3,904    16,846         74 %  $0.0652',
    ].join('\n'));
  });

  it('is Markdown for a copy, with its columns aligned', () => {
    const lines = spendMarkdown(spendTable(viewOf(sampleRun()), 'model')).split('\n');
    assert.equal(lines[1], '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
    assert.match(lines[2]!, /^\| gpt-5 \| large \| 2 \| 12,000 \|/);
    assert.match(lines.at(-1)!, /^\| \*\*Total\*\* \|  \| \*\*22\*\* \|/);
  });

  it('has a line for calls that belong to no step, so that steps add up too', () => {
    const events = sampleRun();
    const start = events[0]!;
    const { seq, at } = start;
    const asked: RunEvent = { type: 'model.requested', step: 1, call: 1, conversation: 'choose', role: 'supervisor', purpose: 'choose', model: 'small', append: [], hash: 'h', seq: seq + 1, at };
    const answered: RunEvent = { type: 'model.responded', step: 1, call: 1, reply: { choice: 'end' }, finish: 'stop', usage: { input: 100, cached: 0, cacheWrite: 0, output: 10, reasoning: 0, estimated: false }, costUsd: 0.0001, ms: 5, seq: seq + 2, at };
    const table = spendTable(viewOf([start, asked, answered]), 'step');
    assert.deepEqual(table.rows.map((row) => row.cells), [['–', 'supervisor', '1', '100', '0', '10', '0', '0', '$0.0001']]);
  });

  it('says in one sentence what was paid for nothing', () => {
    assert.equal(sentence(sampleRun()), '$0.0652 for 22 calls. 44 % of it, $0.0288, paid for output that was rejected: $0.0270 in step 11, $0.0017 in step 4.');
  });

  it('counts tokens where no money was spent or its amount is not known', () => {
    assert.match(sentence(sampleRun(scriptedTeam())), /^71,148 tokens in 22 calls, at no cost\. 24 % of the tokens, 16,846, went into output/);
    assert.match(sentence(stoppedRun()), /^> \$0\.0437 for 22 calls: no price for qwen3:8b\./);
  });
});
