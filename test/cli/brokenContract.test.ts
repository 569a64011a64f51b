import assert from 'node:assert/strict';
import { rolecall } from '../support/rolecallCommand';
import { tempFolder } from '../support/tempFolder';

const files = {
  'team.yaml': 'team: t\ngoal: About {{ task }}\nmodels: { m: { provider: scripted, script: s.script.yaml } }\nmodel: m\nlimits: { steps: 1 }\nroutes: [{ to: a }]\nfinish_when: size(state.f) > 0\n',
  'roles/a.yaml': 'role: a\nresponsibility: Help.\nlimits: { retries: 0 }\nwrites: { f: { type: array, initial: [], items: { type: object, required: [c], properties: { c: { type: string } } } } }\n',
  's.script.yaml': 'replies:\n  - { role: a, output: { f: [{ c: 1 }, {}] } }\n',
};

describe('a reply that breaks its contract', function () {
  this.timeout(60_000);

  it('is told with the places where it does, in the lines of progress and in the end', async () => {
    const folder = await tempFolder(files);
    try {
      const { out, err } = await rolecall(['run', '.', '--task', 'x'], { cwd: folder.path });
      assert.match(err, /the reply broke its contract: `f\[0\]\.c` must be [^;]*; `f\[1\]` must have/);
      assert.match(out, /`f\[0\]\.c` must be/);
    } finally {
      await folder.remove();
    }
  });
});
