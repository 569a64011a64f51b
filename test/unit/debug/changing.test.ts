// What a person does to a run under the debugger: answers it, jumps to a role, tries one several times, keeps or discards an edited card, debugs a role alone.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Tried } from '../../../src/debug/customRequests';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createEngine } from '../../../src/engine/supervisor/createEngine';
import { DebugClient, debugHost } from '../../support/debugging';
import { inFolder, type TeamFiles } from '../../support/runFiles';
import { testPorts } from '../../support/runTeam';
import { virtualClock } from '../../support/virtualClock';

const team = `rolecall: 1
team: small
goal: A note on {{ task }}
model: demo
models: { demo: { provider: scripted, script: demo.script.yaml } }
approvals: [{ before: writer }]
state: { facts: { type: array, reducer: append } }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: size(state.facts) == 0, to: finder, for_each: state.plan, as: topic }
  - { when: "state.note == ''", to: writer }
finish_when: state.note != ''
limits: { steps: 6 }
`;
const writer = `# How it is written matters.
role: writer
responsibility: Writes.
reads: [facts]
writes: { note: { type: string } }
instructions: Write it in one sentence.
rules: [{ rule: size(output.note) > 2, message: Too short. }]
`;
const files: TeamFiles = {
  'team.yaml': team,
  'roles/planner.yaml': 'role: planner\nresponsibility: Plans.\nwrites: { plan: { type: array } }\nlimits: { calls: 1 }\n',
  'roles/finder.yaml': 'role: finder\nresponsibility: Finds.\nreads: [plan]\nwrites: { facts: { type: array, items: {} } }\n',
  'roles/writer.yaml': writer,
  'roles/judge.yaml': 'role: judge\nresponsibility: Judges.\nreads: [facts]\nwrites: { verdict: { type: string } }\ninput_schema: { type: object, required: [why], properties: { why: { type: string } } }\n',
  'demo.script.yaml': `replies:
  - { role: planner, output: { plan: [rain, snow] } }
  - { role: finder, output: { facts: ["{{ subtask.input.topic }} is wet"] }, repeat: true }
  - { role: writer, output: { note: "It is wet." }, repeat: true }
  - { role: judge, output: { verdict: good }, repeat: true }
`,
};

type Host = ReturnType<typeof debugHost>;

async function debugging(work: (client: DebugClient, folder: string, host: Host) => Promise<void>): Promise<void> {
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

const rolesOf = (events: readonly RunEvent[]): readonly string[] => events.flatMap((event) => (event.type === 'role.started' ? [`${event.role} by ${event.decision.by}`] : []));

async function jumpTo(client: DebugClient, file: string, line = 1): Promise<string> {
  const { targets } = await client.request<DebugProtocol.GotoTargetsResponse['body']>('gotoTargets', { source: { path: file }, line });
  await client.request('goto', { threadId: client.last.threadId, targetId: targets[0]!.id });
  return client.stop();
}

describe('a run that a person waits at', () => {
  it('stands still at what it asks, and goes on with the answer as it was going', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' });
      assert.equal(await client.stop(), 'approval: writer begins at writer.yaml:2');
      assert.match(client.last.text ?? '', /writer/);
      assert.deepEqual([host.heldOf('1')?.why, host.heldOf('1')?.at], ['approval', { file: 'roles/writer.yaml', line: 2, column: 1 }]);
      assert.equal(await client.evaluate('size(state.facts)'), '2');
      assert.match(await client.evaluate('.approve'), /^Approved: /);
      assert.equal(await client.stop(), 'ended');
      assert.equal((await host.stateOf('1')).end?.status, 'completed');
      assert.equal(host.heldOf('1'), null);
    }));

  it('says what it waits for when it is told to go on, and takes a no with its reason', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' });
      await client.stop();
      await client.request('continue', { threadId: client.last.threadId });
      const { output } = await client.event<{ readonly output: string }>('output');
      assert.match(output, /^It waits for an answer: .*\.reject and why\.\n$/);
      assert.match(await client.evaluate('.reject not yet'), /^Rejected: /);
      assert.equal(await client.stop(), 'ended');
      const answer = (await host.eventsOf('1')).find((event) => event.type === 'approval.answered');
      assert.deepEqual(answer?.type === 'approval.answered' && [answer.answer, answer.note], ['reject', 'not yet']);
      await assert.rejects(client.evaluate('.approve'), /The run waits for no answer/);
    }));

  for (const [approvals, status] of [['approve', 'completed'], ['reject', 'failed'], ['fail', 'waiting']] as const) {
    it(`does not stand still where the configuration answers for them: ${approvals}`, () =>
      debugging(async (client, folder, host) => {
        await client.start({ team: `${folder}/team.yaml`, task: 'rain', approvals });
        assert.equal(await client.stop(), 'ended');
        assert.equal((await host.stateOf('1')).end?.status, status, JSON.stringify((await host.stateOf('1')).end));
      }));
  }

  it('looks back meanwhile, and stands at the question again', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain' });
      await client.stop();
      assert.match(await client.to('stepBack'), /^step: writer begins/);
      assert.match(await client.to('continue'), /^approval: writer begins/);
    }));
});

describe('jumping to a role', () => {
  it('makes it the next in place of the one that was chosen, as a decision by a person that can be replayed', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain', approvals: 'approve' }, { [`${folder}/team.yaml`]: [{ line: 10 }] });
      assert.equal(await client.stop(), 'breakpoint: step 2: finder (team.yaml:10) at team.yaml:10');
      assert.equal(await jumpTo(client, `${folder}/roles/writer.yaml`, 3), 'goto: writer begins at writer.yaml:2');
      assert.match(await client.evaluate('.why'), /^writer was chosen by a person/);
      assert.equal(await client.to('continue'), 'ended');
      const events = await host.eventsOf('1');
      assert.deepEqual(rolesOf(events), ['planner by route', 'writer by person']);
      const replay = await createEngine(testPorts(virtualClock())).replay({ events });
      assert.ok(replay.ok, JSON.stringify(replay).slice(0, 300));
    }));

  it('from a step that has begun goes on as a new run', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain', approvals: 'approve' }, { [`${folder}/roles/finder.yaml`]: [{ line: 1 }] });
      await client.stop();
      assert.equal(await jumpTo(client, `${folder}/roles/writer.yaml`), 'goto: writer begins at writer.yaml:2');
      assert.equal(await client.to('continue'), 'ended');
      assert.deepEqual(rolesOf(await host.eventsOf('2')), ['planner by route', 'writer by person']);
    }));

  it('is refused with the reason, and changes nothing', () =>
    debugging(async (client, folder) => {
      const file = `${folder}/team.yaml`;
      await client.start({ team: file, task: 'rain' }, { [file]: [{ line: 10 }] });
      const where = await client.stop();
      await assert.rejects(jumpTo(client, `${folder}/roles/planner.yaml`), /planner cannot begin once more: all of its 1 calls are used/);
      await assert.rejects(jumpTo(client, `${folder}/roles/judge.yaml`), /judge cannot begin with this input: .*why/);
      await assert.rejects(jumpTo(client, file, 3), /Nothing stops in `goal`/);
      await assert.rejects(jumpTo(client, file, 10), /Only a role can be jumped to/);
      assert.equal(`breakpoint: ${(await client.frames())[0]!.name} at team.yaml:10`, where);
    }));
});

describe('an edited card', () => {
  const edit = async (folder: string): Promise<string> => {
    const file = `${folder}/roles/writer.yaml`;
    await writeFile(file, writer.replace('one sentence', 'two words'));
    return file;
  };
  const restarted = async (client: DebugClient, folder: string): Promise<string> => {
    await client.start({ team: `${folder}/team.yaml`, task: 'rain', approvals: 'approve' }, { [`${folder}/roles/writer.yaml`]: [{ line: 5 }] });
    assert.equal(await client.stop(), 'breakpoint: writer is about to commit at writer.yaml:5');
    const file = await edit(folder);
    const [frame] = await client.frames();
    await client.request('restartFrame', { frameId: frame!.id });
    assert.equal(await client.stop(), 'restart: writer begins at writer.yaml:2');
    return file;
  };

  it('is tried several times from the same snapshot, each in a run of its own', () =>
    debugging(async (client, folder, host) => {
      await restarted(client, folder);
      const { run, step, attempts } = await client.request<Tried>('rolecall.try', { times: 3 });
      assert.deepEqual([run, step], ['2', 4]);
      assert.deepEqual(attempts.map((one) => [one.index, one.run, one.step, one.state, one.output, one.problems]), [1, 2, 3].map((index) => [index, String(index + 2), 4, 'committed', { note: 'It is wet.' }, []]));
      assert.ok(attempts.every(({ tokens, reply }) => tokens > 0 && reply !== null));
      assert.deepEqual(rolesOf(await host.eventsOf('3')), ['planner by route', 'finder by route', 'finder by route', 'writer by person']);
      assert.equal((await host.stateOf('3')).end?.reason, 'end');
      const prompt = JSON.stringify((await host.eventsOf('3')).findLast((event) => event.type === 'model.requested'));
      assert.match(prompt, /two words/);
      assert.equal((await client.frames())[0]!.name, 'writer begins');
      await assert.rejects(client.request('rolecall.try', { times: 0 }), /A whole number from 1 to 50/);
    }));

  it('gets its text back when it is discarded, comments and all', () =>
    debugging(async (client, folder) => {
      const file = await restarted(client, folder);
      assert.deepEqual(await client.request('rolecall.discard'), { file });
      assert.equal(await readFile(file, 'utf8'), writer);
      await assert.rejects(client.request('rolecall.keep'), /restart its frame first/);
    }));

  it('stays when it is kept', () =>
    debugging(async (client, folder) => {
      const file = await restarted(client, folder);
      assert.deepEqual(await client.request('rolecall.keep'), { file });
      assert.match(await readFile(file, 'utf8'), /^# How[^]*two words/);
    }));
});

describe('a role alone', () => {
  it('does its work once, with the state and the input that it is given', () =>
    debugging(async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, role: 'finder', state: { plan: ['sun'] }, input: { topic: 'sun' }, stopOnEntry: true });
      assert.equal(await client.stop(), 'entry: step 1: finder at team.yaml:2');
      assert.equal(await client.to('next'), 'step: finder begins at finder.yaml:1');
      assert.match((await client.scope('Prompt')).join('\n'), /instructions|identity/);
      assert.equal(await client.to('continue'), 'ended');
      const state = await host.stateOf('1');
      assert.deepEqual([state.values['facts'], state.end], [['sun is wet'], { status: 'completed', reason: 'end' }]);
      const replay = await createEngine(testPorts(virtualClock())).replay({ events: await host.eventsOf('1') });
      assert.ok(replay.ok);
    }));

  it('is refused where there is no such role, or its input is not what its card asks for', () =>
    debugging(async (client, folder) => {
      await client.request('initialize', { adapterID: 'rolecall', pathFormat: 'path' });
      await assert.rejects(client.request('launch', { team: `${folder}/team.yaml`, role: 'nobody' }), /no role "nobody"/);
      await assert.rejects(client.request('launch', { team: `${folder}/team.yaml`, role: 'judge' }), /judge cannot begin with this input: .*why/);
      await assert.rejects(client.request('launch', { team: `${folder}/team.yaml`, input: {} }), /`input` is that of one role alone/);
    }));
});

describe('before it is sent', () => {
  it('a prompt is shown as it would be built, and a fan-out is held where it is decided', () =>
    debugging(async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 'rain', approvals: 'approve' }, { [`${folder}/team.yaml`]: [{ line: 10 }], [`${folder}/roles/writer.yaml`]: [{ line: 2 }] });
      assert.equal(await client.stop(), 'breakpoint: step 2: finder (team.yaml:10) at team.yaml:10');
      assert.equal(await client.evaluate('run.steps'), '1');
      assert.equal(await client.to('continue'), 'breakpoint: writer begins at writer.yaml:2');
      assert.match(await client.evaluate('.prompt'), /Write it in one sentence\./);
      assert.match((await client.scope('Prompt')).join('\n'), /instructions = # Instructions\nWrite it in one sentence\./);
    }));
});
