// Every version of the log that was ever released, opened and folded by today's code, for ever. A folder is named after its format; it is never
// made again: a change that breaks one of these breaks the runs that people have kept.
import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { resultJson } from '../../src/cli/resultJson';
import { eventFormat } from '../../src/engine/events/runEvent';
import { createRunFold } from '../../src/engine/projections/foldRunView';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { tempFolder } from '../support/tempFolder';

const kept = fileURLToPath(new URL('.', import.meta.url));

interface Expected {
  readonly steps: number;
  readonly path: readonly string[];
  readonly calls: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** By format. */
const expected: Readonly<Record<string, Expected>> = {
  1: {
    steps: 12,
    path: ['planner', 'collector', 'collector', 'collector', 'collector', 'collector', 'collector', 'analyst', 'planner', 'collector', 'analyst', 'writer'],
    calls: { writer: 2, collector: 16, analyst: 2, reviewer: 4, planner: 2, supervisor: 1 },
    fields: { plan: 'planner 2', findings: 'collector 7', covered: 'collector 7', analysis: 'analyst 2', report: 'writer 1' },
  },
};

describe('logs of every version', () => {
  it('are all here', async () => {
    const folders = (await readdir(kept, { withFileTypes: true })).filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name)).map((entry) => entry.name);
    assert.deepEqual(folders.sort(), Object.keys(expected));
    assert.ok(folders.includes(String(eventFormat)));
  });

  for (const [format, { steps, path, calls, fields }] of Object.entries(expected)) {
    it(`of format ${format} open without a warning and say what they said`, async () => {
      const folder = await tempFolder();
      try {
        await cp(`${kept}/${format}`, `${folder.path}/${format}`, { recursive: true });
        const logs = createRunLogs(folder.path);
        const { events, warnings, location } = await logs.read(format);
        assert.deepEqual(warnings, []);
        const fold = createRunFold();
        fold.apply(events);
        const view = fold.view!;
        assert.deepEqual([view.status, view.reason, view.steps.length, view.path], ['completed', 'finish_when', steps, path]);
        assert.deepEqual(Object.fromEntries(view.spend.byRole.map((row) => [row.name, row.calls])), calls);
        assert.deepEqual(Object.fromEntries(view.fields.filter((field) => field.writer !== null).map((field) => [field.name, `${field.writer} ${field.version}`])), fields);
        assert.ok(view.steps.every((step) => step.state === 'committed' && step.outcome !== ''));
        assert.equal(resultJson(view, location, 'interrupted')['status'], 'completed');
        assert.deepEqual((await logs.list()).map((run) => [run.team, run.status, run.steps]), [[view.team.name, 'completed', steps]]);
      } finally {
        await folder.remove();
      }
    });
  }
});
