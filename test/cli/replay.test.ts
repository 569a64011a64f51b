// `rolecall replay` in processes of its own: the same run again without a call, and a plain word where it would not be the same.
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { rolecallHere } from '../support/cliInProcess';
import { reply, startModelServer } from '../support/modelServer';
import { rolecall, startRolecall, type Ended } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

describe('rolecall replay', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  let cwd: string;
  beforeEach(async () => {
    folder = await tempFolder(smallTeamFiles);
    cwd = `${folder.path}/team`;
  });
  afterEach(() => folder.remove());
  const run = (...args: string[]) => rolecallHere(cwd, 'run', '.', '--task', 'rain', '--json', '--quiet', ...args);
  const replay = (...args: string[]): Promise<Ended> => rolecall(['replay', '1', ...args], { cwd });
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(`${cwd}/${file}`, 'utf8');
    assert.ok(text.includes(from));
    await writeFile(`${cwd}/${file}`, text.replace(from, to));
  };

  it('prints what run printed, with the exit code of its end, and writes nothing', async () => {
    for (const [name, code, ...args] of [['completed', 0], ['partial', 2, '--limit', 'steps=1']] as const) {
      await rm(`${cwd}/.rolecall`, { recursive: true, force: true });
      const ran = await run(...args);
      assert.equal(ran.code, code);
      const log = await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`);
      const files = await readdir(`${cwd}/.rolecall/runs`, { recursive: true });
      const again = await replay('--json');
      assert.deepEqual([again.code, again.out], [code, ran.out], name);
      assert.match(again.err, /^Replayed \d+ events of run 1 from the recording; no call was made\.\n$/);
      assert.deepEqual(await readFile(`${cwd}/.rolecall/runs/1/events.jsonl`), log);
      assert.deepEqual(await readdir(`${cwd}/.rolecall/runs`, { recursive: true }), files);
    }
    const quiet = await replay('--quiet');
    assert.deepEqual([quiet.code, quiet.err], [2, '']);
    assert.match(quiet.out, /^Run 1 of two-steps partial: limit:steps/);
  });

  it('asks no server, though one is there', async () => {
    const server = await startModelServer();
    try {
      await edit('team.yaml', '{ provider: scripted, script: demo.script.yaml, price: { input: 1, output: 2 } }', `{ provider: openai, base_url: "${server.origin}/v1", model: test-model }`);
      server.answer(reply('{"status":"success","confidence":1,"output":{"plan":["a"]},"why":"so"}'), reply('{"status":"success","confidence":1,"output":{"report":"done"},"why":"so"}'));
      const ran = await rolecall(['run', '.', '--task', 'rain', '--json', '--quiet'], { cwd });
      assert.deepEqual([ran.code, server.requests.length], [0, 2], ran.err);
      const again = await replay('--json', '--quiet');
      assert.deepEqual([again.code, again.out, server.requests.length], [0, ran.out, 2], again.err);
    } finally {
      await server.stop();
    }
  });

  it('follows a run that waited, was answered, failed and went on', async () => {
    await edit('team.yaml', 'finish_when', 'approvals: [{ before: writer }]\nfinish_when');
    assert.equal((await run()).code, 3);
    assert.equal((await replay('--quiet')).code, 3);
    assert.equal((await rolecallHere(cwd, 'resume', '1', '--reject', '--quiet')).code, 1);
    assert.equal((await replay('--quiet')).code, 1);
    const end = await rolecallHere(cwd, 'resume', '1', '--approve', 'all', '--json', '--quiet');
    assert.equal(end.code, 0, end.err);
    const again = await replay('--json', '--quiet');
    assert.deepEqual([again.code, again.out], [0, end.out], again.err);
  });

  it('goes as far as a run that still goes on, and says that it does', async () => {
    await edit('demo.script.yaml', 'usage: { input: 200, output: 30 }', 'delay_ms: 600000');
    const going = startRolecall(['run', '.', '--task', 'rain'], { cwd });
    await going.says(/2 writer: asks/);
    const again = await replay('--json', '--quiet');
    const { status, path } = JSON.parse(again.out) as { readonly status: string; readonly path: readonly string[] };
    assert.deepEqual([again.code, status, path], [130, 'running', ['planner']], again.err);
    going.child.kill('SIGKILL');
    await going.ended;
    const dead = await replay('--json', '--quiet');
    assert.deepEqual([dead.code, (JSON.parse(dead.out) as { readonly reason: string }).reason], [130, 'interrupted'], dead.err);
  });

  for (const [what, file, from, to, wanted] of [
    ['its instructions', 'roles/writer.yaml', 'reads:', 'instructions: Be brief.\nreads:', /at step 2: the prompt of writer has its instructions besides\./],
    ['its duty', 'roles/writer.yaml', 'Write the answer', 'Write a poem', /at step 2: the prompt of writer differs in its identity: “Your one duty: Write the answer\.” would now be “Your one duty: Write a poem\.”\./],
    ['who is next', 'team.yaml', "when: size(state.plan) == 0, to: planner", "when: size(state.plan) == 0, to: writer", /at step 1: the role was planner and would now be writer\./],
    ['when it is done', 'team.yaml', "finish_when: state.report != ''", 'finish_when: size(state.plan) > 0', /at step 2: the recording goes on with a dispatch of writer, and this run does not\./],
    ['what a field is made of', 'team.yaml', 'initial: [] }', "initial: [] }\n  report: { type: string, initial: 'x' }", /the end of the run|would now|the recording/],
  ] as const) {
    it(`fails closed where the team has changed ${what}, and says where`, async () => {
      await run();
      await edit(file, from, to);
      const { code, out, err } = await replay('--json');
      const said = JSON.parse(out) as Readonly<Record<string, unknown>>;
      assert.deepEqual([code, said['run'], said['replayed']], [1, '1', false]);
      assert.match(err, /^rolecall: Run 1 cannot be replayed/);
      assert.match(err, wanted);
      assert.ok(err.endsWith(`\n${file} has changed since. To run the changed team from an earlier step: rolecall fork 1 --at <step> --team team.yaml\n`), err);
    });
  }

  it('holds where only places, comments or a script have changed', async () => {
    const ran = await run();
    await edit('team.yaml', 'team: two-steps', '# moved\n\nteam: two-steps');
    await edit('demo.script.yaml', 'points', 'other points');
    const again = await replay('--json', '--quiet');
    assert.deepEqual([again.code, again.out], [0, ran.out], again.err);
  });

  it('takes the team as it was recorded when it is gone, and no broken one', async () => {
    const ran = await run();
    await edit('roles/writer.yaml', 'reads:', 'raeds:');
    const broken = await replay('--json');
    assert.deepEqual([broken.code, broken.out], [1, '']);
    assert.match(broken.err, /^roles\/writer\.yaml:3:1: error: .*raeds(.|\n)*team\.yaml has 1 error: the run cannot be replayed with it\.\nCorrect them, or look at the run as it was recorded with `rolecall show`\.\n$/);
    await rm(`${cwd}/team.yaml`);
    const gone = await replay('--json');
    assert.deepEqual([gone.code, gone.out], [0, ran.out], gone.err);
    assert.match(gone.err, /^team\.yaml is gone; the team is taken as it was recorded\.\n/);
  });

  for (const [what, args, wanted] of [
    ['no run', [], /^rolecall: Which run\?\n/],
    ['a run that is not there', ['9'], /^rolecall: There is no run 9: /],
    ['an option of run', ['1', '--model', 'other'], /has no option --model\./],
    ['a step', ['1', '--at', '1'], /has no option --at\./],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      await run();
      const { code, out, err } = await rolecallHere(cwd, 'replay', ...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, wanted);
    });
  }
});
