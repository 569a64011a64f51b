import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { totalTokens } from '../../../src/engine/events/usage';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { runReport } from '../../../src/engine/projections/runReport';
import type { RunView } from '../../../src/engine/projections/runView';
import { spendCsv } from '../../../src/engine/projections/spendCsv';
import { finalReport, hostileRun, sampleRun, stoppedRun } from '../../support/sampleEvents';

const viewOf = (events: readonly RunEvent[]): RunView => {
  const fold = createRunFold();
  fold.apply(events);
  return fold.view!;
};
/** As a spreadsheet reads it. */
const cellsOf = (line: string): readonly string[] => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, cell]) => cell!.replace(/^"|"$/g, '').replaceAll('""', '"'));

describe('the spend as comma-separated values', () => {
  for (const by of ['role', 'model', 'step'] as const) {
    it(`has whole figures by ${by} that add up to the run's`, () => {
      const view = viewOf(sampleRun());
      const [head, ...rows] = spendCsv(view, by).trimEnd().split('\r\n').map(cellsOf);
      const total = rows.pop()!;
      for (const column of ['calls', 'input_tokens', 'output_tokens', 'cost_usd']) {
        const at = head!.indexOf(column);
        const sum = rows.reduce((all, row) => all + Number(row[at]), 0);
        assert.ok(Math.abs(sum - Number(total[at])) < 1e-9, `${column}: ${sum} and ${total[at]}`);
        assert.ok(sum > 0, column);
      }
      assert.equal(Number(total[head!.indexOf('input_tokens')]) + Number(total[head!.indexOf('output_tokens')]), totalTokens(view.spend.total.usage));
    });
  }

  it('leaves empty what nobody knows, and says so', () => {
    const [head, ...rows] = spendCsv(viewOf(stoppedRun()), 'step').trimEnd().split('\r\n').map(cellsOf);
    const is = head!.indexOf('cost_is');
    assert.equal(rows.at(-1)![is], 'at least');
    for (const row of rows) if (row[is] === 'unknown') assert.equal(row[head!.indexOf('cost_usd')], '');
    assert.ok(rows.some((row) => row[is] === 'unknown'));
  });
});

describe('the report of a run', () => {
  it('tells its steps, what it cost, and all that is in the workspace', () => {
    const view = viewOf(sampleRun());
    const text = runReport(view);
    assert.match(text, new RegExp(`^# Run ${view.run}: ${view.team.name}\n\ncompleted`));
    for (const { step, role } of view.steps) assert.match(text, new RegExp(`^\\| ${step} \\| ${role} \\|`, 'm'));
    assert.match(text, /\| \*\*Total\*\* \|/);
    assert.ok(text.includes(finalReport), 'the report itself, whole');
  });

  it('keeps hostile values inside their fences and cells', () => {
    const text = runReport(viewOf(hostileRun()));
    const fences = [...text.matchAll(/^(`{3,})(\w*)$/gm)];
    assert.ok(fences.length > 0);
    for (const line of text.split('\n').filter((each) => each.startsWith('| 1 |'))) assert.equal(line.replaceAll('\\|', '').split('|').length, 9, line);
  });
});
