// Recordings of versions that put other words around what the user gives: they are replayed and gone on with all the same, and a change of the user's
// is found all the same. `1-other-words` was written with every heading, fence and fixed sentence worded otherwise, and with its parts in another order.
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { createRunLogs } from '../../src/node/runLog/runLogs';
import { rolecallHere } from '../support/cliInProcess';
import { approver } from '../support/people';
import { loadGoodTeam, replayTeam, resumeTeam, runTeam, stateOf, testPorts } from '../support/runTeam';
import { tempFolder, type TempFolder } from '../support/tempFolder';
import { virtualClock } from '../support/virtualClock';

const kept = fileURLToPath(new URL('1-other-words', import.meta.url));

/** Those of teams within too. */
const requests = (events: readonly RunEvent[]): readonly RunEvent<'model.requested'>[] =>
  events.flatMap((event) => (event.type === 'team.event' ? requests([event.event]) : event.type === 'model.requested' ? [event] : []));
const count = (events: readonly RunEvent[], type: RunEvent['type']) => JSON.stringify(events).split(`"type":"${type}"`).length - 1;

describe('recordings in other words', function () {
  this.timeout(60_000);
  let folder: TempFolder;
  /** As they were recorded, but with the team where it is now. */
  let events: readonly RunEvent[];

  beforeEach(async () => {
    folder = await tempFolder();
    await cp(`${kept}/team`, folder.path, { recursive: true });
    const read = await createRunLogs(kept).read('1');
    assert.deepEqual(read.warnings, []);
    events = JSON.parse(JSON.stringify(read.events).replaceAll('/teams/other-words', folder.path)) as readonly RunEvent[];
  });
  afterEach(() => folder.remove());

  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(`${folder.path}/${file}`, 'utf8');
    assert.ok(text.includes(from), `${file} holds ${from}`);
    await writeFile(`${folder.path}/${file}`, text.replace(from, to));
  };

  it('have no request in common with what is asked today', async () => {
    const { events: today, state } = await runTeam(folder.path, { task: 'street trees', person: approver });
    assert.deepEqual([stateOf(events).values, stateOf(events).end], [state.values, state.end]);
    const [then, now] = [requests(events), requests(today)];
    assert.equal(then.length, now.length);
    const hashes = new Set(then.map((request) => request.hash));
    assert.deepEqual(now.filter((request) => hashes.has(request.hash)), []);
  });

  it('are replayed, and shown in the words in which they were made', async () => {
    const done = await replayTeam(folder.path, events);
    assert.ok(done.ok, done.ok ? '' : done.message);
    assert.deepEqual(requests(done.events), requests(events));
    for (const name of ['1', '1-other-words/1']) {
      const all = await createRunLogs(fileURLToPath(new URL(`${name}/..`, import.meta.url))).read('1');
      const alone = await createEngine(testPorts(virtualClock())).replay({ events: all.events });
      assert.ok(alone.ok, alone.ok ? '' : alone.message);
      assert.deepEqual(alone.events, all.events);
    }
  });

  for (const [what, file, from, to, step, message] of [
    ['instructions', 'roles/1-planner.yaml', 'Two topics', 'Three topics', 1, /^the prompt of planner differs in its instructions: “Two topics at most, about street trees.” would now be “Three topics/],
    ['what a role must not do', 'roles/1-planner.yaml', 'must not answer them', 'must not guess', 1, /^the prompt of planner differs in its identity: “- must not answer them” would now be “- must not guess”$/],
    ['an example', 'roles/1-planner.yaml', 'honey', 'wax', 1, /^the prompt of planner differs in its examples/],
    ['the goal', 'team.yaml', 'A short note', 'A long note', 1, /^the prompt of planner differs in its goal: “A short note on street trees” would now be “A long note on street trees”$/],
    ['a constraint', 'team.yaml', 'language: English', 'language: French', 1, /^the prompt of planner differs in its constraints/],
    ['the settings of a model', 'team.yaml', 'provider: scripted,', 'provider: scripted, temperature: 0.5,', 1, /^the request of planner is not the one that was recorded \(its model's settings/],
    ['the form of an output', 'roles/1-planner.yaml', 'items: { type: string }', 'maxItems: 2', 1, /^the prompt of planner differs in its contract/],
    ['a template', 'roles/2-researcher.yaml', 'Look for {{ subtask.input.topic }}', 'Look for {{ subtask.input.topic + "!" }}', 2, /^the prompt of researcher differs in its instructions: “Look for cooling\.” would now be “Look for cooling!\.”$/],
    ['the tools of a role', 'roles/2-researcher.yaml', 'tools: [look_up]\n', '', 2, /^the tools of researcher were look_up and would now be none$/],
    ['the input of a dispatch', 'team.yaml', "'plain'", "'merry'", 4, /^the input of making was \{"tone":"plain"\} and would now be \{"tone":"merry"\}$/],
    ['a team within', 'making/roles/drafter.yaml', 'One sentence', 'Two sentences', 4, /^making, step 1: the prompt of drafter differs in its instructions/],
    ['a question', 'roles/4-editor.yaml', 'the draft is good enough as it is', 'the draft is perfect', 6, /^the prompt of critic differs in its question/],
    ['what the supervisor is told', 'team.yaml', 'Prefer finishing', 'Prefer another round', 6, /^the prompt of supervisor differs in its instructions/],
    ['what a role reads', 'roles/4-editor.yaml', 'reads: [draft, constraints]', 'reads: [draft]', 6, /^the prompt of critic has its field constraints no more$/],
    ['a criterion', 'roles/4-editor.yaml', 'It names its sources', 'It is short', 6, /^the prompt of critic differs in its criteria: “- It names its sources” would now be “- It is short”$/],
    ['a rule', 'roles/4-editor.yaml', '> 20', '> 40', 6, /^the broken rules was none and would now be the note says something/],
  ] as const) {
    it(`fail closed where the user has changed ${what}`, async () => {
      await edit(file, from, to);
      const done = await replayTeam(folder.path, events);
      assert.ok(!done.ok);
      assert.equal(done.step, step, done.message);
      assert.match(done.message, message);
    });
  }

  it('are gone on with from every event, and nothing that was finished is done again', async () => {
    const whole = { end: stateOf(events).end, values: stateOf(events).values, calls: count(events, 'model.requested'), replies: count(events, 'model.responded'), tools: count(events, 'tool.returned') };
    for (let cut = 1; cut < events.length; cut++) {
      const past = events.slice(0, cut);
      const all = await resumeTeam(folder.path, past, undefined, { person: approver });
      const state = stateOf(all);
      const now = { end: state.end, values: state.values, calls: count(all, 'model.requested'), replies: count(all, 'model.responded'), tools: count(all, 'tool.returned') };
      assert.deepEqual(now, whole, `cut after ${cut}, ${past.at(-1)!.type}`);
      if (cut % 5 !== 0) continue;
      const done = await replayTeam(folder.path, all);
      assert.ok(done.ok, `cut after ${cut}: ${done.ok ? '' : done.message}`);
    }
  });

  it('play as a recording, and fail closed where the user has changed something', async () => {
    await cp(`${kept}/1`, `${folder.path}/.rolecall/runs/1`, { recursive: true });
    const play = () => rolecallHere(folder.path, 'run', '.', '--task', 'street trees', '--model', 'recorded', '--approve', 'all', '--json', '--quiet');
    const played = await play();
    assert.equal(played.code, 0, played.err);
    const { state, spend } = JSON.parse(played.out) as { readonly state: Readonly<Record<string, unknown>>; readonly spend: { readonly total: { readonly cost_usd: number } } };
    assert.deepEqual([state['note'], spend.total.cost_usd], [stateOf(events).values['note'], 0]);
    await edit('roles/1-planner.yaml', 'Two topics', 'Three topics');
    const changed = await play();
    assert.equal(changed.code, 1);
    assert.match(changed.err, /planner.* No earlier run has an answer to this request/i);
  });

  it('are asked anew from where the user has changed something', async () => {
    const answered = events.findIndex((event) => event.type === 'output.proposed');
    await edit('roles/1-planner.yaml', 'Two topics', 'Three topics');
    await edit('demo.script.yaml', 'why: two topics cover it }', 'why: two topics cover it, repeat: true }');
    const all = await resumeTeam(folder.path, events.slice(0, answered + 1), undefined, { person: approver, team: await loadGoodTeam(folder.path) });
    const asked = requests(all).filter(({ role }) => role === 'planner');
    assert.equal(asked.length, 2);
    assert.match(JSON.stringify(asked[1]), /Three topics/);
  });
});
