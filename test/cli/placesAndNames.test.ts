// What the terminal says of places in a run, of its own names, and of what goes wrong, so that people know what to do next.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { rolecallHere } from '../support/cliInProcess';
import { inFolder, scripted, type TeamFiles } from '../support/runFiles';
import { smallTeamFiles } from '../support/smallTeamFiles';

const outer: TeamFiles = {
  ...scripted(`
topology: hierarchy
roles:
  - { role: asker, responsibility: Ask., reads: [task], writes: { question: { type: string } } }
  - { role: make, responsibility: Make it., reads: [question], writes: { note: { type: string } }, team: inner }
routes: [{ when: state.question == '', to: asker }, { when: state.note == '', to: make }]
finish_when: state.note != ''
`, '  - { role: asker, output: { question: why } }\n'),
  'inner/team.yaml': 'team: inner\ngoal: A note\nmodels: { demo: { provider: scripted, script: script.yaml } }\nmodel: demo\nroles:\n  - { role: writer, responsibility: Write., reads: [question], writes: { note: { type: string } } }\nstate: { question: { type: string, initial: "" } }\nroutes: [{ when: state.note == \'\', to: writer }]\nfinish_when: state.note != \'\'\n',
  'inner/script.yaml': 'replies:\n  - { role: writer, output: { note: because }, repeat: true }\n',
};

describe('the terminal', function () {
  this.timeout(120_000);

  it('says which steps a run can be forked from, where it is asked for another', async () => {
    await inFolder(outer, async (cwd) => {
      assert.equal((await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet')).code, 0);
      const within = await rolecallHere(cwd, 'fork', '1', '--at', '2.1');
      assert.deepEqual([within.code, within.out], [1, '']);
      assert.match(within.err, /Step 2\.1 is a step of the team that does the work of step 2, and a run is forked between its own steps\.\nWrite --at 2 to keep step 2 as a whole, or --at 1 to have it done anew\. Those that ended: 1, 2\./);
      assert.match((await rolecallHere(cwd, 'fork', '1', '--at', 'two')).err, /--at cannot be "two"\.\nWrite the number of a step\. Those that ended: 1, 2\./);
      assert.match((await rolecallHere(cwd, 'fork', '1', '--at', '9.1')).err, /--at cannot be "9\.1"\.\nWrite the number of a step\. Those that ended: 1, 2\./);
      assert.match((await rolecallHere(cwd, 'fork', '1', '--at', '9')).err, /no step 9 that ended; steps 1 and 2 have/);
    });
  });

  it('lists a fork with the time at which it began', async () => {
    await inFolder(smallTeamFiles, async (folder) => {
      const cwd = `${folder}/team`;
      await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet');
      const log = `${cwd}/.rolecall/runs/1/events.jsonl`;
      // As if it had been made in another year.
      await writeFile(log, (await readFile(log, 'utf8')).replace(/"at":(\d+)/, '"at":1000000000000'));
      const began = Date.now();
      await rolecallHere(cwd, 'fork', '1', '--at', '1', '--quiet');
      const runs = JSON.parse((await rolecallHere(cwd, 'runs', '--json')).out) as readonly { readonly run: string; readonly started_at: string; readonly forked_from?: unknown }[];
      const fork = runs.find(({ run }) => run === '2')!;
      assert.deepEqual(fork.forked_from, { run: '1', step: 1 });
      assert.ok(Date.parse(fork.started_at) >= began, fork.started_at);
    });
  });

  it('prints a replay that fails as JSON where it is asked to', async () => {
    await inFolder(smallTeamFiles, async (folder) => {
      const cwd = `${folder}/team`;
      await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet');
      const file = `${cwd}/team.yaml`;
      await writeFile(file, (await readFile(file, 'utf8')).replace(/goal: .*/, 'goal: Something else'));
      const failed = await rolecallHere(cwd, 'replay', '1', '--json');
      assert.equal(failed.code, 1);
      const said = JSON.parse(failed.out) as Readonly<Record<string, unknown>>;
      assert.deepEqual([said['run'], said['replayed'], typeof said['message'], typeof said['hint']], ['1', false, 'string', 'string']);
      assert.ok(failed.err.includes(String(said['hint'])), failed.err);
    });
  });

  const asking = scripted(`
roles: [{ role: writer, responsibility: Write., reads: [task], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
approvals: [{ before: writer }]
`, '  - { role: writer, output: { note: a } }\n');

  it('shows a step that waits for a person as waiting', async () => {
    await inFolder(asking, async (cwd) => {
      assert.equal((await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet')).code, 3);
      assert.match((await rolecallHere(cwd, 'show', '1')).out, /^1 +writer +team\.yaml:\d+ +waiting /m);
      assert.match((await rolecallHere(cwd, 'show', '1', '--step', '1')).out, /^Step 1 of run 1: writer, waiting\./);
      assert.equal((JSON.parse((await rolecallHere(cwd, 'show', '1', '--step', '1', '--json')).out) as { readonly state: string }).state, 'waiting');
      assert.equal((await rolecallHere(cwd, 'resume', '1', '--approve', 'all', '--quiet')).code, 0);
      assert.match((await rolecallHere(cwd, 'show', '1')).out, /^1 +writer +team\.yaml:\d+ +committed /m);
    });
  });

  it('gives advice that works where a script has no reply left', async () => {
    await inFolder({ ...asking, 'team.yaml': asking['team.yaml']!.replace(/approvals.*/, ''), 'script.yaml': 'replies:\n  - { role: writer, text: nonsense }\n' }, async (cwd) => {
      const failed = await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet');
      assert.equal(failed.code, 1);
      assert.match(failed.out, /Add a reply for writer.* A run keeps the script that it began with: run the team again, or resume with `--team` and its path\./);
      await writeFile(`${cwd}/script.yaml`, 'replies:\n  - { role: writer, text: nonsense }\n  - { role: writer, output: { note: a } }\n');
      assert.equal((await rolecallHere(cwd, 'resume', '1', '--quiet')).code, 1);
      assert.equal((await rolecallHere(cwd, 'resume', '1', '--team', '.', '--quiet')).code, 0);
    });
  });

  it('names every limit that a run can be given in the help of each command that takes one', async () => {
    await inFolder(asking, async (cwd) => {
      const said = /Write --limit (.*)\.\n/.exec((await rolecallHere(cwd, 'run', '.', '--task', 'x', '--limit', 'zzzzzz=1')).err)![1]!;
      const names = [...said.matchAll(/(\w+)=/g)].map(([, name]) => name!);
      assert.ok(names.includes('tokens_per_call') && names.length === 5, said);
      for (const command of ['run', 'resume', 'fork']) {
        const help = (await rolecallHere(cwd, command, '--help')).out;
        for (const name of names) assert.match(help, new RegExp(`--limit name=value.*\\b${name}\\b`), command);
      }
    });
  });
});
