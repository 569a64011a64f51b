// Cases of area C: time travel and what is kept. C6 is in ../../cli/crashCommand.test.ts and ../node/runLogCrash.test.ts, C11 in ../node/runsFolder.test.ts
// and ../../cli/crashCommand.test.ts, C5 on the command line in ../../cli/fork.test.ts, C13's crashes in ../../cli/crashEveryEvent.test.ts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { roleKeys } from '../../../src/engine/cards/roleKeys';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { rolecallHere } from '../../support/cliInProcess';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { approver } from '../../support/people';
import { forkTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

const pipeline = (more: string) => scripted(`
roles:
  - { role: first, responsibility: Begin., reads: [task], writes: { a: { type: string } } }
  - { role: second, responsibility: Go on., reads: [a], writes: { b: { type: string } } }
topology: pipeline
pipeline: [first, second]
${more}`, '  - { role: first, output: { a: one }, repeat: true }\n  - { role: second, output: { b: "{{ state.a + \' two\' }}" }, repeat: true }\n');

describe('cases C', () => {
  it('C1: from a step before a question it is asked again, and the state is that of then', async () => {
    await inFolder(pipeline('approvals: [{ before: second }]\n'), async (folder) => {
      const { events, state } = await runTeam(folder, { person: approver });
      assert.equal(state.values['b'], 'one two');
      const fork = await forkTeam(events, 1);
      assert.deepEqual([fork.result.status, fork.state.values['a'], fork.state.values['b']], ['waiting', 'one', '']);
      assert.deepEqual(fork.state.asked.keys(), ['s2.before'], 'the old answer is not used');
    });
  });

  it('C1: what a team within did behind that step is not known, and its question is asked again', async () => {
    const inner = scripted(`
roles: [{ role: counter, responsibility: Count., reads: [n], writes: { n: { type: number } } }]
state: { n: { type: number, initial: 0 } }
routes: [{ when: run.done.counter == 0, to: counter }]
finish_when: run.done.counter == 1
approvals: [{ after: counter }]
`, '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true }\n', 'inner');
    const outer = scripted(`
topology: hierarchy
roles:
  - { role: make, responsibility: Count., reads: [n], writes: { n: { type: number } }, team: inner }
  - { role: tell, responsibility: Tell., reads: [n], writes: { told: { type: array } } }
state: { n: { type: number, initial: 0 }, told: { type: array, reducer: append } }
routes:
  - { when: state.n == size(state.told), to: make }
  - { when: state.n > size(state.told), to: tell }
finish_when: size(state.told) == 3
`, '  - { role: tell, output: { told: ["{{ string(state.n) }}"] }, repeat: true }\n');
    const files = { 'team.yaml': outer['team.yaml']!, 'script.yaml': outer['script.yaml']!, 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! };
    await inFolder(files, async (folder) => {
      const { events, state } = await runTeam(folder, { person: approver });
      assert.deepEqual([state.values['n'], state.values['told']], [3, ['1', '2', '3']]);
      const ended = events.flatMap((event) => (event.type === 'role.finished' ? [event.step] : []));
      // Behind the first that was told: the second visit of the team is about to begin.
      const fork = await forkTeam(events, ended[1]!);
      assert.deepEqual([fork.result.status, fork.state.values['n'], fork.state.values['told']], ['waiting', 1, ['1']]);
      const [visit] = [...fork.state.open.values()];
      assert.deepEqual([visit?.role, visit?.inner?.values['n'], visit?.inner?.steps], ['make', 1, 1], 'it is handed what there was then, and its new result is not committed');
      const questions = fork.events.filter((event) => event.type === 'team.event' && event.event.type === 'approval.requested');
      assert.equal(questions.length, 2, 'that of the first visit, and that of now');
      const all = await resumeTeam(folder, fork.events, undefined, { person: approver });
      assert.deepEqual([stateOf(all).values['n'], stateOf(all).values['told']], [3, ['1', '2', '3']]);
    });
  });

  it('C5: after going back the run moves on along the new way', async () => {
    await inFolder(pipeline(''), async (folder) => {
      const { events } = await runTeam(folder);
      const fork = await forkTeam(events, 1, { writes: { a: 'other' } });
      assert.deepEqual([fork.state.steps, fork.state.values['b'], fork.state.end?.status], [2, 'other two', 'completed']);
      const again = await forkTeam(fork.events, 2, { writes: { b: 'mine' } });
      assert.deepEqual([again.state.values['b'], again.state.steps, again.events.length > fork.events.length], ['mine', 2, true]);
    });
  });

  it('C9: going on thirty times leaves one system prompt in what is kept', async () => {
    await inFolder(pipeline('approvals: [{ after: second }]\n'), async (folder) => {
      let { events }: { events: readonly RunEvent[] } = await runTeam(folder);
      for (let time = 0; time < 30; time++) events = await resumeTeam(folder, events);
      const prompts = events.flatMap((event) => (event.type === 'model.requested' && event.role === 'second' ? event.append.map((said) => said.role) : []));
      assert.deepEqual(prompts, ['system', 'user']);
      assert.equal(count(events, 'approval.requested'), 1);
    });
  }).timeout(20_000);

  it('C10: what is kept is the run’s own state, whatever lies in the folder', async () => {
    await inFolder(pipeline(''), async (folder) => {
      const kept = async () => {
        await rm(`${folder}/.rolecall`, { recursive: true, force: true });
        const said = await rolecallHere(folder, 'run', '.', '--task', 'rain', '--json', '--quiet');
        assert.equal(said.code, 0, said.err);
        const names = await readdir(`${folder}/.rolecall`, { recursive: true });
        return { names: names.sort(), bytes: (await stat(`${folder}/.rolecall/runs/1/events.jsonl`)).size };
      };
      const bare = await kept();
      await mkdir(`${folder}/data`);
      await Promise.all(Array.from({ length: 2000 }, (_, i) => writeFile(`${folder}/data/${i}.txt`, `file ${i}`)));
      await writeFile(`${folder}/large.bin`, Buffer.alloc(20_000_000));
      // Whoever reads it waits for ever.
      execFileSync('mkfifo', [`${folder}/data/pipe`]);
      const full = await kept();
      assert.deepEqual(full.names, bare.names);
      assert.ok(Math.abs(full.bytes - bare.bytes) < 40, `${full.bytes} and ${bare.bytes} bytes: only times differ`);
    });
  });

  it('C13: what handles a failure is not run again, nor what it did outside, wherever the run is cut behind it', async () => {
    const files = scripted(`
tools: { save: { type: write_file, root: out, approve: never } }
roles:
  - { role: worker, responsibility: Work., writes: { a: { type: string } }, limits: { retries: 0 }, on_failure: escalate }
  - { role: planner, mode: plan, responsibility: Help., tools: [save], writes: { helped: { type: number } } }
state: { helped: { type: number, reducer: add, initial: 0 } }
routes: [{ when: state.helped == 0, to: worker }]
`, '  - { role: worker, text: no }\n  - { role: planner, when: size(tool.results) == 0, tool_calls: [{ name: save, arguments: { path: alarm.txt, text: help } }], repeat: true }\n  - { role: planner, output: { helped: 1 }, repeat: true }\n');
    await inFolder(files, async (folder) => {
      const { events, state } = await runTeam(folder);
      assert.equal(state.values['helped'], 1);
      assert.equal(await readFile(`${folder}/out/alarm.txt`, 'utf8'), 'help');
      await rm(`${folder}/out/alarm.txt`);
      const stored = events.findIndex((event) => event.type === 'tool.returned');
      for (let cut = stored + 1; cut < events.length; cut++) {
        const all = await resumeTeam(folder, events.slice(0, cut));
        assert.deepEqual([stateOf(all).values['helped'], count(all, 'tool.returned'), count(all, 'model.responded')], [1, 1, count(events, 'model.responded')], `cut after ${cut}`);
      }
      await assert.rejects(readFile(`${folder}/out/alarm.txt`), { code: 'ENOENT' });
    });
  });

  it('C14: a team that is visited twice begins afresh', async () => {
    const inner = scripted(`
roles: [{ role: counter, responsibility: Count., reads: [n], writes: { n: { type: number } } }]
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < 2, to: counter }]
finish_when: state.n >= 2
`, '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true }\n', 'inner');
    const outer = scripted(`
topology: hierarchy
roles: [{ role: make, responsibility: Count., writes: { n: { type: number } }, team: inner }]
state: { n: { type: number, reducer: add } }
routes: [{ when: meta.n.version < 2, to: make }]
finish_when: meta.n.version == 2
`, '');
    const { state } = await runFiles({ 'team.yaml': outer['team.yaml']!, 'script.yaml': 'replies: []\n', 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! });
    assert.deepEqual([state.values['n'], state.steps, state.requests.get('make/counter')], [4, 6, 4]);
    assert.match(roleKeys['team']!.doc, /Each visit begins afresh/, 'people are told where they write the key');
  });
});
