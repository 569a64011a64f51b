// What every implementation of RunLogs keeps to. `runLogs.test.ts` runs it on each.
import assert from 'node:assert/strict';
import type { EventBody, RunEvent } from '../../../src/engine/events/runEvent';
import { LogError, type RunLogs } from '../../../src/engine/events/runLog';
import type { Json } from '../../../src/engine/shared/json';
import type { Redactor } from '../../../src/engine/shared/redact';
import { finishedBody, numbered, resultBody, startedBody, stepBodies } from '../../support/runEvents';

export interface Implementation {
  readonly logs: RunLogs;
  readonly redactor: Redactor;
  /** The same place, as a process that starts later sees it. */
  again(): RunLogs;
  dispose(): Promise<void>;
}

/** Values that an encoding could take for its own marks, lose, or change. */
export const trickyValues: Readonly<Record<string, Json>> = {
  'an object that looks like a reference to a text': { $text: 0 },
  'an object that looks like a reference to a blob': { $blob: 'a'.repeat(64) },
  'an object that looks like a kept value': { $json: 'a'.repeat(64) },
  'an object that looks like an escape': { $data: { $data: { $text: 1 } } },
  'a text that looks like a line of the log': '{"$text":0}\n{"seq":1}',
  'a key that is a prototype': JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":[]}') as Json,
  'a prototype key beside a long text': JSON.parse(`{"__proto__":"${'p'.repeat(300)}","b":"${'q'.repeat(5000)}"}`) as Json,
  'keys that are numbers': { 10: 'b'.repeat(300), 2: 'a'.repeat(300), x: 'c'.repeat(300), 1: 'a'.repeat(300) },
  'half a character': `\ud83d${'x'.repeat(300)}\ude00`,
  'a large text with half a character': `\ud83d${'x'.repeat(9000)}`,
  'every sort of white space and control character': '\u0000\u0001\t\r\n\u2028\u2029\ufeff\u007f',
  'a large text beside small ones': { a: 'x', big: 'wide 界 '.repeat(3000), z: [null, true, 1.5, -0.1, 1e21] },
  'a large list of small things': Array.from({ length: 2000 }, (_, i) => ({ n: i, s: `v${i}` })),
  'large lists in a large list': Array.from({ length: 80 }, (_, i) => Array.from({ length: 900 }, (_x, k) => `${i}.${k}`)),
  'a mark as the last of a large list': [...Array.from({ length: 2000 }, (_, i) => i), { $json: 'x' }, { $data: 1 }],
  'empty things': { a: {}, b: [], c: '', d: [[], {}, ''] },
};

export function runLogsContract(make: () => Promise<Implementation>): void {
  let it_: Implementation;
  beforeEach(async () => {
    it_ = await make();
  });
  afterEach(() => it_.dispose());

  const kept = async (bodies: readonly EventBody[]): Promise<{ run: string; given: RunEvent[]; read: readonly RunEvent[] }> => {
    const log = await it_.logs.create();
    const given = numbered([startedBody(log.run), ...bodies]);
    log.append(given);
    await log.close();
    const read = await it_.again().read(log.run);
    assert.deepEqual(read.warnings, []);
    return { run: log.run, given, read: read.events };
  };

  it('numbers runs from 1 and never gives a number twice', async () => {
    const first = await it_.logs.create();
    const second = await it_.logs.create();
    assert.deepEqual([first.run, second.run], ['1', '2']);
    await first.close();
    await second.close();
    const third = await it_.logs.create();
    assert.equal(third.run, '3');
    await third.close();
  });

  it('gives a hundred runs made at once a hundred numbers', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => it_.logs.create()));
    assert.equal(new Set(made.map((log) => log.run)).size, 100);
    for (const log of made) await log.close();
  });

  it('gives back what was appended, in order', async () => {
    const { given, read } = await kept([...stepBodies(1), ...stepBodies(2), finishedBody]);
    assert.deepEqual(read, given);
  });

  it('shows a reader what is flushed while the writer still has it open', async () => {
    const log = await it_.logs.create();
    const events = numbered([startedBody(log.run), ...stepBodies(1)]);
    log.append(events.slice(0, 1));
    await log.flush();
    const early = await it_.again().read(log.run);
    assert.deepEqual([early.events, early.running], [events.slice(0, 1), true]);
    log.append(events.slice(1));
    await log.sync();
    assert.deepEqual((await it_.again().read(log.run)).events, events);
    await log.close();
    assert.equal((await it_.again().read(log.run)).running, false);
  });

  it('keeps the order when many flush at once', async () => {
    const log = await it_.logs.create();
    const events = numbered([startedBody(log.run), ...Array.from({ length: 50 }, (_, i) => resultBody(i + 1, 'x'.repeat(i * 200)))]);
    await Promise.all(events.map((event) => {
      log.append([event]);
      return event.seq % 3 === 0 ? log.sync() : log.flush();
    }));
    await log.close();
    assert.deepEqual((await it_.again().read(log.run)).events, events);
  });

  for (const [what, value] of Object.entries(trickyValues)) {
    it(`restores ${what} exactly, the first and the second time`, async () => {
      const { given, read } = await kept([resultBody(1, value), resultBody(2, value), resultBody(3, [value, { in: value }])]);
      // As text, since it shows the order of keys and own keys named like a prototype's; in short, since the values are large.
      assert.ok(JSON.stringify(read) === JSON.stringify(given), `read back: ${JSON.stringify(read).slice(0, 900)}`);
    });
  }

  it('writes a run further where it was left', async () => {
    const log = await it_.logs.create();
    const long = 'a text that comes back '.repeat(20);
    const events = numbered([startedBody(log.run), resultBody(1, long), resultBody(2, long)]);
    log.append(events);
    await log.close();
    const reopened = await it_.again().reopen(log.run);
    assert.deepEqual(reopened.read.events, events);
    const more = numbered([resultBody(3, long), resultBody(4, 'another '.repeat(60)), resultBody(5, 'another '.repeat(60)), finishedBody], 4);
    reopened.writer.append(more);
    await reopened.writer.close();
    assert.deepEqual((await it_.again().read(log.run)).events, [...events, ...more]);
  });

  it('lets one write at a time, and the next once the first has closed', async () => {
    const log = await it_.logs.create();
    log.append(numbered([startedBody(log.run)]));
    await log.flush();
    await assert.rejects(it_.again().reopen(log.run), (error: unknown) => error instanceof LogError && error.kind === 'locked' && error.hint !== '');
    await log.close();
    const { writer } = await it_.again().reopen(log.run);
    await assert.rejects(it_.logs.reopen(log.run), { kind: 'locked' });
    await writer.close();
  });

  it('closes once however often it is asked, and takes nothing more', async () => {
    const log = await it_.logs.create();
    log.append(numbered([startedBody(log.run)]));
    await Promise.all([log.close(), log.close()]);
    await log.close();
    assert.throws(() => log.append(numbered([finishedBody], 2)), LogError);
  });

  it('says that a run is not there', async () => {
    for (const run of ['7', '', '..', '../1', '1/..', 'x']) {
      await assert.rejects(it_.logs.read(run), (error: unknown) => error instanceof LogError && error.kind === 'missing', run);
      await assert.rejects(it_.logs.reopen(run), (error: unknown) => error instanceof LogError && error.kind === 'missing', run);
    }
  });

  it('lists runs, the newest first, with how they ended and whether they go on', async () => {
    assert.deepEqual(await it_.logs.list(), []);
    const first = await it_.logs.create();
    first.append(numbered([startedBody(first.run, 'the first'), ...stepBodies(1), ...stepBodies(2), finishedBody]));
    await first.close();
    const second = await it_.logs.create();
    second.append(numbered([startedBody(second.run, 'the second'), ...stepBodies(1)]));
    await second.flush();
    const listed = await it_.again().list();
    const seen = listed.map(({ run, team, task, status, reason, running, steps }) => ({ run, team, task, status, reason, running, steps }));
    assert.deepEqual(seen, [
      { run: '2', team: 'two-roles', task: 'the second', status: null, reason: null, running: true, steps: 1 },
      { run: '1', team: 'two-roles', task: 'the first', status: 'completed', reason: 'finish_when', running: false, steps: 2 },
    ]);
    assert.deepEqual((await it_.again().list(new Set(['1', '7']))).map(({ run }) => run), ['1']);
    await second.close();
    assert.equal((await it_.again().list())[0]?.running, false);
  });

  it('counts the steps of teams within in the list, also while several are at work at once', async () => {
    const within = (step: number, ...bodies: EventBody[]): EventBody[] => numbered(bodies).map((event) => ({ type: 'team.event', step, event }));
    const [claim, ...work] = stepBodies(1);
    const claims = [1, 2, 3].map((step): EventBody => ({ ...(claim as EventBody<'role.started'>), step, group: 1 }));
    const visits = [1, 2, 3].flatMap((step) => within(step, startedBody('1/writer'), claim!, ...work, ...stepBodies(2)));
    const log = await it_.logs.create();
    log.append(numbered([startedBody(log.run), ...claims, ...visits]));
    await log.flush();
    assert.equal((await it_.again().list())[0]?.steps, 9);
    await log.close();
    assert.equal((await it_.again().list())[0]?.steps, 9);
  });

  it('keeps secrets out of everything: values that were resolved, and what has the shape of a key', async () => {
    const secret = 'open "sesame" \\ 界-12345';
    const shaped = `sk-proj-${'a1B2'.repeat(10)}`;
    it_.redactor.add(` ${secret}\n`);
    const log = await it_.logs.create();
    log.append(numbered([startedBody(log.run, `say ${secret} and ${shaped}`)]));
    await log.close();
    const { read } = await kept([
      resultBody(1, { said: `the key is ${secret}.`, [`k ${shaped}`]: `Authorization: Bearer ${'t0'.repeat(12)}` }),
      resultBody(2, `${'long '.repeat(100)}${secret}`),
      resultBody(3, `${'large '.repeat(2000)}${shaped}`),
      resultBody(4, Array.from({ length: 2000 }, (_, i) => `${i} ${shaped}`)),
    ]);
    const text = JSON.stringify([read, await it_.again().list()]);
    assert.ok(!text.includes('sesame') && !text.includes('a1B2') && !text.includes('t0t0'));
    assert.match(text, /the key is \[redacted\]\./);
    assert.match(text, /Bearer \[redacted\]/);
  });
}
