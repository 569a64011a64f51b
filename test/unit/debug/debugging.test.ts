// The debug adapter as VS Code uses it: requests in, answers and stops out, over a team in files that the real engine runs.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { RunHandle } from '../../../src/engine/supervisor/engine';
import { DebugClient, debugHost } from '../../support/debugging';
import { inFolder, type TeamFiles } from '../../support/runFiles';

const team = `rolecall: 1
team: small
goal: A note on {{ task }}
model: demo
models: { demo: { provider: scripted, script: demo.script.yaml } }
tools: { find: { type: search, root: docs } }
state:
  plan: { type: array }
  findings: { type: array, reducer: append, key: source }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - when: size(state.findings) < size(state.plan)
    to: researcher
  - { when: "state.note == ''", to: writer }
finish_when: state.note != ''
rules:
  - { rule: "!has(output.note) || size(output.note) > 3", message: The note is too short. }
`;
const planner = `role: planner
responsibility: Plans.
writes: { plan: { type: array } }
instructions: |
  Say what to look for.
`;
const researcher = `role: researcher
responsibility: Looks things up.
reads: [plan]
tools: [find]
writes:
  findings: { type: array }
instructions: Find {{ state.plan[size(state.findings)] }}.
`;
const writer = `role: writer
responsibility: Writes.
reads: [findings]
writes: { note: { type: string } }
instructions: Write it in one sentence.
rules:
  - { rule: size(output.note) < 500, message: Too long. }
review: { by: critic, criteria: [It is short.] }
`;
const script = `replies:
  - { role: planner, output: { plan: [rain, snow] } }
  - { role: researcher, tool_calls: [{ name: find, arguments: { query: "{{ state.plan[size(state.findings)] }}" } }], repeat: true, when: size(tool.results) == 0 }
  - { role: researcher, output: { findings: [{ source: "{{ state.plan[size(state.findings)] }}", claim: wet }] }, repeat: true }
  - { role: writer, output: { note: "no" } }
  - { role: writer, output: { note: "It is wet, says {{ size(state.findings) }}." }, repeat: true }
  - { role: critic, verdict: approve, repeat: true }
`;
const files: TeamFiles = {
  'team.yaml': team,
  'roles/planner.yaml': planner, 'roles/researcher.yaml': researcher, 'roles/writer.yaml': writer,
  'roles/critic.yaml': 'role: critic\nresponsibility: Reviews.\n',
  'demo.script.yaml': script, 'docs/a.md': '# Rain\n\nRain is wet.\n',
};

async function debugging(work: (client: DebugClient, folder: string, host: ReturnType<typeof debugHost>) => Promise<void>): Promise<void> {
  await inFolder(files, async (folder) => {
    const host = debugHost();
    const client = new DebugClient(host);
    try {
      await work(client, folder, host);
    } finally {
      await client.disconnect();
    }
  });
}

describe('the debugger', () => {
  it('runs to the end where nothing stops it', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' });
      assert.equal(await client.stop(), 'ended');
    }));

  it('stops on entry, and steps over from role to role', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain', stopOnEntry: true });
      const way = [await client.stop()];
      while (way.at(-1) !== 'ended') way.push(await client.to('next'));
      assert.deepEqual(way, [
        'entry: step 1: planner (team.yaml:11) at team.yaml:11',
        'step: planner begins at planner.yaml:1',
        'step: researcher begins at researcher.yaml:1',
        'step: researcher begins at researcher.yaml:1',
        'step: writer begins at writer.yaml:1',
        'ended',
      ]);
    }));

  for (const command of ['terminate', 'disconnect']) {
    it(`leaves no run behind that was only being started at ${command}`, () =>
      inFolder(files, async (folder) => {
        const host = debugHost();
        const said = new EventEmitter();
        const [asked, mayStart, begun] = [once(said, 'asked'), once(said, 'mayStart'), once(said, 'begun')];
        const client = new DebugClient({
          ...host,
          start: async (...given) => {
            said.emit('asked');
            await mayStart;
            const handle = await host.start(...given);
            said.emit('begun', handle);
            return handle;
          },
        });
        await client.start({ team: `${folder}/team.yaml`, task: 'rain', stopOnEntry: true });
        await asked;
        await client.request(command);
        said.emit('mayStart');
        const [handle] = (await begun) as [RunHandle];
        assert.equal((await handle.finished).status, 'stopped');
      }));
  }

  it('steps into the phases of a role, each with its line', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [`${folder}/roles/writer.yaml`]: [{ line: 1 }] });
      const way = [await client.stop()];
      while (way.at(-1) !== 'ended') way.push(await client.to('stepIn'));
      assert.deepEqual(way, [
        'breakpoint: writer begins at writer.yaml:1',
        'step: writer prompt is built at writer.yaml:5',
        'step: writer is checked by a rule at team.yaml:17',
        'step: writer is checked by a rule at writer.yaml:7',
        'step: writer is checked by a rule at team.yaml:17',
        'step: writer is checked by a rule at writer.yaml:7',
        'step: writer is about to be reviewed at writer.yaml:8',
        'step: writer is about to commit at writer.yaml:4',
        'ended',
      ]);
    }));

  it('steps back with no call, walks the same way forward, and goes on live', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [`${folder}/roles/writer.yaml`]: [{ line: 5 }] });
      assert.equal(await client.stop(), 'breakpoint: writer prompt is built at writer.yaml:5');
      const before = (await host.eventsOf('1')).length;
      assert.equal(await client.to('stepBack'), 'step: writer begins at writer.yaml:1');
      assert.equal(await client.to('stepBack'), 'step: researcher begins at researcher.yaml:1');
      assert.equal(await client.to('stepBack'), 'step: researcher begins at researcher.yaml:1');
      assert.deepEqual((await client.scope('Shared workspace')).slice(2, 5), ['plan = [2 items]', 'findings = []', 'note = ""']);
      assert.equal(await client.to('next'), 'step: researcher begins at researcher.yaml:1');
      assert.deepEqual((await client.scope('Shared workspace')).slice(2, 4), ['plan = [2 items]', 'findings = [1 item]']);
      assert.equal(await client.to('reverseContinue'), 'entry: step 1: planner (team.yaml:11) at team.yaml:11');
      assert.equal((await host.eventsOf('1')).length, before);
      assert.equal(await client.to('continue'), 'breakpoint: writer prompt is built at writer.yaml:5');
      assert.equal(await client.to('continue'), 'ended');
    }));

  it('shows what a role is given, its prompt, its reply and its tools', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [`${folder}/roles/researcher.yaml`]: [{ line: 7 }, { line: 4 }, { line: 6 }] });
      assert.equal(await client.stop(), 'breakpoint: researcher prompt is built at researcher.yaml:7');
      assert.deepEqual(await client.scope('Input'), ['subtask = {}', 'plan = [2 items]']);
      assert.match((await client.scope('Prompt')).join('\n'), /system · instructions = # Instructions\nFind rain\./);
      assert.equal(await client.to('continue'), 'breakpoint: find at researcher.yaml:4');
      assert.equal(await client.to('continue'), 'breakpoint: researcher is about to commit at researcher.yaml:5');
      assert.match((await client.scope('Tools')).join('\n'), /find = \{ arguments, result \}/);
      assert.match((await client.scope('Reply')).join('\n'), /attempt 1 = \{ state, output/);
      assert.equal(await client.evaluate('state.plan[0] + "!"'), '"rain!"');
      assert.match(await client.evaluate('.why'), /researcher was chosen by team\.yaml:12: size\(state\.findings\) < size\(state\.plan\)/);
      assert.match(await client.evaluate('.spend'), /researcher/);
      assert.match(await client.evaluate('.prompt'), /Find rain\./);
    }));

  it('writes to the shared workspace: at the newest place into the run itself', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [`${folder}/team.yaml`]: [{ line: 14 }] });
      assert.equal(await client.stop(), 'breakpoint: step 4: writer (team.yaml:14) at team.yaml:14');
      const scope = await client.reference('Shared workspace');
      await assert.rejects(client.request('setVariable', { variablesReference: scope, name: 'findings', value: '7' }), /findings cannot be that: it must be array\. See team\.yaml:9/);
      await assert.rejects(client.request('setVariable', { variablesReference: scope, name: 'findings', value: '[{"source":"a"},{"source":"a"}]' }), /two items have the source "a"/);
      await client.request('setVariable', { variablesReference: scope, name: 'findings', value: '[]' });
      assert.match(await client.stop(), /^goto: step 4: /, JSON.stringify((await host.eventsOf('1')).slice(-8)).slice(0, 3000));
      const written = (await host.eventsOf('1')).findLast((event) => event.type === 'workspace.committed');
      assert.deepEqual(written?.type === 'workspace.committed' && [written.by, written.values], ['person', { findings: [] }]);
    }));

  for (const [line, place] of [[1, 'begins'], [5, 'prompt is built'], [8, 'is about to be reviewed'], [4, 'is about to commit']] as const) {
    it(`writes while a role is held (${place}): it works with what was written, and loses no retry for it`, () =>
      debugging(async (client, folder, host) => {
        const file = `${folder}/roles/writer.yaml`;
        await writeFile(file, `${await readFile(file, 'utf8')}limits: { retries: 0 }\n`);
        await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [file]: [{ line }] });
        assert.equal(await client.stop(), `breakpoint: writer ${place} at writer.yaml:${line}`);
        const scope = await client.reference('Shared workspace');
        await client.request('setVariable', { variablesReference: scope, name: 'findings', value: '[{"source":"a"},{"source":"b"},{"source":"c"}]' });
        assert.equal(await client.stop(), `breakpoint: writer ${place} at writer.yaml:${line}`, 'it stands where it stood');
        await client.request('setBreakpoints', { source: { path: file }, breakpoints: [] });
        assert.equal(await client.to('continue'), 'ended');
        const { end, values } = await host.stateOf('1');
        assert.deepEqual([end?.status, values['note']], ['completed', 'It is wet, says 3.']);
      }));
  }

  it('writes at an earlier place into a new run', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [`${folder}/team.yaml`]: [{ line: 14 }] });
      await client.stop();
      await client.to('stepBack');
      const scope = await client.reference('Shared workspace');
      await client.request('setVariable', { variablesReference: scope, name: 'plan', value: '["rain"]' });
      await client.stop();
      await client.request('setBreakpoints', { source: { path: `${folder}/team.yaml` }, breakpoints: [] });
      assert.equal(await client.to('continue'), 'ended');
      const state = await host.stateOf('2');
      assert.deepEqual([state.values['plan'], state.values['note']], [['rain'], 'It is wet, says 1.']);
    }));

  it('runs a role again with its card as it is now', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' }, { [`${folder}/roles/writer.yaml`]: [{ line: 4 }] });
      assert.equal(await client.stop(), 'breakpoint: writer is about to commit at writer.yaml:4');
      const file = `${folder}/roles/writer.yaml`;
      await writeFile(file, (await readFile(file, 'utf8')).replace('one sentence', 'two words').replace('role: writer', '# mine\nrole: writer'));
      // As an editor does: a breakpoint moves with its line.
      await client.request('setBreakpoints', { source: { path: file }, breakpoints: [{ line: 5 }] });
      const [frame] = await client.frames();
      await client.request('restartFrame', { frameId: frame!.id });
      assert.equal(await client.stop(), 'restart: writer begins at writer.yaml:2');
      assert.equal(await client.to('stepIn'), 'step: writer prompt is built at writer.yaml:6');
      assert.match(await client.evaluate('.prompt'), /Write it in two words\./);
      assert.equal(await client.to('continue'), 'breakpoint: writer is about to commit at writer.yaml:5');
      assert.equal(await client.to('continue'), 'ended');
      assert.equal((await host.stateOf('2')).end?.status, 'completed');
      assert.equal((await host.stateOf('1')).end?.status, 'stopped');
    }));

  it('refuses to run again with a card that is broken, and stays where it is', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain', stopOnEntry: true });
      await client.stop();
      await client.to('next');
      await writeFile(`${folder}/roles/planner.yaml`, 'role: planner\nresponsibility: Plans.\nreeds: [plan]\n');
      const [frame] = await client.frames();
      await assert.rejects(client.request('restartFrame', { frameId: frame!.id }), /planner\.yaml:3: .*reeds/);
      assert.equal((await client.frames())[0]!.name, 'planner begins');
    }));
});
