// Tools with an effect outside: a person sees exactly what would happen, allows it once or for the rest of the run, and nothing happens before or twice.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { JsonObject } from '../../../src/engine/shared/json';
import type { ApprovalAnswer, ApprovalQuestion, Person } from '../../../src/engine/shared/person';
import { approver, patientPerson } from '../../support/people';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';

const writer = (replies: string, more = '', approve = 'always'): TeamFiles => scripted(`
tools: { save: { type: write_file, root: out, approve: ${approve} }, look: { type: list_files, root: . } }
roles: [{ role: writer, responsibility: Write., reads: [task], tools: [save], writes: { note: { type: string } }${more} }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`, replies);

const save = (path: string, text = 'hello') => `{ name: save, arguments: { path: ${path}, text: ${text} } }`;
const once = writer(`  - { role: writer, tool_calls: [${save('a.md')}] }\n  - { role: writer, output: { note: done } }\n`);
const twice = writer(`  - { role: writer, tool_calls: [${save('a.md')}, ${save('b.md')}] }\n  - { role: writer, output: { note: done } }\n`);

const returned = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'tool.returned' ? [event.error ?? event.result] : []));
const asked = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'approval.requested' ? [event.id] : []));
const text = (folder: string, path: string) => readFile(`${folder}/out/${path}`, 'utf8').catch(() => null);

function answering(answer: (question: ApprovalQuestion) => Partial<ApprovalAnswer>): Person & { readonly questions: ApprovalQuestion[] } {
  const questions: ApprovalQuestion[] = [];
  return {
    questions,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve({ answer: 'approve', by: 'person', ...answer(question) });
    },
  };
}

describe('calls of tools with an effect outside', () => {
  it('show what exactly would happen, and nothing has happened before the answer', async () => {
    await inFolder(once, async (folder) => {
      const person = patientPerson();
      const run = runTeam(folder, { person });
      await person.asked(1);
      const question = person.open.get('s1.tool')!;
      assert.deepEqual([question.kind, question.role, question.question], ['tool', 'writer', 'May writer write the new file out/a.md?']);
      assert.deepEqual(question.what, { path: 'out/a.md', before: 'not there', shows: '--- /dev/null\n+++ out/a.md\n@@ -0,0 +1,1 @@\n+hello\n\\ No newline at end of file', tool: 'save' });
      assert.equal(await text(folder, 'a.md'), null);
      person.answer('s1.tool', 'approve');
      assert.equal((await run).result.status, 'completed');
      assert.equal(await text(folder, 'a.md'), 'hello');
    });
  });

  it('are not made when they are rejected: the role is told and goes on', async () => {
    await inFolder(twice, async (folder) => {
      const person = answering(({ what }) => ((what as JsonObject)['path'] === 'out/a.md' ? { answer: 'reject', note: 'not there' } : {}));
      const { events, result } = await runTeam(folder, { person });
      assert.equal(result.status, 'completed');
      assert.deepEqual(asked(events), ['s1.tool', 's1.tool~2']);
      assert.match(String(returned(events)[0]), /A person did not allow this call: not there\. It was not made/);
      assert.deepEqual(returned(events)[1], { path: 'out/b.md', bytes: 5 });
      assert.deepEqual([await text(folder, 'a.md'), await text(folder, 'b.md')], [null, 'hello']);
    });
  });

  it('are asked about once where they are allowed for the rest of the run, also after it was interrupted', async () => {
    const files = writer(`
  - { role: writer, tool_calls: [${save('a.md')}, ${save('b.md')}] }
  - { role: writer, output: { note: '' } }
  - { role: writer, tool_calls: [${save('c.md')}] }
  - { role: writer, output: { note: done } }
`);
    const twoRoles: TeamFiles = { ...files, 'team.yaml': files['team.yaml']!.replace("routes: [{ when: state.note == '', to: writer }]", "approvals: [{ after: writer }]\nroutes: [{ when: state.note == '' && run.steps == 0, to: writer }, { when: state.note == '', to: writer, input: { again: 'true' } }]") };
    await inFolder(twoRoles, async (folder) => {
      const person = answering(({ kind }) => (kind === 'tool' ? { forRun: true } : {}));
      const stops: Person = { ask: (question, signal) => (question.kind === 'tool' ? person.ask(question, signal) : Promise.resolve(null)) };
      const { events, result } = await runTeam(folder, { person: stops });
      assert.equal(result.status, 'waiting');
      const later = answering(() => ({}));
      const all = await resumeTeam(folder, events, undefined, { person: later });
      assert.equal(stateOf(all).end?.status, 'completed');
      assert.deepEqual([person.questions.map(({ id }) => id), later.questions.map(({ kind }) => kind)], [['s1.tool'], ['after', 'after']]);
      assert.deepEqual(await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => text(folder, path))), ['hello', 'hello', 'hello']);
    });
  });

  it('wait for an answer over a restart: nothing is done before it, the reply is not asked for again, nothing is written twice', async () => {
    await inFolder(twice, async (folder) => {
      const first = await runTeam(folder);
      assert.deepEqual([first.result.status, asked(first.events), await text(folder, 'a.md')], ['waiting', ['s1.tool'], null]);
      const half: Person = { ask: (question) => Promise.resolve(question.id === 's1.tool' ? { answer: 'approve', by: 'person' } : null) };
      const second = await resumeTeam(folder, first.events, undefined, { person: half });
      assert.deepEqual([stateOf(second).end?.status, asked(second), await text(folder, 'a.md'), await text(folder, 'b.md')], ['waiting', ['s1.tool', 's1.tool~2'], 'hello', null]);
      await writeFile(`${folder}/out/a.md`, 'changed by hand since');
      const third = await resumeTeam(folder, second, undefined, { person: approver });
      assert.equal(stateOf(third).end?.status, 'completed');
      assert.deepEqual([await text(folder, 'a.md'), await text(folder, 'b.md')], ['changed by hand since', 'hello']);
      assert.equal(third.filter((event) => event.type === 'model.requested').length, 2);
      assert.deepEqual(await replayTeam(folder, third).then(({ ok }) => ok), true);
    });
  });

  it('are made again after a crash in the middle of one, and not without the answer that there was', async () => {
    await inFolder(once, async (folder) => {
      const { events } = await runTeam(folder, { person: approver });
      const nobody = answering(() => assert.fail('nobody is to be asked'));
      const cut = (type: RunEvent['type']) => events.slice(0, events.findIndex((event) => event.type === type) + 1);
      const again = await resumeTeam(folder, cut('approval.answered'), undefined, { person: nobody });
      assert.deepEqual([stateOf(again).end?.status, returned(again)], ['completed', [{ path: 'out/a.md', bytes: 5 }]]);
      await writeFile(`${folder}/out/a.md`, 'by hand');
      const stale = await resumeTeam(folder, cut('approval.requested'), undefined, { person: approver });
      assert.match(String(returned(stale)[0]), /changed by somebody else/);
      assert.equal(await text(folder, 'a.md'), 'by hand');
    });
  });

  it('ask nobody where the team says never, where the call cannot be made, or where it is not on the card', async () => {
    const never = writer(`  - { role: writer, tool_calls: [${save('a.md')}] }\n  - { role: writer, output: { note: done } }\n`, '', 'never');
    await inFolder(never, async (folder) => {
      const { events } = await runTeam(folder);
      assert.deepEqual([asked(events), await text(folder, 'a.md')], [[], 'hello']);
    });
    const wrong = writer(`
  - { role: writer, tool_calls: [${save('../team.yaml')}, { name: save, arguments: { path: a.md } }, { name: look, arguments: {} }, ${save('over.md')}] }
  - { role: writer, output: { note: done } }
`, ', limits: { tool_calls: 3 }');
    await inFolder(wrong, async (folder) => {
      const { events, result } = await runTeam(folder);
      assert.deepEqual([result.status, asked(events)], ['completed', []]);
      const told = returned(events).map(String);
      assert.match(told[0]!, /may not hold "\.\."/);
      assert.match(told[1]!, /Wrong arguments for save/);
      assert.match(told[2]!, /There is no tool "look"\. You may call: save\./);
      assert.match(told[3]!, /All 3 tool calls/);
    });
  });

  it('ask for reading too, where the team says always', async () => {
    const files = scripted(`
tools: { look: { type: list_files, root: ., approve: always } }
roles: [{ role: reader, responsibility: Read., reads: [task], tools: [look], writes: { note: { type: string } } }]
routes: [{ when: state.note == '', to: reader }]
finish_when: state.note != ''
`, '  - { role: reader, tool_calls: [{ name: look, arguments: { pattern: "*.md" } }] }\n  - { role: reader, output: { note: done } }\n');
    await inFolder(files, async (folder) => {
      const person = answering(() => ({}));
      await runTeam(folder, { person });
      assert.deepEqual(person.questions.map(({ question, what }) => [question, what]), [['May reader call look?', { arguments: { pattern: '*.md' }, tool: 'look' }]]);
    });
  });

  it('leave the step open when the run is stopped while a person is asked', async () => {
    await inFolder(once, async (folder) => {
      const person: Person = { ask: (_question, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(null))) };
      const { result } = await runTeam(folder, { person, during: (run) => run.listen({ onEvents: (events) => { if (events.at(-1)?.type === 'approval.requested') setImmediate(() => run.stop()); } }) });
      assert.equal(result.status, 'stopped');
      assert.equal(await text(folder, 'a.md'), null);
    });
  });
});
