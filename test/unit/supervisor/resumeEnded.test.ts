// A run that goes on after its end does once more what ended it, that alone, and all of it.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const rule = `rules: [{ rule: "!('q' in output.got) || state.ok", message: no q }]`;
const team = (worker: string, more = '') => `
state: { items: { type: array, initial: [p, q, r] }, got: { type: array, reducer: append }, ok: { type: boolean, initial: false } }
roles:
  - { role: w, responsibility: Work., reads: [ok], writes: { got: { type: array } }, limits: { revisions: 0, retries: 0 }, ${worker} }
  - { role: e, responsibility: End., reads: [got], writes: { fin: { type: string } } }
routes:
  - { when: size(state.got) == 0, to: w, for_each: state.items, as: it }
  - { when: state.fin == '', to: e }
finish_when: state.fin != ''
${more}`;
const work = '  - { role: w, output: { got: ["{{ subtask.input.it }}"] }, repeat: true, usage: { input: 190, output: 10 } }\n';
const end = '  - { role: e, output: { fin: ok }, repeat: true, usage: { input: 190, output: 10 } }\n';

const starts = (events: readonly RunEvent[]) => events.filter((event) => event.type === 'role.started').map(({ role, subtask }) => `${role} ${JSON.stringify(subtask.input)}`);

/** What was dispatched, and how it ended; it can be replayed, and cut off anywhere behind the word that it goes on, and what was written with it. */
async function goesOn(files: TeamFiles, more: Parameters<typeof resumeTeam>[2] = {}, writes = {}) {
  return inFolder(files, async (folder) => {
    const first = await runTeam(folder);
    const all = await resumeTeam(folder, first.events, more, { writes });
    const replayed = await replayTeam(folder, all);
    assert.ok(replayed.ok, replayed.ok ? '' : replayed.message);
    for (let kept = first.events.length + 1 + Object.keys(writes).length; kept < all.length; kept++) {
      const cut = stateOf(await resumeTeam(folder, all.slice(0, kept)));
      assert.deepEqual([cut.end, cut.values], [stateOf(all).end, stateOf(all).values], `cut after event ${kept}, ${all[kept - 1]!.type}`);
    }
    const later = all.slice(first.events.length);
    return { first, state: stateOf(all), starts: starts(later), last: later.at(-1) as RunEvent<'run.finished'> };
  });
}

describe('a run that goes on after its end', () => {
  it('stays partial for a role that was skipped, and is told that nothing was left to do', async () => {
    const { first, starts, last } = await goesOn(scripted(team(`on_failure: skip, ${rule}`), work + end));
    assert.deepEqual(first.result, { status: 'partial', reason: 'finish_when' });
    assert.deepEqual(starts, []);
    assert.equal(last.status, 'partial');
    assert.match(last.message ?? '', /Nothing was left to do.*w \(failed\)/);
  });

  it('does the subtask of a fan-out again that failed the run, though its route does not hold any more', async () => {
    const { first, starts, state } = await goesOn(scripted(team(`on_failure: fail, ${rule}`), work + end), {}, { ok: true });
    assert.deepEqual([first.result.status, first.state.values['got']], ['failed', ['p', 'r']]);
    assert.deepEqual(starts, ['w {"it":"q"}', 'e {}']);
    assert.deepEqual([state.end?.status, state.values['got'], state.markers], ['completed', ['p', 'r', 'q'], {}]);
  });

  it('does it again as often as it fails', async () => {
    const { starts, state } = await goesOn(scripted(team(`on_failure: fail, ${rule}`), work + end));
    assert.deepEqual(starts, ['w {"it":"q"}']);
    assert.deepEqual([state.end?.status, state.endedBy.map(({ step }) => step), state.again], ['failed', [4], []]);
  });

  it('does the subtasks again that a limit ended, before anything else', async () => {
    const files = scripted(team('on_failure: fail', 'limits: { tokens: 550, parallel: 1 }'), work + end);
    const { first, starts, state } = await goesOn(files, { limits: { tokens: 9000 } });
    assert.equal(first.result.reason, 'limit:tokens');
    assert.ok(first.state.values['got'] instanceof Array && first.state.values['got'].length < 3);
    assert.equal(starts.at(-1), 'e {}');
    assert.deepEqual([state.end?.status, state.values['got']], ['completed', ['p', 'q', 'r']]);
  });

  it('does them again where a person was asked about the limit', async () => {
    const files = scripted(team('on_failure: fail', 'limits: { tokens: 550, parallel: 1 }\non_limit: ask'), work + end);
    const { first, state } = await goesOn(files, { limits: { tokens: 9000 } });
    assert.equal(first.result.status, 'waiting');
    assert.deepEqual([state.end?.status, state.values['got']], ['completed', ['p', 'q', 'r']]);
  });

  it('takes the partial result of the on_limit role for no whole one', async () => {
    const files = scripted(team('on_failure: fail', 'limits: { tokens: 640, parallel: 1 }\non_limit: e'), work + end);
    const { first, state } = await goesOn(files, { limits: { tokens: 9000 } });
    assert.deepEqual([first.result, first.state.values['fin']], [{ status: 'partial', reason: 'limit:tokens' }, 'ok']);
    assert.deepEqual([state.end, state.values['got']], [{ status: 'partial', reason: 'finish_when' }, ['p', 'q', 'r']]);
  });

  it('can be replayed where the on_limit role met the limit itself', async () => {
    const { first, state } = await goesOn(scripted(team('on_failure: fail', 'limits: { tokens: 680, parallel: 1 }\non_limit: e'), work + end), { limits: { tokens: 9000 } });
    assert.deepEqual([first.result, first.state.values['got'], first.state.values['fin']], [{ status: 'partial', reason: 'limit:tokens' }, ['p', 'q', 'r'], '']);
    assert.deepEqual(state.values['fin'], 'ok');
  });

  it('keeps the marker of a sibling that was skipped when another that failed the run succeeds', async () => {
    const roles = `
state: { out: { type: array, reducer: append }, ok: { type: boolean, initial: false }, planned: { type: boolean } }
roles:
  - { role: pl, mode: plan, responsibility: Plan., writes: [planned] }
  - { role: w, responsibility: Work., reads: [ok], writes: { out: { type: array } }, limits: { revisions: 0, retries: 0 }, on_failure: fail, rules: [{ rule: "output.out != ['b'] || state.ok", message: no }] }
  - { role: v, responsibility: Work., writes: { out: { type: array } }, limits: { retries: 0 }, on_failure: skip }
routes: [{ when: state.planned == null, to: pl }]
finish_when: size(state.out) == 2
`;
    const replies = `  - { role: pl, output: { planned: true }, subtasks: [{ id: a, role: w }, { id: b, role: w }, { id: c, role: v }] }
  - { role: w, output: { out: ["{{ subtask.id }}"] }, repeat: true }
  - { role: v, text: no json, repeat: true }
`;
    const { first, starts, state } = await goesOn(scripted(roles, replies), {}, { ok: true });
    assert.equal(first.result.status, 'failed');
    assert.deepEqual(starts, ['w {}']);
    assert.deepEqual([state.end?.status, state.values['out'], Object.keys(state.markers)], ['partial', ['a', 'b'], ['v']]);
  });
});
