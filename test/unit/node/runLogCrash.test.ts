// What a log on disk keeps and says after crashes: killed writers, cut and damaged files, lost blobs, left locks.
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { LogError, type RunLogs } from '../../../src/engine/events/runLog';
import type { EventBody, RunEvent } from '../../../src/engine/events/runEvent';
import { createRunLogs } from '../../../src/node/runLog/runLogs';
import { finishedBody, numbered, resultBody, startedBody, stepBodies } from '../../support/runEvents';
import { tempFolder, type TempFolder } from '../../support/tempFolder';

const writerProcess = fileURLToPath(new URL('./runLogWriterProcess.ts', import.meta.url));

describe('a log on disk after a crash', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let logs: RunLogs;
  beforeEach(async () => {
    folder = await tempFolder();
    logs = createRunLogs(folder.path);
  });
  afterEach(() => folder.remove());

  const startWriter = (...args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> =>
    spawn(process.execPath, ['--import', 'tsx', writerProcess, folder.path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });

  /** A closed run with these events; the path of its file. */
  const keep = async (bodies: readonly EventBody[]): Promise<{ run: string; file: string; events: RunEvent[] }> => {
    const log = await logs.create();
    const events = numbered([startedBody(log.run), ...bodies]);
    log.append(events);
    await log.close();
    return { run: log.run, file: log.location, events };
  };

  it('keeps everything that was flushed before its process was killed', async () => {
    const child = startWriter();
    let flushed = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const [word, number] = line.split(' ');
      if (word === 'flushed') flushed = Number(number);
      if (flushed === 400) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    assert.equal(child.signalCode, 'SIGKILL');
    const read = await logs.read('1');
    assert.ok(read.events.length >= flushed, `${read.events.length} of ${flushed} are there`);
    assert.deepEqual(read.events, numbered([startedBody('1'), ...read.events.slice(1).map(({ seq }) => resultBody(seq, `${seq} ${'界'.repeat(seq % 700)}`))]));
    assert.equal((await logs.list())[0]?.running, false);
    const { writer } = await logs.reopen('1');
    await writer.close();
  });

  it('refuses a second process, naming the first, and lets it in once the first is dead', async () => {
    const first = startWriter();
    const [line] = (await once(createInterface({ input: first.stdout }), 'line')) as [string];
    const pid = line.split(' ')[2]!;
    await assert.rejects(logs.reopen('1'), (error: unknown) => error instanceof LogError && error.kind === 'locked' && error.message.includes(pid));
    const second = startWriter('1');
    const said = await textOf(second.stderr);
    assert.match(said, new RegExp(`Run 1 is being written by process ${pid}`));
    assert.equal((await logs.list())[0]?.running, true);
    first.kill('SIGKILL');
    await once(first, 'exit');
    assert.match(await textOf(startWriter('1').stdout), /closed/);
  });

  it('takes over a lock whose process id belongs to another process now', async () => {
    const { run } = await keep(stepBodies(1));
    const lock = `${folder.path}/${run}/lock-1`;
    const own = await logs.reopen(run);
    const holder = JSON.parse(await readFile(lock, 'utf8')) as Record<string, unknown>;
    await own.writer.close();
    await writeFile(lock, JSON.stringify({ ...holder, at: 1, birth: holder['birth'] === null ? null : 'another boot 1' }));
    await (await logs.reopen(run)).writer.close();
    assert.deepEqual((await readdir(`${folder.path}/${run}`)).filter((name) => name.startsWith('lock')), []);
  });

  it('leaves a lock of another machine alone and says how to remove it', async () => {
    const { run } = await keep(stepBodies(1));
    await writeFile(`${folder.path}/${run}/lock-7`, JSON.stringify({ pid: 1, host: 'elsewhere', at: 1, birth: null }));
    await assert.rejects(logs.reopen(run), (error: unknown) => error instanceof LogError && error.message.includes('elsewhere') && error.hint.includes('delete'));
    assert.equal((await logs.read(run)).events.length, 7);
  });

  it('lets one of many processes that find a dead lock have it', async () => {
    const { run } = await keep(stepBodies(1));
    await writeFile(`${folder.path}/${run}/lock-7`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), at: 1, birth: null }));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => createRunLogs(folder.path).reopen(run)));
    const won = tries.filter((one) => one.status === 'fulfilled');
    assert.equal(won.length, 1);
    for (const one of tries) if (one.status === 'rejected') assert.equal((one.reason as LogError).kind, 'locked');
    await won[0]!.value.writer.close();
  });

  it('C6: opens a log cut at any byte of its last two lines, tells what was left out, and goes on behind what is whole', async () => {
    const { run, file, events } = await keep([resultBody(1, 'x'.repeat(300)), resultBody(2, 'wide 界😀'), resultBody(3, ['x'.repeat(300), '界'])]);
    const whole = await readFile(file);
    const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([i]) => i + 1);
    for (let cut = whole.length; cut >= ends.at(-3)!; cut--) {
      await writeFile(file, whole.subarray(0, cut));
      const full = ends.filter((end) => end - 1 <= cut).length;
      const read = await logs.read(run);
      assert.deepEqual(read.events, events.slice(0, full), `cut at ${cut}`);
      const onlyLineEndLost = ends.some((end) => cut === end - 1);
      const clean = ends.includes(cut) || onlyLineEndLost;
      assert.deepEqual(read.warnings.map((warning) => /^Line (\d+), the last, was cut short and is left out \(\d+ bytes\)/.exec(warning)?.[1]), clean ? [] : [String(full + 1)]);
      const { writer } = await logs.reopen(run);
      const more = numbered([finishedBody], full + 1);
      writer.append(more);
      await writer.close();
      assert.deepEqual(await logs.read(run), { run, location: file, events: [...events.slice(0, full), ...more], running: false, warnings: [] });
    }
  });

  for (const [what, tail] of [['zeros, as after a power cut', '\0'.repeat(900)], ['a garbled line with its end', '{"seq":8,"at":\n'], ['half a character', Buffer.from([0x22, 0xe7, 0x95])]] as const) {
    it(`drops ${what} behind the last event`, async () => {
      const { run, file, events } = await keep(stepBodies(1));
      await appendFile(file, tail);
      const read = await logs.read(run);
      assert.deepEqual(read.events, events);
      assert.match(read.warnings[0]!, /^Line 8, the last, was .* left out/);
      assert.equal(read.warnings.length, what.includes('its end') ? 2 : 1);
    });
  }

  it('reads up to a damaged line in the middle and says how much is behind it', async () => {
    const { run, file, events } = await keep([...stepBodies(1), finishedBody]);
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const damage of ['', 'not json', lines[5]!, '{"seq":5,"at":1,"type":"tool.returned","result":{"$text":99}}', '[]', '7', 'null']) {
      await writeFile(file, [...lines.slice(0, 4), damage, ...lines.slice(5)].join('\n'));
      const read = await logs.read(run);
      assert.deepEqual(read.events, events.slice(0, 4), damage);
      assert.match(read.warnings[0]!, /^Line 5 of 8 cannot be read \(.+\)\. It and the 3 lines behind it are left out/);
    }
  });

  it('goes on before a damaged line without losing what lies behind it, and says where that is', async () => {
    const text = (n: number) => `a long text that comes back, number ${n}: ${'x'.repeat(150)}`;
    const { run, file, events } = await keep([1, 2, 3, 4].map((n) => resultBody(n, [text(n), text(n - 1)])));
    const whole = await readFile(file, 'utf8');
    const lines = whole.split('\n');
    const before = `${folder.path}/${run}/events.damaged-`;
    for (const [index, damage] of ['', 'not json', lines[4]!, lines[3]!.replace('"seq":4', '"seq":5')].entries()) {
      const damaged = [...lines.slice(0, 3), damage, ...lines.slice(4)].join('\n');
      await writeFile(file, damaged);
      const { warnings } = await logs.read(run);
      assert.equal(warnings[1], `If the run goes on, its whole log as it is now is kept in ${before}${index + 1}.jsonl.`);
      const { writer, read } = await logs.reopen(run);
      assert.deepEqual([read.events, read.warnings[0]], [events.slice(0, 3), warnings[0]]);
      assert.equal(await readFile(`${before}${index + 1}.jsonl`, 'utf8'), damaged, 'it is there before anything is written');
      const more = numbered([resultBody(3, [text(9), text(2)]), resultBody(4, [text(9), text(1)]), finishedBody], 4);
      writer.append(more);
      await writer.close();
      const after = await logs.read(run);
      assert.deepEqual(after.events, [...events.slice(0, 3), ...more], damage);
      assert.deepEqual(after.warnings.length, index + 1);
      assert.ok(after.warnings.every((warning) => warning.includes('as it was then is kept in')), after.warnings.join('\n'));
    }
  });

  it('keeps no copy for a last line that a crash cut short', async () => {
    const { run, file } = await keep(stepBodies(1));
    await appendFile(file, '{"seq":8,"at":');
    await (await logs.reopen(run)).writer.close();
    assert.deepEqual((await readdir(`${folder.path}/${run}`)).filter((name) => name.includes('damaged')), []);
  });

  it('lists a run as it is read, wherever its log is damaged, and however it was closed', async () => {
    const { run, file } = await keep([...stepBodies(1), ...stepBodies(2), finishedBody]);
    const listed = async () => (await createRunLogs(folder.path).list())[0]!;
    const whole = await readFile(file, 'utf8');
    const lines = whole.trimEnd().split('\n');
    assert.deepEqual([(await listed()).status, (await listed()).steps], ['completed', 2]);
    for (let damaged = 1; damaged < lines.length; damaged++) {
      await writeFile(file, whole.replace(lines[damaged]!, 'x'.repeat(lines[damaged]!.length)));
      const [summary, read] = [await listed(), await logs.read(run)];
      assert.deepEqual([summary.status, summary.steps], [null, damaged <= 1 ? 0 : damaged <= 7 ? 1 : 2], `line ${damaged + 1}`);
      assert.deepEqual(summary.warnings, read.warnings);
      assert.match(summary.warnings[0]!, new RegExp(`^Line ${damaged + 1}`));
    }
    await writeFile(file, whole);
    assert.deepEqual([(await listed()).status, (await listed()).warnings], ['completed', []]);
  });

  it('lists a closed run without reading its log', async () => {
    const { run } = await keep([...stepBodies(1), finishedBody]);
    const digest = `${folder.path}/${run}/digest.json`;
    await writeFile(digest, (await readFile(digest, 'utf8')).replace('two-roles', 'of the digest'));
    assert.equal((await logs.list())[0]?.team, 'of the digest');
    const { writer } = await logs.reopen(run);
    writer.append(numbered(stepBodies(2), 9));
    await writer.flush();
    const open = (await logs.list())[0];
    assert.deepEqual([open?.status, open?.steps, open?.running], [null, 2, true]);
    await writer.close();
    await rm(digest);
    assert.deepEqual([(await logs.list())[0]?.steps, (await logs.list())[0]?.problem], [2, undefined], 'as those are that have none');
  });

  it('calls a run by the folder that holds it, where that was copied', async () => {
    const { run, events } = await keep(stepBodies(1));
    await cp(`${folder.path}/${run}`, `${folder.path}/9`, { recursive: true });
    const { events: copied } = await logs.read('9');
    assert.deepEqual(copied, [{ ...events[0], run: '9' }, ...events.slice(1)]);
  });

  it('names a blob that is missing or damaged in the place of its value, and keeps the rest', async () => {
    const large = 'large '.repeat(1000);
    const { run, events } = await keep([resultBody(1, { text: large, n: 1 }), resultBody(2, Array.from({ length: 2000 }, (_, i) => i)), finishedBody]);
    const blobs = `${folder.path}/${run}/blobs`;
    const names = await readdir(blobs);
    assert.equal(names.length, 2);
    for (const name of names) await truncate(`${blobs}/${name}`, 100);
    const read = await logs.read(run);
    assert.equal(read.events.length, events.length);
    assert.deepEqual(read.events[3], events[3]);
    assert.match(JSON.stringify(read.events[1]), /"result":\{"text":"\[missing: blobs\/[0-9a-f]{64}\]","n":1\}/);
    assert.match(JSON.stringify(read.events[2]), /"result":"\[missing: blobs\/[0-9a-f]{64}\]"/);
    assert.deepEqual(read.warnings.map((warning) => warning.slice(0, 7)), ['Line 2:', 'Line 3:']);
    await rm(blobs, { recursive: true });
    assert.equal((await logs.read(run)).warnings.length, 2);
  });

  it('takes away values that were written by half, once the run is its own', async () => {
    const { run } = await keep([resultBody(1, 'large '.repeat(1000))]);
    const blobs = `${folder.path}/${run}/blobs`;
    const [whole] = await readdir(blobs);
    await writeFile(`${blobs}/${whole}.0a1b2c3d.tmp`, 'larg');
    await logs.read(run);
    assert.equal((await readdir(blobs)).length, 2, 'who only reads changes nothing');
    await (await logs.reopen(run)).writer.close();
    assert.deepEqual(await readdir(blobs), [whole]);
  });

  it('refuses a log without its beginning, an empty one, and one of a newer version', async () => {
    const { run, file } = await keep(stepBodies(1));
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, 80));
    await assert.rejects(logs.read(run), { kind: 'damaged' });
    assert.match((await logs.list())[0]?.problem ?? '', /first line/);
    await writeFile(file, whole.replace('"format":1', '"format":999'));
    await assert.rejects(logs.read(run), { kind: 'newer' });
    await assert.rejects(logs.reopen(run), { kind: 'newer' });
    assert.match((await logs.list())[0]?.problem ?? '', /newer/);
    await writeFile(file, whole);
    assert.equal((await logs.read(run)).events.length, 7, 'a refused run is left as it was');
    await truncate(file, 0);
    assert.deepEqual((await logs.read(run)).events, []);
    assert.match((await logs.list())[0]?.problem ?? '', /no event yet/);
  });

  it('tells of a failing disk, and writes what is waiting once it can', async () => {
    const log = await logs.create();
    log.append(numbered([startedBody(log.run)]));
    await log.flush();
    await writeFile(`${folder.path}/${log.run}/blobs`, 'a file where the folder of blobs should be');
    log.append(numbered([resultBody(1, 'large '.repeat(1000)), resultBody(2, 'small')], 2));
    await assert.rejects(log.flush(), (error: unknown) => error instanceof LogError && error.kind === 'io' && error.hint !== '');
    await assert.rejects(log.sync(), { kind: 'io' });
    assert.equal((await logs.read(log.run)).events.length, 1);
    await rm(`${folder.path}/${log.run}/blobs`);
    await log.close();
    assert.equal((await logs.read(log.run)).events.length, 3);
    assert.deepEqual((await logs.read(log.run)).warnings, []);
  });

  it('writes a value over 4 KB once, and a text that comes back only as a reference', async () => {
    const document = 'A page of a document. '.repeat(10_000);
    const passage = 'One passage that is quoted often. '.repeat(20);
    const log = await logs.create();
    log.append(numbered([startedBody(log.run), resultBody(1, document), resultBody(2, passage)]));
    await log.flush();
    const before = (await stat(log.location)).size;
    log.append(numbered([resultBody(3, document), resultBody(4, { a: [passage], b: passage })], 4));
    await log.close();
    const added = (await stat(log.location)).size - before;
    assert.ok(added < 400, `${added} bytes`);
    assert.equal((await readdir(`${folder.path}/${log.run}/blobs`)).length, 1);
  });

  it('adds as much at the thousandth step as at the tenth', async () => {
    const log = await logs.create();
    log.append(numbered([startedBody(log.run)]));
    for (let step = 1; step <= 1000; step++) {
      log.append(numbered(stepBodies(step), step * 6 - 4));
      await log.flush();
    }
    await log.close();
    const steps = await stepSizes(log.location);
    assert.ok(Math.abs(steps.at(-1)! - steps[9]!) <= 6 * 4 * 3, `step 10: ${steps[9]}, step 1000: ${steps.at(-1)}`);
  });
});

/** Bytes of each six lines behind the first. */
async function stepSizes(file: string): Promise<number[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(1);
  const sizes: number[] = [];
  for (let i = 0; i < lines.length; i += 6) sizes.push(lines.slice(i, i + 6).join('\n').length + 1);
  return sizes;
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}
