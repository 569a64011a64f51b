// The command itself is killed, its log is cut, and a second one comes to the same run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { rolecallHere, type Said } from '../support/cliInProcess';
import { crashTask, crashTeamFiles } from '../support/crashTeamFiles';
import { rolecall, startRolecall } from '../support/rolecallCommand';
import { smallTeamFiles } from '../support/smallTeamFiles';
import { tempFolder, type TempFolder } from '../support/tempFolder';

interface Result {
  readonly status: string;
  readonly log: string;
  readonly [key: string]: unknown;
}

/** Without where it is kept, and without what only differs in time. */
function essence({ out }: Pick<Said, 'out'>): Readonly<Record<string, unknown>> {
  const { log: _log, ...rest } = JSON.parse(out) as Result;
  return rest;
}

async function writtenIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const names = (await readdir(`${folder}/out`)).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(`${folder}/out/${name}`, 'utf8')] as const));
}

async function lineCount(file: string): Promise<number> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
}

describe('the command, when it is killed', function () {
  this.timeout(300_000);
  let place: TempFolder;
  before(async () => {
    place = await tempFolder();
  });
  after(() => place.remove());

  /** A folder of its own with these files. */
  const copy = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
    await place.write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])));
    return `${place.path}/${name}/team`;
  };

  it('C6: goes on from everything that its log can be seen to hold', async () => {
    const run = ['run', '.', '--task', crashTask, '--approve', 'all', '--json', '--quiet'];
    const undisturbed = await rolecall(run, { cwd: await copy('whole', crashTeamFiles()) });
    assert.equal(undisturbed.code, 0, undisturbed.err);
    const all = await lineCount(`${place.path}/whole/team/.rolecall/runs/1/events.jsonl`);
    const seen: number[] = [];
    for (let wanted = 1; wanted < all; wanted = seen.at(-1)! + 1) {
      const cwd = await copy(`killed-${wanted}`, crashTeamFiles(60));
      const log = `${cwd}/.rolecall/runs/1/events.jsonl`;
      const { child, ended } = startRolecall(run, { cwd });
      while (child.exitCode === null && (await lineCount(log)) < wanted) await wait(5);
      child.kill('SIGKILL');
      if ((await ended).code !== null) break;
      seen.push(await lineCount(log));
      const resumed = await rolecallHere(cwd, 'resume', '1', '--approve', 'all', '--json', '--quiet');
      assert.equal(resumed.code, 0, resumed.err);
      assert.deepEqual(await writtenIn(cwd), await writtenIn(`${place.path}/whole/team`), `killed with ${seen.at(-1)} of ${all} lines`);
      assert.deepEqual(essence(resumed), essence(undisturbed), `killed with ${seen.at(-1)} of ${all} lines`);
    }
    assert.ok(seen.length >= 5, `killed at ${seen.join(', ')} of ${all} lines`);
  });

  it('C11: touches no repository, the user’s own or one within, also when it is killed and goes on', async () => {
    const cwd = await copy('repository', { ...smallTeamFiles, 'team/demo.script.yaml': smallTeamFiles['team/demo.script.yaml']!.replace('usage: { input: 200, output: 30 }', 'delay_ms: 600000'), 'team/within/a.txt': 'a' });
    const repositories = [`${place.path}/repository`, `${cwd}/within`];
    const git = (folder: string, ...args: readonly string[]) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    for (const folder of [...repositories].reverse()) {
      git(folder, 'init', '-q');
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', 'first');
    }
    /** Every file of the repositories, and what git says of them. Its index may be refreshed by asking. */
    const seen = async () => {
      const all = await Promise.all(repositories.map(async (folder) => {
        const names = (await readdir(`${folder}/.git`, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name !== 'index').map((entry) => `${entry.parentPath}/${entry.name}`).sort();
        return Promise.all(names.map(async (name) => [name, (await readFile(name)).toString('base64')]));
      }));
      return { all, status: repositories.map((folder) => git(folder, 'status', '--porcelain', '-uall')) };
    };
    const before = await seen();
    assert.deepEqual(before.status, ['', '']);
    const { child, ended, says } = startRolecall(['run', '.', '--task', 'x'], { cwd });
    await says(/2 writer: asks/);
    child.kill('SIGKILL');
    await ended;
    assert.deepEqual(await seen(), before);
    assert.equal((await rolecallHere(cwd, 'resume', `${place.path}/repository/.rolecall/runs/1`, '--model', 'other', '--quiet')).code, 0);
    assert.deepEqual(await seen(), before);
  });

  for (const [what, lines] of [['a run that had ended', Infinity], ['a run between two steps', 7]] as const) {
    it(`C6: opens the log of ${what} cut at any byte of its last two lines, says what was left out, and goes on`, async () => {
      const cwd = await copy(`cut-${lines}`, smallTeamFiles);
      const whole = await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--json', '--quiet');
      const log = `${cwd}/.rolecall/runs/1/events.jsonl`;
      const bytes = await readFile(log);
      const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1).slice(0, lines);
      for (let cut = ends.at(-1)! - 1; cut > ends.at(-3)!; cut--) {
        await writeFile(log, bytes.subarray(0, cut));
        const kept = ends.filter((end) => end - 1 <= cut).length;
        const shown = await rolecallHere(cwd, 'show', '1', '--json');
        assert.equal(shown.code, 0, shown.err);
        const isClean = ends.includes(cut) || ends.includes(cut + 1);
        const warning = isClean ? /^$/ : new RegExp(`^Run 1: Line ${kept + 1}, the last, was cut short and is left out \\(\\d+ bytes\\)\\. Everything before it is here\\.\\n$`);
        assert.match(shown.err, warning, `cut at ${cut}`);
        const resumed = await rolecallHere(cwd, 'resume', '1', '--json', '--quiet');
        assert.equal(resumed.code, 0, resumed.err);
        assert.deepEqual(essence(resumed), essence(whole), `cut at ${cut}`);
        assert.match(resumed.err, isClean && kept === ends.length && lines === Infinity ? /^Run 1 is completed/ : warning);
      }
    });
  }

  it('C6: refuses a second process on one run, naming the first, and lets it in afterwards', async () => {
    const cwd = await copy('two', { ...smallTeamFiles, 'team/demo.script.yaml': smallTeamFiles['team/demo.script.yaml']!.replace('usage: { input: 200, output: 30 }', 'delay_ms: 600000') });
    const first = startRolecall(['run', '.', '--task', 'x'], { cwd });
    await first.says(/2 writer: asks/);
    const second = await rolecallHere(cwd, 'resume', '1');
    assert.deepEqual([second.code, second.out], [1, '']);
    assert.match(second.err, new RegExp(`rolecall: Run 1 is being written by process ${first.child.pid}\\.\\nWait until it has ended, or stop it there\\.`));
    const shown = await rolecallHere(cwd, 'show', '1', '--json');
    assert.deepEqual([essence(shown)['status'], essence(shown)['path']], ['running', ['planner']]);
    first.child.kill('SIGKILL');
    await first.ended;
    const stopped = startRolecall(['resume', '1', '--json'], { cwd });
    await stopped.says(/The run goes on\n/);
    stopped.child.kill('SIGINT');
    const ended = await stopped.ended;
    assert.equal(ended.code, 130, ended.err);
    assert.deepEqual([essence(ended)['status'], essence(ended)['path']], ['stopped', ['planner']]);
  });
});
