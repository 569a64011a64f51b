// A key does not get out: not by a server that repeats it, nor by the task that somebody pasted it into (L3).
import assert from 'node:assert/strict';
import { createMemoryRunLogs } from '../../../src/engine/events/memoryLog';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRedactor } from '../../../src/engine/shared/redact';
import { hideTraces } from '../../../src/engine/shared/secretForms';
import { createEngine } from '../../../src/engine/supervisor/createEngine';
import { createEnvSecrets } from '../../../src/node/envSecrets';
import { createNodeModels } from '../../../src/node/models/nodeModels';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { httpTeamFiles, messagesOf, writes } from '../../support/httpTeam';
import { control, errorOf, modelRequest } from '../../support/modelRequests';
import { json } from '../../support/modelServer';
import { inFolder } from '../../support/runFiles';
import { loadGoodTeam, testPorts } from '../../support/runTeam';
import { virtualClock } from '../../support/virtualClock';
import { withOpenAiServer } from './openaiHarness';

const key = 'zq7Hk2mVx9-plain-key-41';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('keys in texts (L3)', () => {
  const http = withOpenAiServer();

  it('are taken out of a server’s error whole, encoded, and in part', async () => {
    http.server.answer(json(401, { error: { message: `Bad key: ${[key, base64(`user:${key}`), encodeURIComponent(key), 'zq7Hk2mVx9…', 'zq7H**********-41'].join(' ; ')}` } }));
    const error = errorOf(await (await http.open({ apiKeyEnv: 'K' }, { secrets: { get: () => Promise.resolve(key) } })).call(modelRequest(), control()));
    assert.match(error.message, /Bad key: \[redacted\] ; \S{0,8}\[redacted\]\S{0,4} ; \[redacted\] ; \[redacted\]… ; \[redacted\]\*+\[redacted\]$/);
  });

  it('are found in the Base64 of whatever stands before them', () => {
    for (const before of ['', ':', 'u:', 'user:', 'Bearer ']) {
      const text = `header ${base64(before + key)} end`;
      const hidden = hideTraces(text, key);
      assert.match(hidden, /\[redacted\]/, before);
      const left = hidden.replace('[redacted]', '').replace(/^header | end$/g, '');
      assert.ok(left.length <= base64(before).length + 5, `${before}: ${left}`);
    }
  });

  it('leave words alone that only look a little like them', () => {
    for (const text of ['the key is wrong', 'sk- keys begin so', 'zq7H is too short', 'ends in -41', 'wait... what']) assert.equal(hideTraces(text, key), text);
  });

  it('are redacted in every encoded form once they are known', () => {
    const redactor = createRedactor();
    redactor.add(key);
    for (const text of [key, base64(`user:${key}`), base64(key).replaceAll('+', '-').replaceAll('/', '_')]) {
      assert.ok(redactor.mayHoldSecret(JSON.stringify(text)));
      assert.match(redactor.redact(`a ${text} b`), /^a .*\[redacted\].* b$/);
    }
  });

  it('are out of the task before its first word is written, and in no prompt', async () => {
    await inFolder(httpTeamFiles(http.server.origin, { entry: 'api_key_env: MY_KEY' }), async (folder) => {
      const clock = virtualClock();
      const redactor = createRedactor();
      const models = createNodeModels({ clock, tokens: loadTokenCounter, secrets: createEnvSecrets(redactor, { MY_KEY: key }) });
      const logs = createMemoryRunLogs();
      const log = await logs.create();
      http.server.answer(writes('rain'));
      const run = await createEngine({ ...testPorts(clock), redactor, models }).start({ team: await loadGoodTeam(folder), task: `use ${key} please`, options: {}, trigger: 'test', log });
      const seen: RunEvent[] = [];
      run.listen({ onEvents: (events) => seen.push(...events) });
      assert.equal((await run.finished).status, 'completed');
      const first = seen[0];
      assert.equal(first?.type === 'run.started' ? first.task : '', 'use [redacted] please');
      assert.ok(!JSON.stringify(seen).includes(key) && !JSON.stringify((await logs.read(run.run)).events).includes(key));
      assert.ok(!JSON.stringify(messagesOf(http.server.requests[0]!.body)).includes(key));
      assert.equal(http.server.requests[0]?.headers.authorization, `Bearer ${key}`);
    });
  });
});
