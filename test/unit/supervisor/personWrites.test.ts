// A person writes to the shared workspace while a run waits: whoever is at work then reads again, and pays for it with nothing.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { approver } from '../../support/people';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const writer = (more: string, replies: string, card = ''): TeamFiles => scripted(`
roles: [{ role: writer, responsibility: Write., reads: [plan], writes: { report: { type: string } }, limits: { retries: 0, revisions: 0 } ${card} }]
state: { plan: { type: string, initial: old }, report: { type: string } }
routes: [{ when: state.report == '', to: writer }]
finish_when: state.report != ''
${more}`, replies);

const echo = '  - { role: writer, output: { report: "about {{ state.plan }}" }, confidence: 0.4, repeat: true }\n';

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;
const ofWriter = (events: readonly RunEvent[]) => stateOf(events).dispatched.get('writer');

/** Waits, is written to and answered, and goes on to its end; then once more from every event behind the write, and as a replay. */
async function writtenWhileItWaits(files: TeamFiles): Promise<readonly RunEvent[]> {
  return inFolder(files, async (folder) => {
    const { result, events } = await runTeam(folder);
    assert.equal(result.status, 'waiting');
    const all = await resumeTeam(folder, events, undefined, { writes: { plan: 'new' }, person: approver });
    const written = all.findIndex((event) => event.type === 'workspace.committed' && event.step === null);
    for (let cut = written + 1; cut < all.length; cut++) {
      const again = await resumeTeam(folder, all.slice(0, cut), undefined, { person: approver });
      assert.deepEqual([stateOf(again).values, stateOf(again).end, count(again, 'model.responded')], [stateOf(all).values, stateOf(all).end, count(all, 'model.responded')], `cut off after event ${cut}`);
    }
    const replayed = await replayTeam(folder, all);
    assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    return all;
  });
}

describe('a person writes while a run waits', () => {
  it('before a role begins: it is given what was written, in its first request', async () => {
    const all = await writtenWhileItWaits(writer('approvals: [{ before: writer }]', echo));
    assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['report']], ['completed', 'about new']);
    assert.deepEqual([count(all, 'model.responded'), count(all, 'commit.refused')], [1, 0]);
  });

  for (const [what, approvals] of [['after its work', '{ after: writer }'], ['for low confidence', '{ when: confidence < 0.5 }'], ['since it was drawn', '{ sample: 1 }']] as const) {
    it(`${what}: it looks again with no retry left, and the person is asked about the new output`, async () => {
      const all = await writtenWhileItWaits(writer(`approvals: [${approvals}]`, echo));
      assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['report']], ['completed', 'about new']);
      const asked = all.flatMap((event) => (event.type === 'approval.requested' ? [event.what] : []));
      assert.deepEqual(asked, [{ output: { report: 'about old' }, confidence: 0.4 }, { output: { report: 'about new' }, confidence: 0.4 }]);
    });
  }

  it('for a tool: the next request of the same conversation holds what was written', async () => {
    const all = await writtenWhileItWaits(writer('tools: { save: { type: write_file, root: out, approve: always } }', `
  - { role: writer, when: size(tool.results) == 0, tool_calls: [{ name: save, arguments: { path: a.txt, text: x } }] }
${echo}`, ', tools: [save]'));
    assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['report']], ['completed', 'about new']);
    assert.deepEqual([count(all, 'model.responded'), count(all, 'tool.called')], [2, 1], 'no draft of the old value is made');
  });

  it('for more than its card grants: it goes on with what was written', async () => {
    const all = await writtenWhileItWaits(writer('', `
  - { role: writer, extend: { need: the task, fields: [task] } }
${echo}`, ', may_ask: { fields: [report] }'));
    assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['report'], count(all, 'model.responded')], ['completed', 'about new', 2]);
  });

  it('after a failure: a partial result that the person takes stands as it is', async () => {
    const all = await writtenWhileItWaits(writer('', echo, ', on_failure: ask, rules: [{ rule: "false", message: never }]'));
    assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['report']], ['partial', 'about old']);
  });

  it('at a limit: whoever runs then has it', async () => {
    const files = scripted(`
roles:
  - { role: counter, responsibility: Count., reads: [n], writes: { n: { type: number } }, limits: { retries: 0 } }
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < 12, to: counter }]
finish_when: state.n >= 12
limits: { steps: 2 }
on_limit: ask
`, '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true }\n');
    await inFolder(files, async (folder) => {
      const { events } = await runTeam(folder);
      const all = await resumeTeam(folder, events, { limits: { steps: 4 } }, { writes: { n: 10 } });
      assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['n']], ['completed', 12]);
    });
  });

  it('in a fan-out: those that are done already look again too, before the join', async () => {
    const files = scripted(`
roles: [{ role: worker, responsibility: Work., reads: [plan], writes: { notes: { type: array } }, limits: { retries: 0 } }]
state: { plan: { type: string, initial: old }, parts: { type: array, initial: [a, b] }, notes: { type: array, reducer: append } }
routes: [{ when: size(state.notes) == 0, to: worker, for_each: state.parts, as: part }]
finish_when: size(state.notes) > 0
approvals: [{ when: "output.notes[0] == 'a old'" }]
`, '  - { role: worker, output: { notes: ["{{ subtask.input.part + \' \' + state.plan }}"] }, repeat: true }\n');
    assert.deepEqual(stateOf(await writtenWhileItWaits(files)).values['notes'], ['a new', 'b new']);
  });

  it('in a team that a limit has stopped: with the limit raised it goes on with what was written, and can be replayed', async () => {
    const files: TeamFiles = {
      ...scripted(`
roles: [{ role: make, responsibility: Make., reads: [plan], writes: { report: { type: string } }, team: within }]
state: { plan: { type: string, initial: old }, report: { type: string } }
routes: [{ when: state.report == '', to: make }]
finish_when: state.report != ''
limits: { steps: 2 }
`, '  - { role: nobody, output: {} }\n'),
      ...Object.fromEntries(Object.entries(scripted(`
topology: pipeline
pipeline: [reader, writer]
roles:
  - { role: reader, responsibility: Read., reads: [plan], writes: { x: { type: string } } }
  - { role: writer, responsibility: Write., reads: [x], writes: { report: { type: string } } }
state: { plan: { initial: '' } }
on_limit: ask
`, '  - { role: reader, output: { x: "{{ state.plan }}" }, repeat: true }\n  - { role: writer, output: { report: "about {{ state.x }}" }, repeat: true }\n')).map(([name, text]) => [`within/${name}`, text])),
    };
    await inFolder(files, async (folder) => {
      const { events } = await runTeam(folder);
      assert.equal(stateOf(events).end?.status, 'waiting');
      const written = await resumeTeam(folder, events, undefined, { writes: { plan: 'new' }, person: approver });
      assert.deepEqual([stateOf(written).end?.reason, count(written, 'commit.refused')], ['limit:steps', 1]);
      const all = await resumeTeam(folder, written, { limits: { steps: 20 } }, { person: approver });
      assert.deepEqual([stateOf(all).end?.status, stateOf(all).values['report']], ['completed', 'about new']);
      const visits = (made: readonly RunEvent[]) => made.filter((event) => event.type === 'team.event' && event.event.type === 'run.started').length;
      assert.equal(visits(all), visits(written), 'no visit is begun anew');
      const replayed = await replayTeam(folder, all);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    });
  });

  it('twice: what was said before the second write is not said again', async () => {
    await inFolder(writer('approvals: [{ before: writer }, { after: writer }]', echo), async (folder) => {
      const { events } = await runTeam(folder);
      const begins = { ask: ({ kind }: { readonly kind: string }) => Promise.resolve(kind === 'before' ? ({ answer: 'approve', by: 'person' } as const) : null) };
      const drafted = await resumeTeam(folder, events, undefined, { writes: { plan: 'second' }, person: begins });
      const all = await resumeTeam(folder, drafted, undefined, { writes: { plan: 'third' }, person: approver });
      assert.deepEqual([stateOf(all).values['report'], count(all, 'model.responded')], ['about third', 2]);
      assert.ok((await replayTeam(folder, all)).ok);
    });
  });

  it('does not have the same dispatch made once more for it', async () => {
    const all = await writtenWhileItWaits(scripted(`
roles: [{ role: writer, responsibility: Write., reads: [plan], writes: { report: { type: string } } }]
state: { plan: { type: string, initial: old } }
routes: [{ when: state.plan != '', to: writer }]
finish_when: state.report == 'never'
approvals: [{ before: writer }]
`, echo));
    assert.deepEqual([ofWriter(all), stateOf(all).end?.reason], [1, 'quiescent']);
  });
});
