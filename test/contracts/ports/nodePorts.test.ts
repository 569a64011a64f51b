// The small ports as this machine fulfils them.
import assert from 'node:assert/strict';
import { createRedactor } from '../../../src/engine/shared/redact';
import { createEnvSecrets } from '../../../src/node/envSecrets';
import { nodeClock } from '../../../src/node/nodeClock';
import { createNodeIds } from '../../../src/node/nodeIds';
import { sha256 } from '../../../src/node/sha256';

describe('the clock', () => {
  it('tells milliseconds since 1970 and sleeps at least as long as asked', async () => {
    const before = nodeClock.now();
    await nodeClock.sleep(15);
    assert.ok(nodeClock.now() - before >= 14);
    assert.ok(before > Date.parse('2024-01-01'));
  });

  it('wakes without an error when it is told to, also before it sleeps', async () => {
    const stop = new AbortController();
    const sleeping = nodeClock.sleep(600_000, stop.signal);
    stop.abort(new Error('enough'));
    await sleeping;
    await nodeClock.sleep(600_000, stop.signal);
  });
});

describe('ids', () => {
  it('sort by when they were made and never repeat', () => {
    const ids = createNodeIds();
    const made = Array.from({ length: 5000 }, () => ids.next());
    assert.deepEqual(made.toSorted(), made);
    assert.equal(new Set(made).size, made.length);
  });

  it('draw chance from 0 up to 1', () => {
    const ids = createNodeIds();
    const drawn = Array.from({ length: 100 }, () => ids.random());
    assert.ok(drawn.every((n) => n >= 0 && n < 1) && new Set(drawn).size > 90);
  });
});

describe('sha256', () => {
  it('hashes UTF-8 as lower-case hex', () => {
    assert.equal(sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.equal(sha256('界'), sha256('\u754c'));
    assert.notEqual(sha256('é'), sha256('e\u0301'));
  });
});

describe('secrets from the environment', () => {
  it('are trimmed, null when not set, and told to the redactor', async () => {
    const redactor = createRedactor();
    const secrets = createEnvSecrets(redactor, { KEY: ' value-of-key\n', EMPTY: ' ' });
    assert.equal(await secrets.get('KEY'), 'value-of-key');
    assert.equal(await secrets.get('EMPTY'), null);
    assert.equal(await secrets.get('NONE'), null);
    assert.equal(redactor.redact('x value-of-key'), 'x [redacted]');
  });
});
