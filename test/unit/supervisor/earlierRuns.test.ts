// Requests that were made before: answered from earlier runs where the team says so, and played from them alone as a recording.
import assert from 'node:assert/strict';
import { createMemoryRunLogs } from '../../../src/engine/events/memoryLog';
import type { RunEvent, RunOptions } from '../../../src/engine/events/runEvent';
import type { RunLogs } from '../../../src/engine/events/runLog';
import { noUsage, totalTokens } from '../../../src/engine/events/usage';
import type { RunView } from '../../../src/engine/projections/runView';
import { createEngine } from '../../../src/engine/supervisor/createEngine';
import type { EnginePorts } from '../../../src/engine/supervisor/engine';
import { callsOf, callsTools, httpTeamFiles, viewOf, withHttpTeams, workText, writes, type HttpTeam } from '../../support/httpTeam';
import { chunk, done, events as streamed, reply, someUsage, usageChunk, type Answer } from '../../support/modelServer';
import { inFolder, type TeamFiles } from '../../support/runFiles';
import { loadGoodTeam, replayTeam, testPorts } from '../../support/runTeam';
import { virtualClock } from '../../support/virtualClock';

/** As a version wrote it that knew requests by their hash alone. */
function unnoted<T extends { readonly events: readonly RunEvent[] }>(read: T): T {
  const events = read.events.map((event) => {
    if (event.type !== 'model.responded') return event;
    const { equal: _equal, ...rest } = event;
    return rest;
  });
  return { ...read, events };
}

/** Ends at the limit of output. */
function cutOff(content: string): Answer {
  return streamed(chunk({ role: 'assistant', content }), chunk({}, { finish: 'length' }), usageChunk(someUsage), done);
}

describe('answers of earlier runs', () => {
  const http = withHttpTeams();
  let logs: RunLogs;
  beforeEach(() => void (logs = createMemoryRunLogs()));

  interface Ran {
    readonly events: readonly RunEvent[];
    readonly view: RunView;
  }

  interface Instead {
    readonly models?: EnginePorts['models'];
    readonly earlier?: RunLogs;
  }

  const runIn = async (folder: string, options: RunOptions = {}, task = 'rain', { models, earlier = logs }: Instead = {}): Promise<Ran> => {
    const log = await logs.create();
    const ports = { ...testPorts(virtualClock()), ...(models === undefined ? {} : { models }) };
    const handle = await createEngine(ports).start({ team: await loadGoodTeam(folder), task, options, trigger: 'test', log, earlier });
    const events: RunEvent[] = [];
    handle.listen({ onEvents: (more) => void events.push(...more) });
    await handle.finished;
    return { events, view: viewOf(events) };
  };
  const run = (files: TeamFiles, options?: RunOptions, task?: string, instead?: Instead): Promise<Ran> => inFolder(files, (folder) => runIn(folder, options, task, instead));
  const team = (more: HttpTeam): TeamFiles => httpTeamFiles(http.server.origin, { entry: 'price: { input: 1, output: 1 }', ...more });
  const cached = team.bind(null, { more: 'cache: on' });

  it('are taken for equal requests, seen on the step, and worth nothing in the spend', async () => {
    http.server.answer(writes('rain'));
    const first = await run(cached());
    const second = await run(cached());
    assert.equal(http.server.requests.length, 1);
    assert.deepEqual([second.view.status, second.view.fields.find(({ name }) => name === 'report')?.value], ['completed', 'rain']);
    const [call] = callsOf(second.view);
    assert.deepEqual([call?.answeredBy, call?.requests, call?.costUsd], [first.view.run, 0, 0]);
    assert.match(call?.notes.join() ?? '', /Answered by run .+ none was made now, and it cost nothing/);
    const { total } = second.view.spend;
    assert.deepEqual([total.calls, totalTokens(total.usage), total.cost, second.view.steps[0]?.calls], [0, 0, { known: 0, incomplete: false }, 0]);
    assert.ok(totalTokens(first.view.spend.total.usage) > 0);
  });

  it('are not taken for another task, another temperature, or without cache', async () => {
    http.server.answerAll(writes('rain'));
    await run(cached());
    await run(cached(), {}, 'snow');
    await run(team({ more: 'cache: on', entry: 'price: { input: 1, output: 1 }, temperature: 0.5' }));
    await run(team({}));
    await run(team({ more: 'cache: off' }));
    assert.equal(http.server.requests.length, 5);
  });

  const price = 'price: { input: 1, output: 1 }';

  it('are not taken from another server with a model of the same name', async () => {
    http.server.answerAll(writes('rain'));
    await run(cached());
    await run(team({ more: 'cache: on', entry: `base_url: "${http.server.origin}/other/v1", model: test-model, ${price}` }));
    assert.equal(http.server.requests.length, 2);
  });

  it('are not taken from under another limit of output', async () => {
    const limited = (most: number) => team({ more: 'cache: on', entry: `${price}, max_output_tokens: ${most}` });
    http.server.answerAll(writes('rain'));
    await run(limited(100));
    await run(limited(200));
    assert.equal(http.server.requests.length, 2);
    await run(limited(200));
    assert.equal(http.server.requests.length, 2);
  });

  it('are not taken from another family of the editor', async () => {
    const asked: (string | null)[] = [];
    const models: EnginePorts['models'] = {
      open: (entry) => Promise.resolve({
        entry,
        call: () => {
          asked.push(entry.family);
          return Promise.resolve({ ok: true, value: { text: workText(entry.family), toolCalls: [], finish: 'stop', usage: noUsage, costUsd: 0, simulated: false, served: null, notes: [] } });
        },
      }),
    };
    const ofFamily = (family: string): TeamFiles => {
      const { 'team.yaml': text = '' } = cached();
      return { 'team.yaml': text.replace(/models: .+/, `models: { local: { provider: vscode, family: ${family} } }`) };
    };
    for (const family of ['alpha', 'beta', 'beta']) await run(ofFamily(family), {}, 'rain', { models });
    assert.deepEqual(asked, ['alpha', 'beta']);
  });

  it('are not taken from a version that did not note what requests were equal in; a recording plays them', async () => {
    http.server.answerAll(writes('rain'));
    await run(cached());
    const old: RunLogs = { ...logs, list: () => logs.list(), read: async (id) => unnoted(await logs.read(id)) };
    await run(cached(), {}, 'rain', { earlier: old });
    assert.equal(http.server.requests.length, 2);
    const played = await run(cached(), { model: 'recorded' }, 'rain', { earlier: old });
    assert.deepEqual([played.view.status, http.server.requests.length], ['completed', 2]);
  });

  it('are not what was cut off', async () => {
    http.server.answer(cutOff(workText('rain')), writes('snow'));
    const first = await run(cached());
    const asked = http.server.requests.length;
    http.server.answerAll(writes('snow'));
    const second = await run(cached());
    assert.equal(callsOf(first.view)[0]?.finish, 'length');
    assert.ok(http.server.requests.length > asked);
    assert.equal(callsOf(second.view)[0]?.answeredBy ?? null, null);
  });

  it('are not taken once a tool of the same name is offered otherwise', async () => {
    const looking = (root: string) => ({ ...team({ more: `cache: on\ntools: { look: { type: list_files, root: ${root} } }`, role: 'tools: [look]' }), 'docs/a.md': 'rain', 'notes/a.md': 'rain' });
    const plain = looking('docs');
    http.server.answerAll(writes('rain'));
    await run(plain);
    await run(plain);
    assert.equal(http.server.requests.length, 1);
    await run(looking('notes'));
    assert.equal(http.server.requests.length, 2);
  });

  it('are for runs of scenarios alone where the team says that', async () => {
    http.server.answerAll(writes('rain'));
    const files = team({ more: 'cache: scenarios' });
    await run(files);
    await run(files);
    assert.equal(http.server.requests.length, 2);
    await run(files, { scenario: 'finds rain' });
    assert.equal(http.server.requests.length, 2);
  });

  it('come from the run that asked, not from one that was answered itself; a failed call is no answer', async () => {
    http.server.answer(writes('rain'));
    const first = await run(cached());
    await run(cached());
    const third = await run(cached());
    assert.equal(callsOf(third.view)[0]?.answeredBy, first.view.run);
  });

  it('go through tool calls to the end, and replay as they were', async () => {
    const files = { ...team({ more: 'cache: on\ntools: { look: { type: list_files, root: docs } }', role: 'tools: [look]' }), 'docs/a.md': 'rain' };
    http.server.answer(callsTools({ id: 'a', name: 'look', arguments: '{}' }), writes('rain'));
    await run(files);
    await inFolder(files, async (folder) => {
      const { view, events } = await runIn(folder);
      assert.deepEqual([view.status, http.server.requests.length], ['completed', 2]);
      const replay = await replayTeam(folder, events);
      assert.ok(replay.ok, replay.ok ? '' : replay.message);
      assert.deepEqual(replay.events, events);
    });
  });

  it('are given to a fork for what its origin asked, with the same tools', async () => {
    const files = { ...team({ more: 'cache: on\ntools: { look: { type: list_files, root: docs } }', role: 'tools: [look]' }), 'docs/a.md': 'rain' };
    http.server.answer(callsTools({ id: 'a', name: 'look', arguments: '{}' }), writes('rain'));
    await inFolder(files, async (folder) => {
      const { events } = await runIn(folder);
      const log = await logs.create();
      const handle = await createEngine(testPorts(virtualClock())).fork({ log, events, at: 0, trigger: 'test', earlier: logs, team: await loadGoodTeam(folder) });
      const { status } = await handle.finished;
      assert.deepEqual([status, http.server.requests.length], ['completed', 2]);
    });
  });

  describe('as a recording', () => {
    it('play a whole run without asking anybody, by --model recorded or by an entry of that provider', async () => {
      http.server.answer(reply('no json'), writes('rain'));
      await run(team({}));
      const played = await run(team({}), { model: 'recorded' });
      assert.deepEqual([played.view.status, played.view.spend.total.calls, http.server.requests.length], ['completed', 0, 2]);
      const entry = await run(team({ entry: `base_url: "${http.server.origin}/v1", model: test-model }, old: { provider: recorded` }), { model: 'old' });
      assert.deepEqual([entry.view.status, callsOf(entry.view).map((call) => call.model), http.server.requests.length], ['completed', ['old', 'old'], 2]);
    });

    it('fail closed where the recording does not fit, and say so', async () => {
      http.server.answer(writes('rain'));
      await run(team({}));
      for (const [options, task] of [[{ model: 'recorded' }, 'snow']] as const) {
        const { view } = await run(team({}), options, task);
        assert.deepEqual([view.status, http.server.requests.length], ['failed', 1]);
        assert.match(JSON.stringify(callsOf(view)[0]?.error), /No earlier run has an answer to this request.*asks nobody/);
      }
    });

    it('hold for the teams within', async () => {
      const inner = (more: string) => ({
        'team.yaml': `team: outer\ngoal: A thing about {{ task }}\ntopology: hierarchy\n${more}roles:\n  - { role: make, responsibility: Make., team: inner, reads: [task], writes: { report: { type: string } } }\nroutes: [{ when: state.report == '', to: make }]\nfinish_when: state.report != ''\n`,
        'inner/team.yaml': httpTeamFiles(http.server.origin)['team.yaml']!,
      });
      http.server.answer(reply(workText('rain')));
      assert.equal((await run(inner(''))).view.status, 'completed');
      const played = await run(inner(''), { model: 'recorded' });
      assert.deepEqual([played.view.status, http.server.requests.length], ['completed', 1]);
      const lost = await run(inner(''), { model: 'recorded' }, 'snow');
      assert.deepEqual([lost.view.status, http.server.requests.length], ['failed', 1]);
    });
  });
});
