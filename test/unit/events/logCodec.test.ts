// Encoding and decoding any event gives it back, whatever the users' values look like and whatever came before.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LogDecoder } from '../../../src/engine/events/logDecoder';
import { LogEncoder } from '../../../src/engine/events/logEncoder';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { Json } from '../../../src/engine/shared/json';
import { createRedactor } from '../../../src/engine/shared/redact';
import { sha256 } from '../../../src/node/sha256';

const word = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'c').map((letter) => letter.repeat(257)) },
  { weight: 1, arbitrary: fc.constantFrom('d', '\ud800').map((letter) => letter.repeat(4097)) },
  { weight: 1, arbitrary: fc.string({ minLength: 250, maxLength: 270 }) },
);
const key = fc.oneof(fc.constantFrom('$text', '$blob', '$json', '$data', '$part', '$same', '__proto__', '1', 'text'), fc.string({ maxLength: 5 }));
const { value } = fc.letrec<{ value: Json; list: Json; object: Json; wide: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, word, fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0), fc.boolean(), fc.constant(null), tie('list'), tie('object'), tie('wide')),
  list: fc.array(tie('value'), { maxLength: 6 }),
  object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs) as Json),
  wide: fc.tuple(tie('value'), fc.integer({ min: 0, max: 1200 })).map(([one, n]) => [one, ...Array.from({ length: n }, (_, i) => i), one]),
}));

/** Values where any value may stand, and where prompts stand. */
const event = (seq: number, any: Json): RunEvent =>
  seq % 2 === 0
    ? { seq, at: seq, type: 'tool.returned', step: 1, id: 't', result: any, tokens: 0, ms: 0 }
    : ({ seq, at: seq, type: 'model.requested', step: 1, call: 2, conversation: 'review 1', purpose: 'review', append: [{ role: 'user', parts: [any, { text: any, tokens: 1 }, any] }, any] } as unknown as RunEvent);

describe('the encoding of the log', function () {
  this.timeout(60_000);

  it('gives every event back exactly', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        const blobs = new Map<string, string>();
        const encoder = new LogEncoder(sha256, createRedactor());
        const decoder = new LogDecoder((hash) => blobs.get(hash) ?? null);
        for (const [i, result] of [...values, ...values, ...values].entries()) {
          const given = event(i + 1, result);
          const { line, blobs: made } = encoder.encode(given);
          for (const blob of made) {
            assert.equal(sha256(blob.text), blob.hash);
            assert.ok(!blobs.has(blob.hash), 'a blob is made once');
            // As a file would hold it.
            blobs.set(blob.hash, Buffer.from(blob.text, 'utf8').toString('utf8'));
          }
          assert.ok(!line.includes('\n'));
          const decoded = decoder.decode(line);
          assert.ok(decoded.ok, decoded.ok ? '' : decoded.error);
          assert.deepEqual(decoded.value.missing, []);
          assert.ok(JSON.stringify(decoded.value.event) === JSON.stringify(given), line.slice(0, 500));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('tells what is not known from what is usual', () => {
    const usage = { input: 1, cached: 0, cacheWrite: 0, output: 1, reasoning: 0, estimated: false };
    for (const costUsd of [null, 0, 1]) {
      const given: RunEvent = { seq: 1, at: 1, type: 'model.responded', step: 1, call: 1, reply: 'x', finish: 'stop', usage, costUsd, ms: 1 };
      const decoded = new LogDecoder(() => null).decode(new LogEncoder(sha256, createRedactor()).encode(given).line);
      assert.ok(decoded.ok);
      assert.deepEqual(decoded.value.event, given);
    }
  });

  it('never ends in an error of the program, whatever a line holds', () => {
    fc.assert(
      fc.property(value, (anything) => {
        const decoder = new LogDecoder(() => null);
        decoder.decode(JSON.stringify({ seq: 1, at: 1, type: 'tool.returned', result: anything }));
        decoder.decode(JSON.stringify({ seq: 1, at: 1, type: 'model.requested', append: [{ $part: anything }, { $same: 0 }, anything] }));
        decoder.decode(JSON.stringify(anything));
      }),
      { numRuns: 300 },
    );
  });

  it('goes on in a log that it did not begin, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        const blobs = new Map<string, string>();
        const decoder = new LogDecoder((hash) => blobs.get(hash) ?? null);
        let encoder = new LogEncoder(sha256, createRedactor());
        for (const [i, result] of [...values, ...values, ...values].entries()) {
          const given = event(i + 1, result);
          const { line, blobs: made } = encoder.encode(given);
          for (const blob of made) blobs.set(blob.hash, blob.text);
          const decoded = decoder.decode(line);
          assert.ok(decoded.ok && JSON.stringify(decoded.value.event) === JSON.stringify(given), line.slice(0, 500));
          encoder = new LogEncoder(sha256, createRedactor(), { texts: decoder.texts, parts: decoder.parts, blobs: new Set(blobs.keys()) });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('puts number, time and type first in a line', () => {
    const encoder = new LogEncoder(sha256, createRedactor());
    const { line } = encoder.encode({ type: 'role.finished', step: 1, outcome: 'committed', seq: 4, at: 5 });
    assert.equal(line, '{"seq":4,"at":5,"type":"role.finished","step":1,"outcome":"committed"}');
  });

  it('makes no blob of what changes little: a prompt whose texts were sent before', () => {
    const encoder = new LogEncoder(sha256, createRedactor());
    const parts = Array.from({ length: 10 }, (_, i) => ({ kind: 'rules' as const, text: `${i} rule `.repeat(100), tokens: 300 }));
    const request = (seq: number, question: string): RunEvent => ({
      seq, at: 1, type: 'model.requested', step: seq, call: 1, conversation: 'work', role: 'writer', purpose: 'work', model: 'demo', hash: 'h',
      append: [{ role: 'system', parts: [...parts, { kind: 'question', text: question, tokens: 3 }] }],
    });
    const first = encoder.encode(request(1, 'one'));
    const second = encoder.encode(request(2, 'two'));
    assert.deepEqual([...first.blobs, ...second.blobs], []);
    assert.ok(second.line.length < 500, String(second.line.length));
  });
});
