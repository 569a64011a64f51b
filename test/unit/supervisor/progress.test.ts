// A run that gets nowhere comes to rest, however its values come back; one that gets somewhere, or is given something new, is never stopped by that.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { loadGoodTeam, replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const rolesOf = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'role.started' ? [event.role] : []));
const endOf = (events: readonly RunEvent[]) => events.findLast((event) => event.type === 'run.finished');
const versionsOf = (events: readonly RunEvent[], field: string) => events.flatMap((event) => (event.type === 'workspace.committed' && event.versions[field] !== undefined ? [event.versions[field]] : []));

/** As a version of before would have written it: only versions counted. */
const before = (events: readonly RunEvent[]) => events.map((event) => (event.type === 'run.started' ? { ...event, progress: undefined } : event));

/** A fan-out over a, x and b, of which x fails; its route goes on holding. */
function withOneThatFails(state: string, outputs: string): TeamFiles {
  return scripted(`
roles: [{ role: finder, responsibility: Find., reads: [task], writes: [found, other], limits: { retries: 0 } }]
state: { found: ${state}, other: { type: number, reducer: max, initial: 0 }, items: { type: array, initial: [a, x, b] } }
routes: [{ when: "has(state.found) || size(state.items) > 0", to: finder, for_each: state.items, as: item }]
finish_when: state.other > 7
limits: { steps: 60 }
`, `  - { role: finder, when: subtask.input.item == 'x', text: nonsense, repeat: true }\n${outputs}`);
}

const inReducer: readonly { readonly reducer: string; readonly state: string; readonly output: string; readonly grows?: true }[] = [
  { reducer: 'append by key', state: '{ type: array, reducer: append, key: id }', output: '[{ id: "{{ subtask.input.item }}", n: 1 }]' },
  { reducer: 'merge', state: '{ type: object, reducer: merge }', output: '{ n: 1, m: { deep: [1] } }' },
  { reducer: 'union', state: '{ type: array, reducer: union }', output: '["{{ subtask.input.item }}"]' },
  { reducer: 'max', state: '{ type: number, reducer: max }', output: '4' },
  { reducer: 'min', state: '{ type: number, reducer: min }', output: '4' },
  { reducer: 'add', state: '{ type: number, reducer: add }', output: '0' },
  { reducer: 'replace', state: '{ type: string }', output: 'the same' },
  { reducer: 'append of nothing', state: '{ type: array, reducer: append, initial: [1] }', output: '[]' },
];

describe('a run that gets nowhere', () => {
  for (const { reducer, state, output } of inReducer) {
    it(`comes to rest though one item of its fan-out fails each time: ${reducer}`, async () => {
      const files = withOneThatFails(state, `  - { role: finder, output: { found: ${output}, other: 1 }, repeat: true }\n`);
      await inFolder(files, async (folder) => {
        const { result, events, state: end } = await runTeam(folder);
        assert.equal(result.reason, 'quiescent');
        // Once over the empty field and once over what had come of that: the route looks at it.
        assert.ok(end.steps <= 6, `${end.steps} steps`);
        const versions = versionsOf(events, 'found');
        assert.equal(end.meta['found']!.version, Math.max(...versions));
        assert.ok(end.meta['found']!.version <= 2, `version ${end.meta['found']!.version}`);
        const replayed = await replayTeam(folder, events);
        assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
      });
    });
  }

  const swaying = (more = '') => scripted(`
roles:
  - { role: one, responsibility: Ask., reads: [b], writes: { a: { type: string } } }
  - { role: other, responsibility: Ask back., reads: [a], writes: { b: { type: string } } }
routes: [{ when: "state.b in ['', 'left', 'right'] && run.done.one == run.done.other", to: one }, { when: "state.a != ''", to: other }]
finish_when: state.a == 'agreed'
limits: { steps: 40 }
${more}`, `  - { role: one, when: state.b == 'left', output: { a: right }, repeat: true }
  - { role: one, output: { a: left }, repeat: true }
  - { role: other, output: { b: "{{ state.a }}" }, repeat: true }
`);

  it('comes to rest where values go to and fro, and the round is named', async () => {
    await inFolder(swaying(), async (folder) => {
      const { result, events } = await runTeam(folder);
      assert.equal(result.reason, 'quiescent');
      assert.ok(rolesOf(events).length <= 8, rolesOf(events).join(' '));
      assert.match(endOf(events)?.message ?? '', /(one → other → one|other → one → other) went round/);
      const replayed = await replayTeam(folder, events);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
      for (const kept of [3, 9, 15, events.length - 2]) {
        const resumed = await resumeTeam(folder, events.slice(0, kept));
        assert.deepEqual(rolesOf(resumed), rolesOf(events), `cut after ${kept}`);
        assert.equal(endOf(resumed)?.reason, 'quiescent');
      }
    });
  });

  it('comes to rest on a blackboard where values go to and fro', async () => {
    const { result, events } = await runFiles(scripted(`
topology: blackboard
roles:
  - { role: one, responsibility: Ask., reads: [b], writes: { a: { type: string } } }
  - { role: other, responsibility: Ask back., reads: [a], writes: { b: { type: string } } }
finish_when: state.a == 'agreed'
limits: { steps: 40 }
`, `  - { role: one, when: state.b == 'left', output: { a: right }, repeat: true }
  - { role: one, output: { a: left }, repeat: true }
  - { role: other, output: { b: "{{ state.a }}" }, repeat: true }
`));
    assert.deepEqual([result.reason, rolesOf(events).length < 10], ['quiescent', true]);
  });

  it('comes to rest where a supervisor\'s model lets values go to and fro, and the model is not asked for ever', async () => {
    const { result, events } = await runFiles(scripted(`
roles:
  - { role: one, responsibility: Ask., reads: [b], writes: { a: { type: string } } }
  - { role: other, responsibility: Ask back., reads: [a], writes: { b: { type: string } } }
supervisor: { choices: [one, other] }
finish_when: state.a == 'agreed'
limits: { steps: 40 }
`, `  - { role: one, when: state.b == 'left', output: { a: right }, repeat: true }
  - { role: one, output: { a: left }, repeat: true }
  - { role: other, output: { b: "{{ state.a }}" }, repeat: true }
  - { role: supervisor, when: "run.done.one == run.done.other", choice: one, why: turn, repeat: true }
  - { role: supervisor, choice: other, why: turn, repeat: true }
`));
    assert.equal(result.reason, 'quiescent');
    assert.ok(rolesOf(events).length < 20, String(rolesOf(events).length));
  });

  it('is replayed as it was where only versions counted, and goes on like that', async () => {
    const files = swaying();
    await inFolder(files, async (folder) => {
      const { events } = await runTeam(folder);
      const start = before(events.slice(0, 1));
      const old = await resumeTeam(folder, start);
      assert.deepEqual([endOf(old)?.reason, rolesOf(old).length], ['limit:steps', 40]);
      const replayed = await replayTeam(folder, old);
      assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    });
  });
});

describe('a run that gets somewhere', () => {
  it('goes on where a phase comes back and the work of a role that does not read its own work grows', async () => {
    const { result, state } = await runFiles(scripted(`
roles:
  - { role: writer, responsibility: Add a chapter., reads: [turn], writes: { chapters: { type: array }, turn: { type: object } } }
  - { role: checker, responsibility: Check., reads: [chapters], writes: { turn: { type: object } } }
state: { turn: { type: object, reducer: merge, initial: { of: writer } }, chapters: { type: array, reducer: append } }
routes: [{ when: state.turn.of == 'writer', to: writer }, { when: state.turn.of == 'checker', to: checker }]
finish_when: size(state.chapters) >= 4
`, `  - { role: writer, output: { chapters: [a chapter], turn: { of: checker } }, repeat: true }
  - { role: checker, output: { turn: { of: writer } }, repeat: true }
`));
    assert.deepEqual([result.status, state.steps], ['completed', 7]);
  });

  it('is not stopped by revisions and retries over the same workspace', async () => {
    const { result, events } = await runFiles(scripted(`
roles:
  - { role: writer, responsibility: Write., reads: [task], writes: { report: { type: string } }, rules: [{ rule: "output.report == 'good'", message: not good }] }
routes: [{ when: state.report == '', to: writer }]
finish_when: state.report == 'good'
`, `  - { role: writer, text: nonsense }\n  - { role: writer, output: { report: bad } }\n  - { role: writer, output: { report: bad } }\n  - { role: writer, output: { report: good } }\n`));
    assert.deepEqual([result.status, rolesOf(events).length], ['completed', 1]);
  });

  const twoWay = scripted(`
roles:
  - { role: one, responsibility: Ask., reads: [b], writes: { a: { type: string } } }
routes: [{ when: "state.b != 'stop'", to: one }]
state: { b: { type: string, initial: go } }
finish_when: state.a == 'agreed'
`, `  - { role: one, when: call == 1, output: { a: "{{ state.b }}" }, repeat: true }\n`);

  it('is done once more over a workspace that a person has brought back to what it was', async () => {
    await inFolder(twoWay, async (folder) => {
      const { events } = await runTeam(folder);
      assert.deepEqual([endOf(events)?.reason, rolesOf(events).length], ['quiescent', 1]);
      const other = await resumeTeam(folder, events, undefined, { writes: { b: 'other' } });
      assert.equal(rolesOf(other).length, 2);
      const back = await resumeTeam(folder, other, undefined, { writes: { b: 'go', a: '' } });
      assert.equal(rolesOf(back).length, 3);
      const again = await resumeTeam(folder, back, undefined, { writes: { b: 'go' } });
      assert.equal(rolesOf(again).length, 4);
      assert.equal(stateOf(again).meta['b']!.version, 3);
    });
  });

  it('is done once more by another version of the team, where a person has asked for it', async () => {
    await inFolder(twoWay, async (folder) => {
      const { events } = await runTeam(folder);
      const team = await loadGoodTeam(folder);
      const written = await resumeTeam(folder, events, undefined, { writes: { b: 'x' } });
      const resumed = await resumeTeam(folder, written, undefined, { team: { ...team, goal: { ...team.goal, text: 'Another goal' } }, writes: { b: 'go', a: '' } });
      assert.equal(rolesOf(resumed).length, 3);
    });
  });
});
