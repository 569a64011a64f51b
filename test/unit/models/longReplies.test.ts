import assert from 'node:assert/strict';
import { parseReply } from '../../../src/engine/models/replyParsing';
import { createRedactor } from '../../../src/engine/shared/redact';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { errorOf, replyOf } from '../../support/modelRequests';
import { chunk, reply, type Answer } from '../../support/modelServer';
import { withOpenAiServer } from './openaiHarness';

const piece = 'y'.repeat(65_536);

/** Writes until the reader goes. */
function endless(contentType: string, status: number, first: string, more: string): Answer {
  return async (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.write(first);
    // One listener of each kind for all of it: waiting anew for what comes first would leave the other's behind each time.
    let goOn = (): void => undefined;
    response.on('drain', () => goOn()).on('close', () => goOn());
    while (!response.destroyed) if (!response.write(more)) await new Promise<void>((resolve) => (goOn = resolve));
  };
}

const event = (delta: Parameters<typeof chunk>[0]): string => `data: ${JSON.stringify(chunk(delta))}\n\n`;

describe('replies without measure', () => {
  const http = withOpenAiServer();

  const answers: Readonly<Record<string, Answer>> = {
    'a stream of text': endless('text/event-stream', 200, event({ content: '{"output":{"x":"' }), event({ content: piece })),
    'a stream of arguments': endless('text/event-stream', 200, '', event({ tool_calls: [{ index: 0, id: 't', function: { name: 'search', arguments: piece } }] })),
    'a refusal': endless('text/event-stream', 200, '', event({ refusal: piece })),
    'one line of a stream': endless('text/event-stream', 200, 'data: {"x":"', piece),
    'one JSON answer': endless('application/json', 200, '{"choices":[{"message":{"content":"', piece),
  };
  for (const [what, answer] of Object.entries(answers)) {
    it(`${what} that does not end is broken off, and not asked for again`, async () => {
      const error = errorOf(await http.ask([answer]));
      await http.server.closed(1);
      assert.deepEqual([error.kind, error.retryable], ['other', false]);
      assert.match(error.message, /sent a reply of more than 4 million characters, so it was broken off/);
    });
  }

  it('of an error that does not end only the beginning is read', async () => {
    const error = errorOf(await http.ask([endless('text/plain', 500, 'out of order ', piece)]));
    await http.server.closed(1);
    assert.equal(error.kind, 'server');
    assert.match(error.message, /out of order/);
  });

  it('takes a long reply that ends', async () => {
    assert.equal(replyOf(await http.ask([reply('y'.repeat(3_000_000))])).text.length, 3_000_000);
  });

  it('a long text is read, and one that is too long is refused for its length', () => {
    const long = (length: number) => parseReply(`{"output":{"x":"${'y\\"'.repeat(length / 3)}","x\\"":1}}`, 'stop');
    assert.ok(long(3_900_000).ok);
    const refused = long(8_000_000);
    assert.ok(!refused.ok);
    assert.match(refused.error.problem, /^The reply is \d+ characters long; 4000000 are allowed\.$/);
  });

  it('finds a key that stands twice, whatever strings are around it', () => {
    for (const text of ['{"a\\\\":1,"b":"a\\\\\\"","a\\\\" :2}', `{"a":"${'y'.repeat(3_000_000)}","a"\n:1}`]) {
      const parsed = parseReply(text, 'stop');
      assert.ok(!parsed.ok);
      assert.match(parsed.error.problem, /twice in one object/);
    }
  });

  it('redacts and counts texts of any length', async () => {
    const secret = createRedactor().redact(`Bearer ${'x'.repeat(8_000_000)} and sk-${'x'.repeat(8_000_000)}`);
    assert.equal(secret.match(/\[redacted\]/g)?.length, 2);
    const { count } = await loadTokenCounter();
    for (const sign of ['y', '热', ' ', '-']) assert.ok(count(sign.repeat(8_000_000)) > 10_000, sign);
  }).timeout(30_000);
});
