// Cases of area L: what a cloned folder may start. L3 (keys) is in ../shared/redact.test.ts; that nothing runs in an untrusted folder is in ../../e2e/restricted.test.ts.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { ApprovalQuestion, Person } from '../../../src/engine/shared/person';
import { createAllowedStarts } from '../../../src/node/tools/allowedStarts';
import { rememberedStarts } from '../../support/allowedStarts';
import { inTicketFolder, ticketCommand, ticketTeam } from '../../support/mcp/ticketTeam';
import { resumeTeam, runTeam, stateOf } from '../../support/runTeam';
import { inFolder, type TeamFiles } from '../../support/runFiles';

const call = ['{ name: tickets__count, arguments: {} }'];
const asked = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'approval.requested' ? [event.id] : []));

function answering(answer: 'approve' | 'reject'): Person & { readonly questions: ApprovalQuestion[] } {
  const questions: ApprovalQuestion[] = [];
  return { questions, ask: (question) => (questions.push(question), Promise.resolve({ answer, by: 'person' })) };
}

describe('cases L', function () {
  this.timeout(60_000);

  it('L1: nothing is started before a person has seen the command and allowed it', async () => {
    await inTicketFolder((marks) => ticketTeam({ command: ticketCommand('--marks', marks) }, call), async (folder, marks) => {
      const waiting = await runTeam(folder);
      assert.deepEqual([waiting.result.status, waiting.result.reason, asked(waiting.events)], ['waiting', 'approval', ['s1.start.tickets']]);
      const no = answering('reject');
      const rejected = await runTeam(folder, { person: no });
      assert.deepEqual([rejected.result.reason, await marks()], ['error:approval', []]);
      const [question] = no.questions;
      assert.match(question!.question, /^May this team start `.*ticketProcess\.ts --marks .*` for the tool tickets\?$/);
      assert.deepEqual((question!.what as { command: unknown }).command, ticketCommand('--marks', /--marks (\S+)`/.exec(question!.question)![1]!));
      const later = await resumeTeam(folder, waiting.events, undefined, { person: answering('approve') });
      assert.deepEqual([stateOf(later).end?.status, await marks()], ['completed', ['started']]);
    });
  });

  it('L1: asked once, again after every change of the command or of a file of the folder that it names, and for each folder by itself', async () => {
    const starter = `import ${JSON.stringify(ticketCommand()[3])};\n`;
    const files = (marks: string): TeamFiles => ({ ...ticketTeam({ command: [...ticketCommand().slice(0, 3), 'start.mjs', '--marks', marks] }, call), 'start.mjs': starter });
    const allowed = rememberedStarts();
    const person = answering('approve');
    const questions = async (folder: string): Promise<number> => {
      const before = person.questions.length;
      const { result, state } = await runTeam(folder, { person, allowed });
      assert.equal(result.status, 'completed', state.failure?.message);
      return person.questions.length - before;
    };
    await inTicketFolder(files, async (folder) => {
      assert.deepEqual([await questions(folder), await questions(folder)], [1, 0]);
      await writeFile(`${folder}/start.mjs`, `${starter}// changed\n`);
      assert.deepEqual([await questions(folder), await questions(folder)], [1, 0]);
      const team = await readFile(`${folder}/team.yaml`, 'utf8');
      await writeFile(`${folder}/team.yaml`, team.replace('"--marks"', '"--banner","--marks"'));
      assert.deepEqual([await questions(folder), await questions(folder)], [1, 0]);
      await writeFile(`${folder}/team.yaml`, team);
      assert.equal(await questions(folder), 0, 'what was allowed before stays so');
    });
    // A server of the same name in another folder is another one: it can neither take over what was allowed nor run in its place.
    await inTicketFolder(files, async (folder) => assert.equal(await questions(folder), 1));
  });

  it('L1: parallel steps that want the same server ask once', async () => {
    await inTicketFolder((marks) => {
      const team = ticketTeam({ command: ticketCommand('--marks', marks) }, []);
      return {
        'team.yaml': team['team.yaml']!.replace('routes: [{ when: state.note == \'\', to: clerk }]', 'state: { note: { type: string, reducer: max }, all: { type: array, reducer: append } }\nroutes: [{ when: size(state.all) == 0, to: clerk, for_each: "[1, 2, 3]" }]')
          .replace('note: { type: string } }', 'all: { type: array } }').replace("finish_when: state.note != ''", 'finish_when: size(state.all) > 0').replace('note: { type: string, reducer: max }, ', ''),
        'script.yaml': 'replies:\n  - { role: clerk, when: size(tool.results) == 0, tool_calls: [{ name: tickets__count, arguments: {} }], repeat: true }\n  - { role: clerk, output: { all: ["{{ tool.results[0].open }}"] }, repeat: true }\n',
      };
    }, async (folder, marks) => {
      const person = answering('approve');
      const { result, state } = await runTeam(folder, { person });
      assert.deepEqual([result.status, state.values['all'], person.questions.map(({ id }) => id), await marks()], ['completed', [2, 2, 2], ['s1.start.tickets'], ['started']]);
    });
  });

  it('L1: what was allowed is remembered outside of every folder, and a file that cannot be read allows nothing', async () => {
    await inFolder({ 'state/.keep': '' }, async (folder) => {
      const file = `${folder}/state/deep/allowed.json`;
      const starts = createAllowedStarts(file);
      assert.equal(await starts.has('a'), false);
      await starts.add('a', { command: ['x'] });
      assert.deepEqual([await createAllowedStarts(file).has('a'), await createAllowedStarts(file).has('b'), await createAllowedStarts(file).has('toString')], [true, false, false]);
      await writeFile(file, '{ "a": ');
      assert.equal(await starts.has('a'), false);
    });
  });
});
