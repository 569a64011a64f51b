// Cases of area H: MCP servers, with real processes.
import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import type { ApprovalQuestion, Person } from '../../../src/engine/shared/person';
import { safeNames } from '../../../src/engine/tools/toolSource';
import { viewOf } from '../../support/httpTeam';
import { inTicketFolder, ticketCommand, ticketTeam } from '../../support/mcp/ticketTeam';
import { approver } from '../../support/people';
import { replayTeam, resumeTeam, runTeam, stateOf } from '../../support/runTeam';

const returned = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'tool.returned' ? [event.error ?? event.result] : []));
const offered = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'tool.opened' ? [event.offers] : []));
const asked = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'approval.requested' ? [event.id] : []));

describe('cases H', function () {
  this.timeout(60_000);

  it('H1: every name becomes one that providers take, each its own; messages name server and tool', async () => {
    await inTicketFolder((marks) => ticketTeam({ command: ticketCommand('--marks', marks, '--odd') }, ['{ name: tickets__a_b_c, arguments: {} }, { name: tickets__a_b_c_2, arguments: {} }', '{ name: tickets__fail, arguments: {} }']), async (folder) => {
      const { events, result } = await runTeam(folder, { person: approver });
      assert.equal(result.status, 'completed', JSON.stringify(events.at(-1)));
      const names = offered(events)[0]!.map((offer) => offer.name);
      for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
      assert.equal(new Set(names).size, names.length);
      assert.deepEqual(returned(events), ['a.b/c', 'a_b_c', 'fail of tickets: the tracker is closed on Sundays']);
      assert.ok(offered(events)[0]!.every((offer) => offer.description.length < 1200));
    });
  });

  it('H1: a name is never one that another tool has, nor longer than it may be', () => {
    assert.deepEqual(safeNames('t', ['a', 'a', 'x'.repeat(90), `${'x'.repeat(90)}y`, '日本'], ['t__a']), ['t__a_2', 't__a_3', `t__${'x'.repeat(61)}`, `t__${'x'.repeat(59)}_2`, 't___']);
  });

  it('H3: lines on its output that are no messages break nothing, and are told once, also where all goes well', async () => {
    await inTicketFolder((marks) => ticketTeam({ command: ticketCommand('--marks', marks, '--banner') }, ['{ name: tickets__count, arguments: {} }', '{ name: tickets__count, arguments: {} }', '{ name: tickets__die, arguments: {} }']), async (folder) => {
      const { events, result } = await runTeam(folder, { person: approver });
      assert.equal(result.status, 'completed', JSON.stringify(events.at(-1)));
      assert.deepEqual(returned(events)[0], { open: 2 });
      assert.match(String(returned(events)[2]), /3 lines on its output were no messages, such as "Ticket server 1\.0"/);
      const [first, ...later] = viewOf(events).steps[0]!.attempts[0]!.tools.map(({ notes }) => notes);
      assert.deepEqual(first, ['tickets: 3 lines on its output were no messages, such as "Ticket server 1.0"; they were passed over. What a server logs belongs on standard error.']);
      assert.deepEqual(later, [[], []]);
    });
  });

  it('only what the entry names is offered, its results are shaped, and what may change something asks each time', async () => {
    const server = (marks: string) => ({ command: ticketCommand('--marks', marks), tools: ['find', 'close'], fields: ['id', 'title'], max: 1 });
    await inTicketFolder((marks) => ticketTeam(server(marks), ['{ name: tickets__find, arguments: { query: rain } }', '{ name: tickets__close, arguments: { id: 7 } }, { name: tickets__count, arguments: {} }']), async (folder, marks) => {
      const questions: ApprovalQuestion[] = [];
      const person: Person = { ask: (question) => (questions.push(question), Promise.resolve({ answer: 'approve', by: 'person' })) };
      const { events } = await runTeam(folder, { person });
      assert.deepEqual(returned(events), [{ tickets: [{ id: 7, title: 'About rain' }] }, 'ticket 7 is closed', 'There is no tool "tickets__count". You may call: tickets__find, tickets__close.']);
      assert.deepEqual(questions.map(({ id, kind }) => [id, kind]), [['s1.start.tickets', 'start'], ['s1.tool', 'tool']]);
      assert.deepEqual([questions[1]!.question, questions[1]!.what], ['May clerk call close of tickets?', { server: 'tickets', call: 'close', arguments: { id: 7 }, tool: 'tickets__close' }]);
      assert.deepEqual(await marks(), ['started', 'find rain', 'close 7']);
    });
  });

  it('a run that goes on asks for nothing again, makes no call twice, and is done again without starting anything', async () => {
    await inTicketFolder((marks) => ticketTeam({ command: ticketCommand('--marks', marks) }, ['{ name: tickets__find, arguments: { query: rain } }', '{ name: tickets__close, arguments: { id: 7 } }']), async (folder, marks) => {
      const { events } = await runTeam(folder, { person: approver });
      const before = await marks();
      assert.equal((await replayTeam(folder, events)).ok, true);
      assert.deepEqual(await marks(), before);
      const closing = events.findIndex((event) => event.type === 'tool.returned' && event.result === 'ticket 7 is closed');
      const never: Person = { ask: ({ id }) => assert.fail(`${id} was asked again`) };
      const again = await resumeTeam(folder, events.slice(0, closing), undefined, { person: never });
      assert.match(String(returned(again).at(-1)), /may have had its effect; it was not made again/);
      assert.deepEqual((await marks()).slice(before.length), []);
      const finding = events.findIndex((event) => event.type === 'tool.returned');
      const early = await resumeTeam(folder, events.slice(0, finding), undefined, { person: approver });
      assert.equal(stateOf(early).end?.status, 'completed');
      assert.deepEqual((await marks()).slice(before.length), ['started', 'find rain', 'close 7']);
      assert.deepEqual(asked(early), ['s1.start.tickets', 's1.tool']);
    });
  });

  it('a server that cannot be used fails the role, with what it said', async () => {
    await inTicketFolder((marks) => ticketTeam({ command: ticketCommand('--marks', marks, '--broken') }, []), async (folder) => {
      const { result, state } = await runTeam(folder, { person: approver });
      assert.equal(result.reason, 'error:tools');
      assert.match(state.failure?.message ?? '', /tickets cannot be used: .*it ended with code 2; it said: no tracker is configured/);
    });
    await inTicketFolder((marks) => ticketTeam({ command: ticketCommand('--marks', marks), tools: ['finde'] }, []), async (folder) => {
      const { state } = await runTeam(folder, { person: approver });
      assert.match(state.failure?.message ?? '', /it has no tool "finde"; it has find, close, count/);
    });
  });

  it('tools of the editor say so where there is no editor', async () => {
    await inTicketFolder(() => ticketTeam({ type: 'vscode', tools: ['find'] }, []), async (folder) => {
      const { state } = await runTeam(folder);
      assert.match(state.failure?.message ?? '', /tickets cannot be used: such tools are there in the editor only/);
    });
  });
});
