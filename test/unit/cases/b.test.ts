// Cases of area B: interrupts and approvals. B2's answers in processes of their own are in ../../cli/answers.test.ts, B1's crashes in
// ../../cli/crashEveryEvent.test.ts. B8's words on the command line are in answers.test.ts too; there is no chat box.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { Person } from '../../../src/engine/shared/person';
import { bindAnswers } from '../../../src/engine/supervisor/bindAnswers';
import type { StepGate } from '../../../src/engine/supervisor/stepGate';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';
import { patientPerson, approver } from '../../support/people';
import { resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const count = (events: readonly RunEvent[], type: RunEvent['type']) => events.filter((event) => event.type === type).length;
const asked = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'approval.requested' ? [event.id] : []));

const twoBreaks: TeamFiles = scripted(`
roles:
  - { role: first, responsibility: Begin., reads: [task], writes: { a: { type: string } } }
  - { role: second, responsibility: Go on., reads: [a], writes: { b: { type: string } } }
topology: pipeline
pipeline: [first, second]
approvals: [{ before: first }, { before: second }]
`, '  - { role: first, output: { a: one } }\n  - { role: second, output: { b: two } }\n');

describe('cases B', () => {
  it('B1: tool calls that ended before a question are not made again when it is answered', async () => {
    const files = scripted(`
tools: { save: { type: write_file, root: out, approve: never } }
roles: [{ role: writer, responsibility: Write., reads: [task], tools: [save], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
approvals: [{ after: writer }]
`, '  - { role: writer, tool_calls: [{ name: save, arguments: { path: a.md, text: one } }] }\n  - { role: writer, output: { note: "{{ string(tool.results[0].bytes) }}" } }\n');
    await inFolder(files, async (folder) => {
      const { events, result } = await runTeam(folder);
      assert.deepEqual([result.status, await readFile(`${folder}/out/a.md`, 'utf8')], ['waiting', 'one']);
      await rm(`${folder}/out/a.md`);
      const all = await resumeTeam(folder, events, undefined, { person: approver });
      assert.deepEqual([count(all, 'tool.returned'), count(all, 'model.requested'), stateOf(all).values['note']], [1, 2, '3']);
      await assert.rejects(readFile(`${folder}/out/a.md`), { code: 'ENOENT' }, 'it was not written a second time');
    });
  });

  it('B2: two calls of one turn that ask have ids of their own, and an answer reaches the one it is for', async () => {
    const files = scripted(`
tools: { save: { type: write_file, root: out } }
roles: [{ role: writer, responsibility: Write., reads: [task], tools: [save], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`, '  - { role: writer, tool_calls: [{ name: save, arguments: { path: a.md, text: one } }, { name: save, arguments: { path: b.md, text: two } }] }\n  - { role: writer, output: { note: done } }\n');
    const answers = (given: Readonly<Record<string, 'approve' | 'reject'>>): Person => ({
      ask: ({ id }) => Promise.resolve(given[id] === undefined ? null : { answer: given[id], by: 'person' }),
    });
    await inFolder(files, async (folder) => {
      const written = (name: string) => readFile(`${folder}/out/${name}`, 'utf8').catch(() => null);
      const { events } = await runTeam(folder);
      assert.deepEqual(asked(events), ['s1.tool']);
      const early = await resumeTeam(folder, events, undefined, { person: answers({ 's1.tool~2': 'reject' }) });
      assert.deepEqual([asked(early), stateOf(early).end?.status, await written('a.md')], [['s1.tool'], 'waiting', null], 'an answer to the second is none to the first');
      const first = await resumeTeam(folder, early, undefined, { person: answers({ 's1.tool': 'approve' }) });
      assert.deepEqual([asked(first), await written('a.md'), await written('b.md')], [['s1.tool', 's1.tool~2'], 'one', null]);
      const all = await resumeTeam(folder, first, undefined, { person: answers({ 's1.tool': 'approve', 's1.tool~2': 'reject' }) });
      assert.deepEqual([stateOf(all).end?.status, await written('a.md'), await written('b.md')], ['completed', 'one', null]);
    });
  });

  it('B2: an answer that names no question is taken only where one waits', () => {
    const waiting = [{ id: 's1.after' }, { id: 's2.after' }];
    const bind = (questions: readonly { readonly id: string }[], ...given: Parameters<typeof bindAnswers>[1]) => {
      const bound = bindAnswers(questions, given);
      return bound.ok ? Object.fromEntries(bound.value) : bound.error;
    };
    assert.deepEqual(bind(waiting, { id: null, answer: 'approve' }), { why: 'which', id: null });
    assert.deepEqual(bind(waiting, { id: 's2.after', answer: 'reject' }, { id: 's1.after', answer: 'approve' }), { 's1.after': 'approve', 's2.after': 'reject' });
    assert.deepEqual(bind(waiting.slice(1), { id: null, answer: 'reject' }), { 's2.after': 'reject' });
    assert.deepEqual(bind(waiting, { id: 's1.after', answer: 'approve' }, { id: 's3.after', answer: 'approve' }), { why: 'unknown', id: 's3.after' });
    assert.deepEqual(bind(waiting.slice(1), { id: null, answer: 'reject' }, { id: 's2.after', answer: 'approve' }), { why: 'answered twice', id: 's2.after' });
    assert.deepEqual(bind([], { id: null, answer: 'approve' }), { why: 'none waits', id: null });
  });

  it('B5: a question two teams down shows its way, and its answer lets the worker go on', async () => {
    const team = (inside: string, member: string) => scripted(`
topology: hierarchy
roles: [{ role: ${member}, responsibility: Work., writes: { out: { type: string } }${inside} }]
routes: [{ when: state.out == '', to: ${member} }]
finish_when: state.out != ''
`, '  - { role: worker, output: { out: done } }\n', member);
    const top = team(', team: mid', 'lead');
    const mid = team(', team: low', 'group');
    const low = team('', 'worker');
    const noReplies = 'replies: []\n';
    const files = {
      'team.yaml': top['team.yaml']!, 'script.yaml': noReplies, 'mid/team.yaml': mid['team.yaml']!, 'mid/script.yaml': noReplies,
      'mid/low/team.yaml': `${low['team.yaml']!.replace('topology: hierarchy', '')}approvals: [{ after: worker }]\n`, 'mid/low/script.yaml': low['script.yaml']!,
    };
    await inFolder(files, async (folder) => {
      const person = patientPerson();
      const run = runTeam(folder, { person });
      await person.asked(1);
      const [question] = person.open.values();
      assert.deepEqual([question?.role, question?.id], ['lead/group/worker', 's1/s1/s1.after']);
      person.answer('s1/s1/s1.after', 'approve');
      const { result, state } = await run;
      assert.deepEqual([result.status, state.values['out']], ['completed', 'done']);

      const alone = await runTeam(folder);
      assert.equal(alone.result.status, 'waiting');
      const later = await resumeTeam(folder, alone.events, undefined, { person: approver });
      assert.deepEqual([stateOf(later).end?.status, stateOf(later).values['out'], stateOf(later).requests.get('lead/group/worker')], ['completed', 'done', 1]);
    });
  });

  it('B7: a gate that was given at the start is asked before every role, also behind a pause and when the run goes on', async () => {
    await inFolder(twoBreaks, async (folder) => {
      const held: string[] = [];
      const gate: StepGate = { at: ({ phase, role }) => Promise.resolve(phase === 'role' ? void held.push(role) : undefined) };
      await runTeam(folder, { gate, person: approver });
      assert.deepEqual(held.splice(0), ['first', 'second']);
      const { events } = await runTeam(folder, { gate });
      assert.deepEqual(held.splice(0), ['first']);
      await resumeTeam(folder, events, undefined, { gate, person: approver });
      assert.deepEqual(held, ['second'], 'the first was held before its question, and is past that');
    });
  });

  it('B7: the second place to wait at is still there after the first was passed in another process', async () => {
    await inFolder(twoBreaks, async (folder) => {
      const { events } = await runTeam(folder);
      assert.deepEqual(asked(events), ['s1.before']);
      const person = patientPerson();
      const run = resumeTeam(folder, events, undefined, { person });
      await person.asked(1);
      person.answer('s1.before', 'approve');
      await person.asked(1);
      person.answer('s2.before', null);
      const second = await run;
      assert.deepEqual([asked(second), stateOf(second).end?.status], [['s1.before', 's2.before'], 'waiting']);
      const all = await resumeTeam(folder, second, undefined, { person: approver });
      assert.deepEqual([stateOf(all).end?.status, asked(all).length, stateOf(all).values['b']], ['completed', 2, 'two']);
    });
  });
});
