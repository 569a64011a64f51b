// What a server has taught, over several programs that share one file: each `open` of the harness is a program of its own.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { ModelEntry } from '../../../src/engine/team/team';
import { nodeClock } from '../../../src/node/nodeClock';
import { httpTeamFiles, writes } from '../../support/httpTeam';
import { control, modelRequest, replyOf } from '../../support/modelRequests';
import { json, reply, text, type Answer } from '../../support/modelServer';
import { rolecall } from '../../support/rolecallCommand';
import { inFolder } from '../../support/runFiles';
import { tempFolder, type TempFolder } from '../../support/tempFolder';
import { testKey, withOpenAiServer } from './openaiHarness';

const day = 24 * 60 * 60 * 1000;
const refusal = (param: string): Answer => json(400, { error: { message: `Unsupported parameter: '${param}'`, param } });

describe('what servers have taught', () => {
  const http = withOpenAiServer();
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder();
  });
  afterEach(() => folder.remove());

  const learnedFile = () => `${folder.path}/cache/learned.json`;
  /** One call of a program that begins `after` that many days. Returns the notes and what was sent. */
  async function program(answers: readonly Answer[], { after = 0, ...entry }: Partial<ModelEntry> & { readonly after?: number } = {}) {
    const before = http.server.requests.length;
    http.server.answer(...answers);
    const clock = { ...nodeClock, now: () => nodeClock.now() + after * day };
    const model = await http.open({ temperature: 0, apiKeyEnv: 'TEST_KEY', ...entry }, { clock, learnedFile: learnedFile() });
    const { notes, requests = 1 } = replyOf(await model.call(modelRequest(), control()));
    const sent = http.server.requests.slice(before);
    assert.equal(sent.length, requests);
    return { notes, sent: sent.map(({ body }) => body), paths: sent.map(({ path }) => path) };
  }

  it('is known to the next program, which says when it was learned', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const first = await program([refusal('temperature'), reply('a')]);
    assert.deepEqual([first.sent.length, first.notes], [2, ['The server refused temperature: it was left out.']]);
    const second = await program([reply('a')]);
    assert.deepEqual([second.sent.map((body) => 'temperature' in body), second.notes], [[false], [`The server refused temperature: it was left out. (Learned on ${today}.)`]]);
    const kept = await readFile(learnedFile(), 'utf8');
    assert.ok(!kept.includes(testKey) && !kept.includes('test.'), kept);
    assert.deepEqual(Object.keys(JSON.parse(kept) as object), [`${http.server.origin}/v1 test-model`]);
  });

  it('holds for that model of that server alone', async () => {
    await program([refusal('temperature'), reply('a')]);
    assert.deepEqual((await program([reply('a')], { model: 'other' })).sent.map((body) => body['temperature']), [0]);
    assert.deepEqual((await program([reply('a')], { baseUrl: `${http.server.origin}/other/v1` })).sent.map((body) => body['temperature']), [0]);
    assert.deepEqual((await program([reply('a')])).sent.map((body) => body['temperature']), [undefined]);
  });

  it('is found out anew after a week, and kept again', async () => {
    await program([refusal('temperature'), reply('a')]);
    assert.equal((await program([reply('a')], { after: 6 })).sent.length, 1);
    assert.equal((await program([refusal('temperature'), reply('a')], { after: 8 })).sent.length, 2);
    assert.equal((await program([reply('a')], { after: 9 })).sent.length, 1);
  });

  it('is dropped where it proves wrong: the server is asked as if nothing was known', async () => {
    await program([refusal('max_tokens'), reply('a')], { maxOutputTokens: 9 });
    const changed = await program([refusal('max_completion_tokens'), reply('a')], { maxOutputTokens: 9 });
    assert.deepEqual(changed.sent.map((body) => [body['max_tokens'], body['max_completion_tokens']]), [[undefined, 9], [9, undefined]]);
    assert.deepEqual(changed.notes, []);
    assert.deepEqual(JSON.parse(await readFile(learnedFile(), 'utf8')), {});
    assert.deepEqual((await program([reply('a')], { maxOutputTokens: 9 })).sent.map((body) => body['max_tokens']), [9]);
  });

  it('holds the address that answered too, until it is another', async () => {
    let root = '/api/v1';
    http.server.answerAll((response, request) => (request.path === `${root}/chat/completions` ? reply('a') : text(404, 'not found', 'text/plain'))(response, request));
    const baseUrl = `${http.server.origin}/api`;
    assert.deepEqual((await program([], { baseUrl })).paths, ['/api/chat/completions', '/api/v1/chat/completions']);
    assert.deepEqual((await program([], { baseUrl })).paths, ['/api/v1/chat/completions']);
    root = '/api';
    assert.deepEqual((await program([], { baseUrl })).paths, ['/api/v1/chat/completions', '/api/chat/completions']);
    assert.deepEqual((await program([], { baseUrl })).paths, ['/api/chat/completions']);
  });

  it('is not believed where it cannot be true, and a key goes nowhere that base_url does not mean', async () => {
    const endpoint = `${http.server.origin}/v1 test-model`;
    const at = new Date().toISOString();
    await program([refusal('temperature'), reply('a')]);
    for (const wrong of [
      '{ "half',
      '[]',
      JSON.stringify({ [endpoint]: { at, base: 'http://127.0.0.1:9/v1', quirks: { temperature: false } } }),
      JSON.stringify({ [endpoint]: { at, base: `${http.server.origin}/v1`, quirks: { temperature: 'no' } } }),
      JSON.stringify({ [endpoint]: { at, base: `${http.server.origin}/v1`, quirks: { toString: false } } }),
      JSON.stringify({ [endpoint]: { at: 'yesterday', base: `${http.server.origin}/v1`, quirks: { temperature: false } } }),
    ]) {
      await writeFile(learnedFile(), wrong);
      assert.deepEqual((await program([reply('a')])).sent.map((body) => body['temperature']), [0], wrong);
    }
  });

  it('is kept beside what other programs have learned meanwhile', async () => {
    const open = (model: string) => http.open({ temperature: 0, model }, { learnedFile: learnedFile() });
    const models = await Promise.all(['a', 'b', 'c'].map(open));
    http.server.answerAll((response, { body }) => ('temperature' in body ? refusal('temperature') : reply('a'))(response, { path: '', headers: {}, body }));
    for (const model of models) replyOf(await model.call(modelRequest(), control()));
    assert.equal(Object.keys(JSON.parse(await readFile(learnedFile(), 'utf8')) as object).length, 3);
  });

  it("is kept by the command line in the user's cache folder, and never beside the team", async function () {
    this.timeout(60_000);
    http.server.answerAll((response, request) => ('temperature' in request.body ? refusal('temperature') : writes('rain'))(response, request));
    await inFolder(httpTeamFiles(http.server.origin, { entry: 'temperature: 0' }), async (team) => {
      const run = async () => {
        const { code, err } = await rolecall(['run', '.', '--task', 'rain', '--quiet'], { cwd: team, env: { XDG_CACHE_HOME: folder.path } });
        assert.equal(code, 0, err);
      };
      await run();
      assert.equal(http.server.requests.length, 2);
      await run();
      assert.deepEqual(http.server.requests.map(({ body }) => 'temperature' in body), [true, false, false]);
      assert.ok(existsSync(`${folder.path}/rolecall/learned-of-servers.json`));
      assert.ok(!existsSync(`${team}/.rolecall/learned-of-servers.json`));
    });
  });
});
