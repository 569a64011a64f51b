import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ChangeQueue, longestWaitMs } from '../../../src/vscode/teams/changeQueue';

/** Work that ends when told to. */
function handWork(): { readonly work: (changes: ReadonlySet<string>) => Promise<void>; readonly batches: string[][]; readonly begun: (nth: number) => Promise<void>; readonly finish: () => void } {
  const batches: string[][] = [];
  const waiting: { readonly nth: number; readonly resolve: () => void }[] = [];
  let finish: () => void = () => {};
  return {
    batches,
    finish: () => finish(),
    begun: (nth) => new Promise((resolve) => {
      if (batches.length >= nth) resolve();
      else waiting.push({ nth, resolve });
    }),
    work: (changes) => {
      batches.push([...changes].sort());
      for (const { nth, resolve } of waiting) if (batches.length >= nth) resolve();
      return new Promise<void>((resolve) => (finish = resolve));
    },
  };
}

describe('ChangeQueue', () => {
  it('hands on 300 changes as one', async () => {
    const { work, batches, begun, finish } = handWork();
    const queue = new ChangeQueue<string>(work);
    for (let i = 0; i < 300; i++) queue.add(`card${i}.yaml`, 5);
    await begun(1);
    finish();
    await queue.settled();
    assert.equal(batches.length, 1);
    assert.equal(batches[0]!.length, 300);
    queue.dispose();
  });

  it('looks at a file that never rests at least once a second', async () => {
    const { work, begun } = handWork();
    const queue = new ChangeQueue<string>(work);
    const started = performance.now();
    const writer = setInterval(() => queue.add('busy.yaml', 150), 10);
    await begun(1);
    clearInterval(writer);
    const waited = performance.now() - started;
    assert.ok(waited < longestWaitMs + 500, `waited ${Math.round(waited)} ms`);
    queue.dispose();
  });

  it('begins the next batch only when the one before has ended', async () => {
    const { work, batches, begun, finish } = handWork();
    const queue = new ChangeQueue<string>(work);
    queue.add('a', 0);
    await begun(1);
    queue.add('b', 0);
    queue.add('b', 0);
    assert.deepEqual(batches, [['a']]);
    finish();
    await begun(2);
    assert.deepEqual(batches, [['a'], ['b']]);
    queue.dispose();
  });

  it('is settled once what was there is done, whatever comes meanwhile', async () => {
    const batches: string[][] = [];
    const queue: ChangeQueue<string> = new ChangeQueue<string>(async (changes) => {
      batches.push([...changes]);
      if (batches.length < 5) queue.add(`again ${batches.length}`, 60_000);
      await Promise.resolve();
    });
    queue.add('first', 60_000);
    await queue.settled();
    assert.deepEqual(batches, [['first']]);
    queue.dispose();
  });
});
