// What stops a run under the debugger besides a line that is reached: conditions, counts, writes, failures; parallel steps; and walking through a recording.
import assert from 'node:assert/strict';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DebugClient, debugHost } from '../../support/debugging';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';

const team = `
state: { items: { type: array, initial: [p, q, r] }, got: { type: array, reducer: append } }
roles:
  - role: w
    responsibility: Work.
    writes: { got: { type: array } }
    limits: { revisions: 0, retries: 1 }
    on_failure: skip
    rules: [{ rule: "!('q' in output.got)", message: no q }]
  - role: e
    responsibility: End.
    reads: [got]
    writes: { fin: { type: string } }
routes:
  - { when: size(state.got) == 0, to: w, for_each: state.items, as: it }
  - { when: state.fin == '', to: e }
finish_when: state.fin != ''
limits: { steps: 4 }
`;
const replies = `  - { role: w, when: "subtask.input.it == 'p'", text: "no JSON at all" }
  - { role: w, output: { got: ["{{ subtask.input.it }}"] }, confidence: 0.3, repeat: true }
  - { role: e, output: { fin: ok }, repeat: true }
`;
const files: TeamFiles = scripted(team, replies);
const line = { role: 8, rule: 13, end: 14, commitOfEnd: 17, firstRoute: 19 };

async function debugging(work: (client: DebugClient, file: string, host: ReturnType<typeof debugHost>) => Promise<void>): Promise<void> {
  await inFolder(files, async (folder) => {
    const host = debugHost();
    const client = new DebugClient(host);
    try {
      await work(client, `${folder}/team.yaml`, host);
    } finally {
      await client.disconnect();
    }
  });
}

async function allStops(client: DebugClient): Promise<readonly string[]> {
  const stops: string[] = [];
  for (let stop = await client.stop(); stop !== 'ended'; stop = await client.to('continue')) stops.push(client.last.text === undefined ? stop : `${stop} | ${client.last.text}`);
  return stops;
}

const set = (client: DebugClient, file: string, lines: readonly DebugProtocol.SourceBreakpoint[]) =>
  client.request<DebugProtocol.SetBreakpointsResponse['body']>('setBreakpoints', { source: { path: file }, breakpoints: lines });

describe('what stops a run under the debugger', () => {
  it('is a line where its condition holds, as often as its count says, and what cannot be judged', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain' }, { [file]: [{ line: line.role, condition: "subtask.input.it == 'q'" }, { line: line.rule, hitCondition: '% 2' }, { line: line.end, condition: 'state.gott' }] });
      assert.deepEqual(await allStops(client), [
        'breakpoint: w begins at team.yaml:8',
        'breakpoint: w is checked by a rule at team.yaml:13',
        'breakpoint: e begins at team.yaml:14 | The condition `state.gott` could not be judged: There is no shared field `gott`.',
      ]);
    }));

  it('is not a log point, which tells its message', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain' }, { [file]: [{ line: line.role, logMessage: 'works on {subtask.input.it}, {1 +}' }] });
      assert.deepEqual(await allStops(client), []);
      const said = client.said.flatMap((message) => (message.type === 'event' && (message as DebugProtocol.Event).event === 'output' ? [(message as DebugProtocol.OutputEvent).body.output] : []));
      assert.equal(said.filter((text) => /^works on [pqr], \{1 \+: /.test(text)).length, 3, said.join(''));
    }));

  it('is moved to the line it belongs to, or says why it never stops', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain', stopOnEntry: true });
      await client.stop();
      const { breakpoints } = await set(client, file, [{ line: 2 }, { line: 9 }, { line: 16 }, { line: 18 }, { line: 6 }, { line: line.role, hitCondition: 'often' }]);
      assert.deepEqual(breakpoints.map(({ verified, line: at, message }) => [verified, at, message]), [
        [false, 2, 'Nothing stops in `goal`: choose a line of a role, a route or a rule.'],
        [true, 8, undefined],
        [true, 14, undefined],
        [true, 19, undefined],
        [false, 6, 'Nothing stops in `state`: choose a line of a role, a route or a rule.'],
        [false, 8, '"often" is no count: write 3, >= 3, or % 2 for every second time.'],
      ]);
      const other = await set(client, `${file}x`, [{ line: 1 }]);
      assert.equal(other.breakpoints[0]!.message, 'This file does not belong to the team that runs.');
    }));

  it('is a write to a field', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain', stopOnEntry: true });
      await client.stop();
      const reference = await client.reference('Shared workspace');
      const { dataId } = await client.request<DebugProtocol.DataBreakpointInfoResponse['body']>('dataBreakpointInfo', { variablesReference: reference, name: 'got' });
      await client.request('setDataBreakpoints', { breakpoints: [{ dataId, condition: 'size(state.got) > 1' }] });
      assert.match(await client.to('continue'), /^data breakpoint: /);
      assert.equal(client.last.text, 'got was written');
      assert.equal(await client.evaluate('state.got'), '[2 items]');
    }));

  for (const [filter, text] of [
    ['contract', /The reply broke its contract/],
    ['rule', /A rule does not hold: no q/],
    ['confidence', /a confidence of 0\.3 only/],
    ['nearLimit', /Four fifths of the limit of steps are used: 4 of 4/],
  ] as const) {
    it(`is a failure that is asked for: ${filter}`, () =>
      debugging(async (client, file) => {
        await client.start({ team: file, task: 'rain' }, {}, [filter]);
        const stops = await allStops(client);
        assert.match(stops[0] ?? 'none', /^exception: /);
        assert.match(stops.join('\n'), text);
      }));
  }

  it('holds all steps of a fan-out, each a thread of its own', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain' }, { [file]: [{ line: line.role }] });
      assert.equal(await client.stop(), 'breakpoint: w begins at team.yaml:8');
      const { threads } = await client.request<DebugProtocol.ThreadsResponse['body']>('threads');
      assert.deepEqual(threads.map(({ id, name }) => [id, name]), [[1, 'step 1: w'], [2, 'step 2: w'], [3, 'step 3: w']]);
      assert.equal(client.last.threadId, 1);
      assert.equal(await client.evaluate('subtask.input.it'), '"p"');
    }));

  it('is as much of a recorded run, with nothing run', () =>
    debugging(async (client, file, host) => {
      await client.start({ team: file, task: 'rain' });
      assert.equal(await client.stop(), 'ended');
      const before = (await host.eventsOf('1')).length;
      const walker = new DebugClient(host);
      await walker.start({ team: file, replay: 1 }, { [file]: [{ line: line.end }] });
      assert.match(await walker.stop(), /^entry: /);
      assert.equal(await walker.to('continue'), 'breakpoint: e begins at team.yaml:14');
      assert.equal(await walker.evaluate('state.got'), '[2 items]');
      assert.equal(await walker.to('stepBack'), 'step: w begins at team.yaml:8');
      assert.equal(await walker.to('continue'), 'breakpoint: e begins at team.yaml:14');
      assert.equal(await walker.to('continue'), 'ended');
      assert.equal((await host.eventsOf('1')).length, before);
      await walker.disconnect();
    }));

  it('is nothing where it is only to be run', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain', stopOnEntry: true, noDebug: true }, { [file]: [{ line: line.role }] }, ['contract']);
      assert.deepEqual(await allStops(client), []);
    }));

  it('is nothing where the configuration is wrong, and it says why', () =>
    debugging(async (client, file) => {
      await client.request('initialize', { adapterID: 'rolecall', pathFormat: 'path' });
      await assert.rejects(client.request('launch', { team: 7 }), /`team` /);
      await assert.rejects(client.request('launch', { team: file, replay: '77' }), /There is no run 77/);
    }));

  it('completes names, members and commands in the console', () =>
    debugging(async (client, file) => {
      await client.start({ team: file, task: 'rain', stopOnEntry: true });
      await client.stop();
      const complete = async (text: string) => (await client.request<DebugProtocol.CompletionsResponse['body']>('completions', { text, column: text.length + 1 })).targets.map(({ label }) => label);
      assert.deepEqual(await complete('.'), ['.prompt', '.spend', '.why', '.approve', '.reject']);
      assert.deepEqual(await complete('size(state.'), ['task', 'constraints', 'items', 'got', 'fin']);
      assert.deepEqual(await complete('run.calls.'), ['w', 'e']);
      assert.ok((await complete('st')).includes('state'));
    }));
});
