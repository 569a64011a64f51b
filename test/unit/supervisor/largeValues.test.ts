// Large values go by reference: a prompt holds their beginning, read_more reads the rest, and only who was shown a reference can follow it.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { refOf, shownOfField, shownOfResult } from '../../../src/engine/prompts/largeValue';
import { sha256 } from '../../../src/node/sha256';
import { callText } from '../../support/callText';
import { inFolder, runFiles, scripted, type TeamFiles } from '../../support/runFiles';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const document = Array.from({ length: 4000 }, (_, i) => `Line ${i} of the 😀 document says nothing.`).join('\n').replace('Line 3900 of', 'The answer is 42. Line 3900 of');
const ref = refOf(sha256(document));

const reader = (replies: string, more = ''): TeamFiles => scripted(`
roles:
  - { role: reader, responsibility: Read., reads: [doc], writes: { answer: { type: string } }${more} }
state: { doc: { type: string } }
routes: [{ when: state.answer == '', to: reader }]
finish_when: state.answer != ''
`, replies);

const withDoc = (files: TeamFiles): TeamFiles => ({ ...files, 'team.yaml': files['team.yaml']!.replace('state: { doc: { type: string } }', `state: { doc: { type: string, initial: ${JSON.stringify(document)} } }`) });

const asks = (events: readonly RunEvent[]) => events.filter((event) => event.type === 'model.requested');
const returned = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'tool.returned' ? [event] : []));

const findsIt = withDoc(reader(`
  - { role: reader, tool_calls: [{ name: read_more, arguments: { ref: "${ref}", find: The answer, length: 30 } }] }
  - { role: reader, output: { answer: "{{ tool.results[0].text }}" } }
`));

describe('large values', () => {
  it('a field: its beginning is in the prompt, with how to read on; the log and the views tell the same', async () => {
    const { events, result } = await runFiles(findsIt);
    assert.equal(result.status, 'completed');
    const [first] = asks(events);
    assert.deepEqual(first?.tools, ['read_more']);
    const part = first?.append.flatMap(({ parts }) => parts).find(({ kind }) => kind === 'data');
    assert.deepEqual(part?.kind === 'data' ? part.cut : null, { after: shownOfField, ref });
    const fold = createRunFold();
    fold.apply(events);
    const view = fold.view!;
    const text = callText(view, view.steps[0]!.attempts[0]!.calls[0]!);
    assert.ok(text.includes(`${document.slice(0, shownOfField)}\n\`\`\`\n[cut off after ${shownOfField} of ${document.length} characters; read_more with ref "${ref}" and from ${shownOfField + 1} reads on]\n</data>`));
    assert.ok(!text.includes('The answer is 42'));
    assert.ok(text.length < shownOfField + 3000);
  });

  it('goes on from any event, and can be done again from its recording', async () => {
    await inFolder(findsIt, async (folder) => {
      const { events, state } = await runTeam(folder);
      for (let cut = 1; cut < events.length; cut++) {
        const again = await resumeTeam(folder, events.slice(0, cut));
        assert.deepEqual([stateOf(again).end?.status, stateOf(again).values['answer']], ['completed', state.values['answer']], `cut behind ${events[cut - 1]!.type}`);
      }
      assert.equal((await replayTeam(folder, events)).ok, true);
    });
  });

  it('a result: another role that is handed its reference reads it, also when the run goes on elsewhere', async () => {
    const files: TeamFiles = {
      ...scripted(`
tools: { look: { type: search, root: docs, max: 50 } }
roles:
  - { role: finder, responsibility: Find., reads: [task], tools: [look], writes: { raw: { type: string } } }
  - { role: writer, responsibility: Write., reads: [raw], writes: { answer: { type: string } }, limits: { calls: 9 } }
routes: [{ when: state.raw == '', to: finder }, { when: state.answer == '', to: writer }]
finish_when: state.answer != ''
`, `
  - { role: finder, tool_calls: [{ name: look, arguments: { query: document } }] }
  - { role: finder, output: { raw: see RAW } }
  - { role: writer, tool_calls: [{ name: read_more, arguments: { ref: RAW, length: 10 } }] }
  - { role: writer, output: { answer: "{{ tool.results[0].text }}" } }
`),
      'docs/a.md': Array.from({ length: 60 }, (_, i) => `Paragraph ${i} of the document: ${'it goes on and on '.repeat(30)}`).join('\n\n'),
    };
    const kept = returned((await runFiles(files)).events)[0]!.kept!;
    const named = { ...files, 'script.yaml': files['script.yaml']!.replaceAll('RAW', `"${kept}"`).replace(`see "${kept}"`, `"see ${kept}"`) };
    await inFolder(named, async (folder) => {
      const { events } = await runTeam(folder);
      const text = JSON.stringify(returned(events)[0]!.result);
      assert.ok(text.length > shownOfResult);
      assert.equal(stateOf(events).values['answer'], text.slice(0, 10));
      const between = events.findIndex((event) => event.type === 'role.finished') + 1;
      assert.equal(stateOf(await resumeTeam(folder, events.slice(0, between))).values['answer'], text.slice(0, 10));
    });
  });

  it('a reviewer is not led to what the author read by a reference in its output', async () => {
    const files = withDoc(scripted(`
roles:
  - { role: reader, responsibility: Read., reads: [doc], writes: { answer: { type: string } }, review: { by: critic } }
  - { role: critic, mode: review, responsibility: Review. }
state: { doc: { type: string } }
routes: [{ when: state.answer == '', to: reader }]
finish_when: state.answer != ''
`, `
  - { role: reader, output: { answer: "see ${ref}" } }
  - { role: critic, tool_calls: [{ name: read_more, arguments: { ref: "${ref}" } }] }
  - { role: critic, verdict: approve }
`));
    const { events } = await runFiles(files);
    const ofCritic = asks(events).filter((event) => event.role === 'critic');
    assert.deepEqual(ofCritic.map(({ tools = [] }) => tools), [[], []]);
    assert.deepEqual(returned(events).map(({ error }) => error), ['There is no tool "read_more". You have no tools.']);
  });

  it('what the shaping of a result leaves out can be read in the original, where that is much', async () => {
    const files = (fields: string): TeamFiles => ({
      ...scripted(`
tools: { look: { type: search, root: docs, max: 20, fields: [${fields}] } }
roles: [{ role: finder, responsibility: Find., reads: [task], tools: [look], writes: { answer: { type: string } } }]
routes: [{ when: state.answer == '', to: finder }]
finish_when: state.answer != ''
`, `
  - { role: finder, tool_calls: [{ name: look, arguments: { query: document } }] }
  - { role: finder, output: { answer: done } }
`),
      'docs/a.md': Array.from({ length: 20 }, (_, i) => `Paragraph ${i} of the document: ${'it goes on and on '.repeat(20)}`).join('\n\n'),
    });
    const [much] = returned((await runFiles(files('path, line'))).events);
    assert.equal(Object.keys((much!.result as unknown as { hits: object[] }).hits[0]!).join(), 'path,line');
    assert.equal(Object.keys((much!.original as unknown as { hits: object[] }).hits[0]!).join(), 'n,path,line,text,score');
    assert.equal(much!.kept, refOf(sha256(JSON.stringify(much!.original))));
    const [little] = returned((await runFiles(files('path, line, text'))).events);
    assert.deepEqual([little!.original, little!.kept], [undefined, undefined]);
  });

  it('read_more reads parts, never half a character, and says what it cannot read', async () => {
    const at = document.indexOf('😀') + 1;
    const calls = [`from: ${at}, length: 1`, `from: ${at + 1}, length: 3`, `from: ${document.length}`, `from: ${document.length + 1}`, 'find: nowhere at all', 'from: 0', 'length: 20001'];
    const files = withDoc(reader(`
  - { role: reader, tool_calls: [${calls.map((args) => `{ name: read_more, arguments: { ref: "${ref}", ${args} } }`).join(', ')}] }
  - { role: reader, output: { answer: done } }
`));
    const results = returned((await runFiles(files)).events).map(({ result, error }) => error ?? result);
    assert.deepEqual(results.slice(0, 3), [
      { ref, from: at, to: at + 1, of: document.length, text: '😀', next: at + 2 },
      { ref, from: at + 2, to: at + 4, of: document.length, text: document.slice(at + 1, at + 4), next: at + 5 },
      { ref, from: document.length, to: document.length, of: document.length, text: '.' },
    ]);
    assert.match(String(results[3]), /has only \d+ characters/);
    assert.match(String(results[4]), /does not hold "nowhere at all"/);
    for (const wrong of results.slice(5)) assert.match(String(wrong), /Wrong arguments for read_more/);
  });
});
