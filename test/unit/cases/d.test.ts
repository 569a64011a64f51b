// Cases of area D: loops, ends, routes, limits. D7, D8 and D9 are also recorded runs (story-05-ping-pong, equal-tool-calls, story-12), D15's cancel is in ../supervisor/stop.test.ts.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { Conversation } from '../../../src/engine/supervisor/conversation';
import { inFolder, runFiles, scripted } from '../../support/runFiles';
import { resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;

const counting = (more: string, role = '') => scripted(`
roles:
  - { role: counter, responsibility: Count on., reads: [n], writes: { n: { type: number } } ${role} }
  - { role: closer, responsibility: Close., reads: [n], writes: { report: { type: string } } }
state: { n: { type: number, initial: 0 } }
routes: [{ when: state.n < 50, to: counter }, { when: state.report == '', to: closer }]
finish_when: state.n >= 50 && state.report != ''
${more}`, '  - { role: counter, output: { n: "{{ state.n + 1 }}" }, repeat: true }\n  - { role: closer, output: { report: "{{ string(state.n) }}" }, repeat: true }\n');

const chosen = (replies: string) => scripted(`
roles:
  - { role: alpha, responsibility: Write a., reads: [b], writes: { a: { type: string } } }
  - { role: beta, responsibility: Write b., reads: [a], writes: { b: { type: string } } }
supervisor: { choices: [alpha, beta, end] }
limits: { steps: 5 }
`, `  - { role: alpha, output: { a: one } }\n  - { role: beta, output: { b: two } }\n${replies}`);

describe('cases D', () => {
  it('D1: at the limit the last answer is made once, and nothing runs or overwrites behind it', async () => {
    const { result, state, events } = await runFiles(counting('limits: { steps: 3 }\non_limit: closer\n'));
    assert.deepEqual([result, state.values['n'], state.values['report'], count(events, 'model.requested')], [{ status: 'partial', reason: 'limit:steps' }, 3, '3', 4]);
    assert.equal(events.findLast((event) => event.type === 'role.started')?.role, 'closer');
  });

  it('D1: a model that always wants one more tool is stopped, with what it spent counted', async () => {
    const files = {
      ...scripted(`
tools: { look: { type: list_files, root: . } }
roles: [{ role: reader, responsibility: Read., reads: [task], tools: [look], writes: { note: { type: string } }, limits: { tool_calls: 2, retries: 0 } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, '  - { role: reader, tool_calls: [{ name: look, arguments: {} }], repeat: true }\n'),
    };
    const { result, events } = await runFiles(files);
    assert.deepEqual([result.reason, count(events, 'model.requested')], ['error:tools', 3]);
  });

  it('D2: what a limit leaves unwritten stays unwritten; nobody is fed a filler', async () => {
    const { result, state, events } = await runFiles(counting('limits: { steps: 1 }\n'));
    assert.deepEqual([result, state.values['report'], state.meta['report']?.version], [{ status: 'partial', reason: 'limit:steps' }, '', 0]);
    assert.ok(!events.some((event) => event.type === 'role.started' && event.role === 'closer'));
  });

  it('D4: several branches that meet a limit ask one question', async () => {
    const { result, events } = await runFiles(scripted(`
roles: [{ role: worker, responsibility: Work., reads: [task], writes: { log: { type: array } } }]
state: { parts: { type: array, initial: [x, y, z] }, log: { type: array, reducer: append } }
routes: [{ when: size(state.log) == 0, to: worker, for_each: state.parts, as: part }]
finish_when: size(state.log) == 3
limits: { tokens: 300 }
on_limit: ask
`, '  - { role: worker, output: { log: ["{{ subtask.input.part }}"] }, repeat: true }\n'));
    assert.equal(result.status, 'waiting');
    assert.deepEqual(events.flatMap((event) => (event.type === 'approval.requested' ? [event.kind] : [])), ['on_limit']);
    assert.equal(count(events, 'limit.reached'), 1);
  });

  it('D7: roles that hand to each other for ever come to rest, and the round is named', async () => {
    const { result, events, state } = await runFiles(scripted(`
roles:
  - { role: alpha, responsibility: Ask., reads: [b], writes: { a: { type: string } } }
  - { role: beta, responsibility: Ask back., reads: [a], writes: { b: { type: string } } }
routes: [{ when: "state.a == '' || state.b == 'you'", to: alpha }, { when: "state.a == 'no, you'", to: beta }]
finish_when: state.a == 'agreed'
limits: { steps: 100 }
`, '  - { role: alpha, output: { a: "no, you" }, repeat: true }\n  - { role: beta, output: { b: you }, repeat: true }\n'));
    assert.deepEqual([result.reason, state.steps < 10], ['quiescent', true]);
    const end = events.at(-1);
    assert.match(end?.type === 'run.finished' ? (end.message ?? '') : '', /alpha → beta → alpha|beta → alpha → beta/);
  });

  it('D8: the same call is told at three, and the fifth is not made and ends the work, in whatever order its arguments come; a changing note does not help for ever', async () => {
    const team = (replies: string) => ({
      ...scripted(`
tools: { find: { type: search, root: docs } }
roles: [{ role: reader, responsibility: Read., reads: [task], tools: [find], writes: { note: { type: string } }, limits: { tool_calls: 8, retries: 0 } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, replies),
      'docs/a.md': 'rain falls',
    });
    const same = await runFiles(team(`  - { role: reader, when: call % 2 == 1, tool_calls: [{ name: find, arguments: { query: rain, max: 3 } }], repeat: true }
  - { role: reader, tool_calls: [{ name: find, arguments: { max: 3, query: rain } }], repeat: true }
`));
    const made = same.events.flatMap((event) => (event.type === 'tool.returned' ? [event.error === undefined] : []));
    assert.deepEqual(made, [true, true, true, true, false]);
    assert.deepEqual([same.result.reason, count(same.events, 'model.requested')], ['error:tools', 5]);
    const finished = same.events.find((event) => event.type === 'role.finished');
    assert.equal(finished?.why, 'it made the same call 5 times: find {"max":3,"query":"rain"}');
    const changing = await runFiles(team('  - { role: reader, tool_calls: [{ name: find, arguments: { query: "{{ \'rain \' + string(call) }}" } }], repeat: true }\n'));
    assert.deepEqual([changing.result.reason, count(changing.events, 'model.requested')], ['error:tools', 9]);
  });

  it('D8: a call whose result has changed goes round in no circle', async () => {
    const { events, result } = await runFiles({ ...scripted(`
tools: { save: { type: write_file, root: docs, approve: never }, look: { type: read_file, root: docs } }
roles: [{ role: reader, responsibility: Work., tools: [save, look], writes: { note: { type: string } }, limits: { tool_calls: 20, calls: 20 } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, `  - { role: reader, when: call <= 14 && call % 2 == 1, tool_calls: [{ name: save, arguments: { path: a.md, text: "{{ 'after edit ' + string(call) }}" } }], repeat: true }
  - { role: reader, when: call <= 14, tool_calls: [{ name: look, arguments: { path: a.md } }], repeat: true }
  - { role: reader, output: { note: done } }
`), 'docs/a.md': 'before' });
    assert.equal(result.status, 'completed');
    const returned = events.flatMap((event) => (event.type === 'tool.returned' ? [JSON.stringify(event.result)] : []));
    assert.equal(new Set(returned.filter((text) => text.includes('after edit'))).size, 7);
  });

  it('D8: what follows is the on_failure of the card; a reviewer that goes round in circles approves nothing', async () => {
    const team = (card: string, replies: string) => ({
      ...scripted(`
tools: { find: { type: search, root: docs } }
roles:
  - { role: reader, responsibility: Read., reads: [task], writes: { note: { type: string } }, ${card} }
  - { role: critic, mode: review, responsibility: Judge., reads: [task], tools: [find], limits: { retries: 0 } }
routes: [{ when: "state.note == '' && meta.note.status == null", to: reader }]
finish_when: meta.note.status != null
`, replies),
      'docs/a.md': 'rain falls',
    });
    const call = 'tool_calls: [{ name: find, arguments: { query: rain } }]';
    const skipped = await runFiles(team('tools: [find], on_failure: skip', `  - { role: reader, ${call}, repeat: true }\n`));
    assert.deepEqual([skipped.result.status, skipped.state.meta['note']?.status], ['partial', 'failed']);
    const together = await runFiles(team('tools: [find], on_failure: skip', `  - { role: reader, tool_calls: [${Array.from({ length: 7 }, () => '{ name: find, arguments: { query: rain } }').join(', ')}] }\n`));
    assert.deepEqual([count(together.events, 'tool.called'), count(together.events, 'model.requested')], [5, 1], 'also within one turn');
    const reviewed = await runFiles(team('review: { by: critic, max_revisions: 0 }, on_failure: skip', `  - { role: reader, output: { note: done } }\n  - { role: critic, ${call}, repeat: true }\n`));
    assert.equal(reviewed.state.values['note'], '');
    assert.match(JSON.stringify(reviewed.events.find((event) => event.type === 'review.decided')), /no verdict: it made the same call 5 times: find/);
  });

  for (const [what, reply] of [['TERMINATE', 'choice: TERMINATE, why: done'], ['a sentence', 'text: Role beta should go next'], ['two names', 'choice: alpha or beta'], ['nothing', 'text: ""'], ['D14: a hand-off told in prose', 'text: I am passing this on to beta.'], ['D14: two hand-offs', `text: '{"choice":"alpha"}{"choice":"beta"}'`]] as const) {
    it(`D9: ${what} is no choice: asked once more, then the rule, never the same speaker for ever`, async () => {
      const { events } = await runFiles(chosen(`  - { role: supervisor, ${reply}, repeat: true }\n`));
      const decisions = events.flatMap((event) => (event.type === 'role.started' ? [[event.role, event.decision.by === 'model' && event.decision.fallback]] : []));
      assert.deepEqual(decisions.slice(0, 2), [['alpha', true], ['beta', true]]);
      assert.equal(events.filter((event) => event.type === 'model.requested' && event.purpose === 'choose' && event.step === 1).length, 2);
    });
  }

  it('D12: an empty turn is not kept, so that the next request holds no empty message', async () => {
    const empty = await runFiles(scripted(`
roles: [{ role: writer, responsibility: Write., reads: [task], writes: { report: { type: string } } }]
routes: [{ when: state.report == '', to: writer }]
finish_when: state.report != ''
`, '  - { role: writer, text: "" }\n  - { role: writer, error: empty }\n  - { role: writer, output: { report: done } }\n'));
    assert.equal(empty.result.status, 'completed');
    assert.equal(count(empty.events, 'model.requested'), 3);
    const talk = new Conversation('work', (text) => text.length, () => '');
    talk.heard('', []);
    talk.heard(' \n', []);
    assert.deepEqual([talk.messages, talk.tokens], [[], 0]);
  });

  it('D15: a request that is refused for good is made once', async () => {
    for (const status of [400, 401, 404]) {
      const { result, events } = await runFiles(scripted(`
roles: [{ role: writer, responsibility: Write., reads: [task], writes: { report: { type: string } } }]
routes: [{ when: state.report == '', to: writer }]
`, `  - { role: writer, error: { status: ${status} }, repeat: true }\n`));
      assert.deepEqual([result.reason, count(events, 'model.requested')], ['error:model', 1], String(status));
    }
  });

  it('D16: a prompt that does not fit ends its step at once and is not tried again and again', async () => {
    const { result, events } = await runFiles(counting('limits: { tokens_per_call: 30 }\n'));
    assert.deepEqual([result.reason, count(events, 'model.requested'), count(events, 'role.started')], ['limit:tokens_per_call', 0, 1]);
  });

  it('D19: a run that met its limit goes on from there with a higher one', async () => {
    await inFolder(counting('limits: { steps: 25 }\n'), async (folder) => {
      const { result, events, state } = await runTeam(folder);
      assert.deepEqual([result.reason, state.values['n']], ['limit:steps', 25]);
      const all = await resumeTeam(folder, events, { limits: { steps: 60 } });
      assert.deepEqual([stateOf(all).end, stateOf(all).values['report'], count(all, 'model.responded')], [{ status: 'completed', reason: 'finish_when' }, '50', 51]);
    });
  });
});
