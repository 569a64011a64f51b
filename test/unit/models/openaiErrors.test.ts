import assert from 'node:assert/strict';
import { describeNetworkError, type Asked } from '../../../src/node/models/openaiErrors';

const asked: Asked = { url: 'https://models.example/v1/chat/completions', model: 'm', keyName: null, isLocal: false, where: null };

/** As Node and the openai package wrap them. */
function failure(code: string, message = code): Error {
  return new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) }) });
}

describe('describeNetworkError', () => {
  const cases: readonly [string, string, boolean, RegExp, RegExp | undefined][] = [
    ['ECONNREFUSED', 'network', true, /Nothing answers at models\.example/, /Correct base_url/],
    ['ENOTFOUND', 'network', false, /no host models\.example/, /base_url/],
    ['EAI_AGAIN', 'network', true, /cannot be reached \(EAI_AGAIN\)/, /proxy/],
    ['ECONNRESET', 'disconnect', true, /closed the connection/, undefined],
    ['EPIPE', 'disconnect', true, /closed the connection/, undefined],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', false, /certificate of models\.example is not trusted/, /NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', 'network', false, /certificate/, /authority/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'network', false, /certificate/, /authority/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network', false, /does not speak HTTPS/, /http:\/\//],
    ['ESOMETHING', 'network', true, /The request to models\.example failed: ESOMETHING \(ESOMETHING\)/, undefined],
  ];
  for (const [code, kind, retryable, message, hint] of cases) {
    it(`says what ${code} means`, () => {
      const error = describeNetworkError(failure(code, code === 'ERR_SSL_WRONG_VERSION_NUMBER' ? 'wrong version number' : code), asked);
      assert.deepEqual([error.kind, error.retryable], [kind, retryable]);
      assert.match(error.message, message);
      if (hint === undefined) assert.equal(error.hint, undefined);
      else assert.match(error.hint ?? '', hint);
      // Never an advice to switch checks off (F26).
      assert.doesNotMatch(error.hint ?? '', /REJECT_UNAUTHORIZED|strictSSL/);
    });
  }

  it('says how to start a server at home by its usual port', () => {
    const start = (port: number) => describeNetworkError(failure('ECONNREFUSED'), { ...asked, url: `http://localhost:${port}/v1/chat/completions`, isLocal: true }).hint;
    assert.equal(start(11434), 'Start Ollama (ollama serve), or correct base_url of the model.');
    assert.equal(start(1234), 'Start the server of LM Studio, or correct base_url of the model.');
    assert.equal(start(9999), 'Start the server, or correct base_url of the model.');
  });

  it('sees through errors for several addresses of one host', () => {
    const both = new AggregateError([Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' })], '');
    assert.match(describeNetworkError(new Error('Connection error.', { cause: both }), asked).message, /Nothing answers/);
  });
});
