// What the end of a run says about why it is not whole, and how to go on: of limits, of steps that failed, of teams within.
import assert from 'node:assert/strict';
import { inFolder, scripted, type TeamFiles } from '../support/runFiles';
import { rolecallHere } from '../support/cliInProcess';

const said = (files: TeamFiles) => inFolder(files, async (cwd) => (await rolecallHere(cwd, 'run', '.', '--task', 'rain', '--quiet')).out);

const counter = (more: string) => scripted(`
roles:
  - { role: a, responsibility: Count., reads: [n], writes: [n] }
  - { role: w, responsibility: Write., reads: [n], writes: { out: { type: string } } }
state: { n: { type: number, initial: 0, reducer: add } }
routes: [{ when: state.n < 9, to: a }, { when: state.out == '', to: w }]
finish_when: state.out != ''
${more}`, `
  - { role: a, output: { n: 1 }, repeat: true }
  - { role: w, output: { out: done } }
`);

const written = (onFailure: string, reply: string) => scripted(`
roles:
  - role: a
    responsibility: Write.
    writes: { x: { type: string } }
    rules: [{ rule: "output.x.startsWith('ok')", message: starts with ok }]
    limits: { revisions: 1 }
    on_failure: ${onFailure}
  - { role: w, responsibility: Close., reads: [x], writes: { out: { type: string } } }
routes: [{ when: state.x == '', to: a }, { when: state.out == '', to: w }]
finish_when: state.out != ''
`, `
  - ${reply}
  - { role: w, output: { out: done } }
`);

describe('the end of a run', function () {
  this.timeout(60_000);

  it('names the command that raises a limit, where a person is asked about it', async () => {
    const out = await said(counter('limits: { steps: 2 }\non_limit: ask'));
    assert.match(out, /^ {2}limit:steps\.3 \(step 3\): .* resume it with a higher limit\.$/m);
    assert.match(out, /^To go on with a higher limit: rolecall resume 1 --limit steps=…$/m);
  });

  it('says that the role of the limit was itself too large for it', async () => {
    const out = await said(counter('limits: { tokens_per_call: 40 }\non_limit: w'));
    assert.match(out, /^Not done in full: a \(step 1, failed: limit:tokens_per_call\); w \(step 2, failed: limit:tokens_per_call\)\.$/m);
  });

  it('names the steps that it is partial for, and why', async () => {
    const rejected = '{ role: a, output: { x: bad }, repeat: true }';
    assert.match(await said(written('skip', rejected)), /^Not done in full: a \(step 1, skipped: still rejected after 1 revision: starts with ok\)\.$/m);
    assert.match(await said(written('partial', rejected)), /^Not done in full: a \(step 1, partial: still rejected after 1 revision: starts with ok\)\.$/m);
    assert.match(await said(written('fail', '{ role: a, status: partial, why: one source was missing, output: { x: ok } }')), /^Not done in full: a \(step 1, partial: one source was missing\)\.$/m);
  });

  it('says how large the request is that a role has no tokens left for', async () => {
    const role = '{ role: a, responsibility: Write., writes: { x: { type: string } }, limits: { tokens: 100 }, on_failure: fail }';
    const out = await said(scripted(`topology: pipeline\npipeline: [a]\nroles: [${role}]\n`, '  - { role: a, output: { x: done } }\n'));
    const [, next] = /^a, step 1: 0 of the 100 tokens of this dispatch are used, and the next request has about (\d+) \(limits\.tokens of the role\)$/m.exec(out) ?? [];
    assert.ok(Number(next) > 100, out);
  });

  it('says nothing of the kind of a run that is whole', async () => {
    assert.doesNotMatch(await said(written('skip', '{ role: a, output: { x: ok } }')), /Not done in full/);
  });

  it('says what ended a team within, and what to do, also where its supervisor ended it', async () => {
    const inner = scripted('roles: [{ role: s, responsibility: Sum up., writes: { brief: { type: string } } }]', '  - { role: s, output: { brief: short } }\n');
    const outer = scripted(`
topology: hierarchy
roles: [{ role: plan, responsibility: Plan., team: inner, writes: { brief: { type: string } } }]
routes: [{ when: state.brief == '', to: plan }]
`, '  - { role: supervisor, choice: end, why: done }\n');
    const out = await said({ ...outer, 'inner/team.yaml': inner['team.yaml']!, 'inner/script.yaml': inner['script.yaml']! });
    assert.match(out, /^plan, step 1: the team made-up failed: the supervisor: script\.yaml has no reply for supervisor/m);
    assert.match(out, /^Add a reply with `role: supervisor`\./m);
  });
});
