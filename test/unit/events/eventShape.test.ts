// A line of a known type that lacks a member, or holds another kind of value there, is damage of that line: told when the log is opened, and never a crash of whoever folds it.
import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { shapeProblem } from '../../../src/engine/events/eventShape';
import { foldRun } from '../../../src/engine/events/foldRun';
import { LogDecoder } from '../../../src/engine/events/logDecoder';
import type { EventBody, RunEvent } from '../../../src/engine/events/runEvent';
import type { RunState } from '../../../src/engine/events/runState';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { isObject, type Json, type JsonObject } from '../../../src/engine/shared/json';
import { rolecallHere } from '../../support/cliInProcess';
import { sampleRun } from '../../support/sampleEvents';
import { smallTeamFiles } from '../../support/smallTeamFiles';
import { tempFolder } from '../../support/tempFolder';

/** The first of each type, with its place. */
function oneOfEach(events: readonly RunEvent[]): readonly number[] {
  return [...new Map(events.map((event, index) => [event.type, index] as const).reverse()).values()];
}

/** Every copy of an object in which one member, at most `levels` deep, is gone or another value. */
function* spoiled(value: JsonObject, levels: number): Generator<{ readonly at: string; readonly value: JsonObject }> {
  for (const [key, member] of Object.entries(value)) {
    if (levels === 2 && ['seq', 'at', 'type'].includes(key)) continue;
    const { [key]: _gone, ...rest } = value;
    yield { at: key, value: rest };
    for (const other of [null, 5, 'x', [], {}, [5]] as readonly Json[]) yield { at: `${key} = ${JSON.stringify(other)}`, value: { ...value, [key]: other } };
    if (levels > 1 && isObject(member)) for (const deeper of spoiled(member, levels - 1)) yield { at: `${key}.${deeper.at}`, value: { ...value, [key]: deeper.value } };
  }
}

function foldAll(events: readonly RunEvent[]): void {
  events.reduce<RunState | null>(foldRun, null);
  const fold = createRunFold();
  fold.apply(events);
  assert.ok(fold.view === null || fold.view.steps.length >= 0);
}

/** Of the types that the sample has none of. */
function further(seq: number, at: number): readonly RunEvent[] {
  const question = { id: 's1.before', kind: 'before', role: 'planner', question: 'Go on?', what: {} } as const;
  const bodies: readonly EventBody[] = [
    { type: 'approval.requested', step: 1, ...question },
    { type: 'approval.answered', step: 1, id: question.id, answer: 'approve', by: 'person', waitedMs: 1 },
    { type: 'approval.drawn', step: 1, approval: 0, drawn: true },
    { type: 'tool.opened', step: 1, tool: 'tickets', offers: [{ name: 'find', original: 'find', description: '', parameters: {}, effect: 'read' }] },
    { type: 'signal.sent', step: 1, signal: { v: 1, id: 'e1', from: 'planner', to: 'supervisor', kind: 'extend', subtask: 's1', payload: { need: 'more' } } },
    { type: 'extend.decided', step: 1, signal: 'e1', granted: false, by: 'person' },
    { type: 'condition.judged', step: 1, question: 'Is it good?', holds: true, why: null },
    { type: 'commit.refused', step: 1, fields: ['plan'] },
    { type: 'role.skipped', refused: [{ role: 'planner', why: 'skip_when' }] },
    { type: 'limit.reached', limit: 'steps', used: 1, of: 1 },
    { type: 'model.failed', step: 1, call: 1, error: { kind: 'other', message: 'no', retryable: false }, ms: 1 },
    { type: 'output.refused', step: 1, attempt: 1, problems: [{ problem: 'no' }] },
    { type: 'team.event', step: 1, event: { type: 'rule.checked', step: 1, attempt: 1, checked: 1, broken: [], seq: 1, at } },
    { type: 'run.resumed', pausedMs: 1, options: {}, again: [1] },
  ];
  return bodies.map((body, index) => ({ ...body, seq: seq + index + 1, at }) as RunEvent);
}

describe('the shape of events', () => {
  const sample = sampleRun();
  const events = [...sample, ...further(sample.length, sample.at(-1)!.at)];
  for (const index of oneOfEach(events)) {
    const event = events[index]!;
    it(`${event.type}: what is told as whole can be folded`, function () {
      this.timeout(120_000);
      let refused = 0;
      for (const { at, value } of spoiled(JSON.parse(JSON.stringify(event)) as JsonObject, 2)) {
        const decoded = new LogDecoder(() => null).decode(JSON.stringify(value), shapeProblem);
        if (!decoded.ok) {
          refused += 1;
          assert.match(decoded.error, new RegExp(`^[a-z.]+ (lacks|has a wrong) \`[\\w.[\\]]+\`$|it holds a mark|it is not an event`), at);
          continue;
        }
        const around = [...events.slice(0, index), decoded.value.event, ...events.slice(index + 1, index + 12)];
        assert.doesNotThrow(() => foldAll(around), `${event.type}: ${at}`);
      }
      assert.ok(refused > 0);
    });
  }

  it('is told with the number of the line by the command that opens the log', async () => {
    const folder = await tempFolder(smallTeamFiles);
    const cwd = `${folder.path}/team`;
    await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--json', '--quiet');
    const file = `${cwd}/.rolecall/runs/1/events.jsonl`;
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const number = lines.findIndex((line) => line.includes('"model.responded"')) + 1;
    const { usage: _gone, ...rest } = JSON.parse(lines[number - 1]!) as Record<string, Json>;
    await writeFile(file, `${lines.map((line, index) => (index === number - 1 ? JSON.stringify(rest) : line)).join('\n')}\n`);
    const shown = await rolecallHere(cwd, 'show', '1');
    assert.match(shown.err, new RegExp(`Line ${number} of ${lines.length} cannot be read \\(model\\.responded lacks \`usage\`\\)`));
    await writeFile(file, `${lines.slice(0, 3).join('\n')}\n`);
    await appendFile(file, '{"seq":4,"at":1,"type":"weather.changed","anything":[1]}\n');
    assert.doesNotMatch((await rolecallHere(cwd, 'show', '1')).err, /cannot be read/, 'what a later version says is not judged');
    await folder.remove();
  });
});
