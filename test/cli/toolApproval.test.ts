// A tool that writes, on the command line: without an answer the run waits and shows the difference; with one it goes on and writes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { rolecall } from '../support/rolecallCommand';
import { tempFolder, type TempFolder } from '../support/tempFolder';

const files = {
  'team/team.yaml': `team: saver
goal: Save {{ task }}
models: { demo: { provider: scripted, script: script.yaml } }
model: demo
tools: { save: { type: write_file, root: out } }
roles: [{ role: writer, responsibility: Write., reads: [task], tools: [save], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`,
  'team/script.yaml': `replies:
  - { role: writer, tool_calls: [{ name: save, arguments: { path: a.md, text: "# {{ task }}\\nsecond\\n" } }] }
  - { role: writer, output: { note: done } }
`,
};

describe('rolecall run, with a tool that writes', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  beforeEach(async () => {
    folder = await tempFolder(files);
  });
  afterEach(() => folder.remove());
  const rolecallThere = (...args: string[]) => rolecall(args, { cwd: folder.path });
  const written = () => readFile(`${folder.path}/team/out/a.md`, 'utf8').catch(() => null);

  it('waits and shows what it would write; goes on when that is approved', async () => {
    const waiting = await rolecallThere('run', 'team', '--task', 'trees');
    assert.equal(waiting.code, 3, waiting.err);
    const shown = ['  s1.tool (step 1): May writer write the new file out/a.md?', '      --- /dev/null', '      +++ out/a.md', '      @@ -0,0 +1,2 @@', '      +# trees', '      +second'];
    assert.ok(`${waiting.out}${waiting.err}`.includes(`${shown.join('\n')}\n`), waiting.out + waiting.err);
    assert.equal(await written(), null);
    const resumed = await rolecallThere('resume', 'team/.rolecall/runs/1', '--approve', 'all');
    assert.equal(resumed.code, 0, resumed.err);
    assert.equal(await written(), '# trees\nsecond\n');
  });
});
