import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, it } from 'mocha';
import { coalesce } from '../../../src/vscode/adapters/coalesce';

/** Counts calls and tells of each. */
function counter(): { readonly work: () => void; readonly count: () => number; readonly next: () => Promise<unknown> } {
  const events = new EventEmitter();
  let calls = 0;
  const work = (): void => {
    calls++;
    events.emit('call');
  };
  return { work, count: () => calls, next: () => once(events, 'call') };
}

describe('coalesce', () => {
  it('works at once when it was quiet', () => {
    const { work, count } = counter();
    const request = coalesce(1000, work);
    request();
    assert.equal(count(), 1);
    request.dispose();
  });

  it('makes one call of a storm, and does not forget its end', async () => {
    const { work, count, next } = counter();
    const request = coalesce(5, work);
    request();
    const second = next();
    for (let i = 0; i < 1000; i++) request();
    await second;
    assert.equal(count(), 2);
    request.dispose();
  });

  it('does what waits when it is told to, once', () => {
    const { work, count } = counter();
    const request = coalesce(60_000, work);
    request();
    request();
    request.flush();
    request.flush();
    assert.equal(count(), 2);
    request.dispose();
  });

  it('does nothing after its end', () => {
    const { work, count } = counter();
    const request = coalesce(60_000, work);
    request.dispose();
    request();
    request.flush();
    assert.equal(count(), 0);
  });
});
