// A process that is killed behind any event of its run leaves a log from which the run goes on as if nothing had happened.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { createRunFold } from '../../src/engine/projections/foldRunView';
import { bundled } from '../support/bundled';
import { crashEngine, crashLogs } from '../support/crashRunner';
import { crashTeamFiles } from '../support/crashTeamFiles';
import { approver } from '../support/people';
import { tempFolder, type TempFolder } from '../support/tempFolder';

const runner = fileURLToPath(new URL('../support/crashRunner.ts', import.meta.url));

/** Calls and writes that really happened, in no order: subtasks are worked on side by side. */
async function outsideOf(folder: string): Promise<readonly string[]> {
  return (await readFile(`${folder}/outside.txt`, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '').sort();
}

/** Of those, the ones that no event tells the end of: nobody can know what became of them. */
function underWay(outside: readonly string[], events: readonly RunEvent[]): readonly string[] {
  const callers = new Map(events.flatMap((event) => (event.type === 'model.requested' ? [[`${event.step} ${event.call}`, event.role] as const] : [])));
  const written = new Map(events.flatMap((event) => (event.type === 'tool.called' && event.tool === 'note' ? [[`${event.step} ${event.id}`, JSON.parse(JSON.stringify(event.arguments)) as { path: string }] as const] : [])));
  const rest = [...outside];
  for (const event of events) {
    const path = event.type === 'tool.returned' ? written.get(`${event.step} ${event.id}`)?.path : undefined;
    const line = event.type === 'model.responded' ? `call ${callers.get(`${event.step} ${event.call}`)}` : path === undefined ? null : `write ${path}`;
    if (line !== null) rest.splice(rest.indexOf(line), 1);
  }
  return rest;
}

/** What has to be the same: all but times. */
async function essence(folder: string, events: readonly RunEvent[]) {
  const fold = createRunFold();
  fold.apply(events);
  const view = fold.view!;
  const written = (await readdir(`${folder}/team/out`)).sort();
  const { total } = view.spend;
  return {
    status: view.status, reason: view.reason, path: view.path,
    steps: view.steps.map(({ step, role, state, outcome, calls, attempts }) => ({ step, role, state, outcome, calls, attempts: attempts.length })),
    fields: view.fields.map(({ name, value, version, writer }) => ({ name, value, version, writer })),
    spend: { calls: total.calls, usage: total.usage, cost: total.cost, rejected: total.rejectedTokens },
    files: await Promise.all(written.map(async (name) => [name, await readFile(`${folder}/team/out/${name}`, 'utf8')])),
  };
}

describe('a run whose process is killed', function () {
  this.timeout(180_000);
  let place: TempFolder;
  let program: string;
  let whole: Awaited<ReturnType<typeof essence>>;
  let undisturbed: readonly string[];
  let count: number;

  /** Ends by its own hand; then the run is resumed here. */
  const killed = async (kill: string): Promise<{ readonly folder: string; readonly kept: readonly RunEvent[]; readonly lost: readonly string[]; readonly events: readonly RunEvent[] }> => {
    const folder = `${place.path}/${kill}`;
    await cp(`${place.path}/clean`, folder, { recursive: true });
    const child = spawn(process.execPath, [program, folder, kill], { env: { ...process.env, CRASH_RUNNER: 'yes' }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(child, 'close');
    assert.equal(child.signalCode, 'SIGKILL', said);
    const logs = crashLogs(folder);
    const { writer, read } = await logs.reopen('1');
    assert.deepEqual(read.warnings, []);
    const lost = underWay(await outsideOf(folder), read.events);
    const handle = await crashEngine(folder).resume({ log: writer, events: read.events, person: approver });
    await handle.finished;
    return { folder, kept: read.events, lost, events: (await logs.read('1')).events };
  };

  before(async () => {
    place = await tempFolder();
    const clean = await tempFolder(crashTeamFiles());
    await cp(clean.path, `${place.path}/clean`, { recursive: true });
    await clean.remove();
    program = await bundled(runner, place.path);
    const folder = `${place.path}/whole`;
    await cp(`${place.path}/clean`, folder, { recursive: true });
    const child = spawn(process.execPath, [program, folder, '1000000'], { env: { ...process.env, CRASH_RUNNER: 'yes' }, stdio: 'ignore' });
    await once(child, 'close');
    const { events } = await crashLogs(folder).read('1');
    count = events.length;
    whole = await essence(folder, events);
    undisturbed = await outsideOf(folder);
    assert.deepEqual([whole.status, whole.path, whole.files.length], ['completed', ['planner', 'researcher', 'researcher', 'writer'], 2]);
  });
  after(() => place.remove());

  it('goes on from every event: the same state, files and calls as undisturbed', async () => {
    const one = async (event: number): Promise<void> => {
      const { folder, kept, lost, events } = await killed(String(event));
      const where = `killed behind event ${event}, ${kept.at(-1)!.type}`;
      assert.equal(kept.length, event);
      assert.deepEqual(await essence(folder, events), whole, where);
      assert.deepEqual(await outsideOf(folder), [...undisturbed, ...lost].sort(), where);
      assert.ok(lost.length <= 1, `${where}: only the other researcher's call can be under way`);
      assert.equal(events.filter(({ type }) => type === 'run.resumed').length, 1);
    };
    let next = 1;
    const some = async (): Promise<void> => {
      while (next < count) await one(next++);
    };
    await Promise.all([some(), some()]);
  });

  it('B1, C13: does again only the write that was under way, to the same end', async () => {
    const { folder, lost, events } = await killed('write');
    assert.deepEqual(await essence(folder, events), whole);
    assert.ok(lost.some((line) => line.startsWith('write ')), lost.join());
    assert.deepEqual(await outsideOf(folder), [...undisturbed, ...lost].sort());
  });
});
