// Answers in the form of the API that hold no reply, and bodies that are compressed though nobody asked for it: over real HTTP.
import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import type { CallError } from '../../../src/engine/events/runEvent';
import type { ModelOutcome } from '../../../src/engine/models/model';
import type { Json } from '../../../src/engine/shared/json';
import { chunk, done, json, text, usageChunk, someUsage, type Answer } from '../../support/modelServer';
import { withOpenAiServer } from './openaiHarness';

function errorOf(outcome: ModelOutcome): CallError {
  if (outcome.ok) return assert.fail(`it was taken: ${outcome.value.text}`);
  return outcome.error;
}

function packed(encoding: string, body: Buffer, contentType = 'application/json', status = 200): Answer {
  return (response) => void response.writeHead(status, { 'content-type': contentType, 'content-encoding': encoding }).end(body);
}

const whole: Json = { model: 'test-model', choices: [{ index: 0, message: { role: 'assistant', content: 'rain' }, finish_reason: 'stop' }], usage: someUsage };

describe('odd answers', () => {
  const http = withOpenAiServer();

  const empty: readonly (readonly [Json, RegExp])[] = [
    [{ id: 'x' }, /it has no `choices`\. It said: \{"id":"x"\}/],
    [{ choices: {} }, /`choices` is no list/],
    [{ choices: null }, /`choices` is no list/],
    [{ choices: [] }, /`choices` is empty/],
    [{ choices: [null] }, /the first of `choices` is no object/],
    [{ choices: ['rain'] }, /the first of `choices` is no object/],
    [{ choices: [{ index: 0, message: null, finish_reason: 'stop' }] }, /the first of `choices` has no `message`/],
    [{ choices: [{ index: 0, text: 'rain', finish_reason: 'stop' }] }, /has `text`, as older completions have it, and no `message`/],
  ];
  for (const [body, what] of empty) {
    it(`says what is wrong with ${JSON.stringify(body)}, where, and what to do`, async () => {
      const error = errorOf(await http.ask([json(200, body)]));
      assert.equal(error.kind, 'server');
      assert.match(error.message, what);
      assert.ok(error.message.startsWith(`${http.server.origin}/v1/chat/completions answered, but there is no reply in it: `));
      assert.match(error.hint ?? '', /log of the server.*base_url/);
    });
  }

  for (const [body, what] of [['{"choices": [{"mess', /what is no JSON object \(\{"choices": \[\{"mess\)/], ['', /what is no JSON object \(nothing\)/], ['"rain"', /what is no JSON object \("rain"\)/]] as const) {
    it(`says that ${JSON.stringify(body)} is no JSON object`, async () => {
      const error = errorOf(await http.ask([text(200, body, 'application/json')]));
      assert.match(error.message, what);
      assert.match(error.hint ?? '', /base_url/);
    });
  }

  for (const [encoding, pack] of [['gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync]] as const) {
    it(`reads an answer that is compressed with ${encoding}, whole and streamed`, async () => {
      const stream = [chunk({ content: 'rain' }), chunk({}, { finish: 'stop' }), usageChunk(someUsage)].map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('') + done;
      for (const answer of [packed(encoding, pack(JSON.stringify(whole))), packed(encoding, pack(stream), 'text/event-stream')]) {
        const outcome = await http.ask([answer]);
        assert.deepEqual(outcome.ok && [outcome.value.text, outcome.value.usage.input], ['rain', 9]);
      }
    });
  }

  it('reads an error that is compressed', async () => {
    const error = errorOf(await http.ask([packed('gzip', zlib.gzipSync(JSON.stringify({ error: { message: 'no such model m', code: 'model_not_found' } })), 'application/json', 404)]));
    assert.equal(error.kind, 'not-found');
    assert.match(error.message, /no such model m/);
  });

  it('tells a compressed answer that is cut short from one that is not what it says', async () => {
    const zipped = zlib.gzipSync(JSON.stringify(whole));
    const short = errorOf(await http.ask([packed('gzip', zipped.subarray(0, zipped.length - 12))]));
    assert.deepEqual([short.kind, short.retryable], ['disconnect', true]);
    const garbled = errorOf(await http.ask([packed('gzip', Buffer.from(JSON.stringify(whole)))]));
    assert.match(garbled.message, /says that its answer is compressed, and it is not/);
    assert.match(garbled.hint ?? '', /proxy/);
  });

  it('says which way of compressing is not known', async () => {
    const error = errorOf(await http.ask([packed('zstd', Buffer.from('x'))]));
    assert.match(error.message, /content-encoding: zstd/);
    assert.match(error.hint ?? '', /not compressed/);
  });
});
