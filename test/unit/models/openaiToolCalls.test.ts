import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/engine/models/model';
import { control, modelRequest, replyOf } from '../../support/modelRequests';
import { chunk, done, events, json, reply, someUsage } from '../../support/modelServer';
import { withOpenAiServer } from './openaiHarness';

describe('tool calls over HTTP', () => {
  const http = withOpenAiServer();

  const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) => chunk({ tool_calls: [{ ...(index === undefined ? {} : { index }), ...(id === undefined ? {} : { id }), type: 'function', function: { ...(name === undefined ? {} : { name }), arguments: args } }] });
  const end = [chunk({}, { finish: 'tool_calls' }), done];
  const calls = async (...pieces: Parameters<typeof events>) => replyOf(await http.ask([events(...pieces, ...end)])).toolCalls;

  it('are put together by their index', async () => {
    const made = await calls(call(0, 'a', 'search', ''), call(1, 'b', 'read', '{"path"'), call(0, undefined, undefined, '{"query":'), call(1, undefined, undefined, ':"x"}'), call(0, undefined, undefined, '"y"}'));
    assert.deepEqual(made, [
      { id: 'a', name: 'search', arguments: { query: 'y' } },
      { id: 'b', name: 'read', arguments: { path: 'x' } },
    ]);
  });

  it('are kept apart where a server numbers them all the same or not at all', async () => {
    const expected = [
      { id: 'a', name: 'search', arguments: { q: 1 } },
      { id: 'b', name: 'search', arguments: { q: 2 } },
    ];
    assert.deepEqual(await calls(call(0, 'a', 'search', '{"q":1}'), call(0, 'b', 'search', '{"q":2}')), expected);
    assert.deepEqual(await calls(call(undefined, 'a', 'search', '{"q":1}'), call(undefined, 'b', 'search', '{"q":2}')), expected);
    assert.deepEqual(await calls(call(0, 'a', 'search', '{"q"'), call(0, 'a', 'search', ':1}'), call(1, 'b', 'search', '{"q":2}')), expected);
  });

  it('get ids of their own where the server’s are empty or stand twice, also in an earlier turn (G4)', async () => {
    const earlier = { role: 'assistant' as const, text: '', toolCalls: [{ id: 'a', name: 'search', arguments: {} }] };
    const request = modelRequest();
    const value = replyOf(await http.ask([events(call(0, 'a', 'search', '{}'), call(1, 'b', 'search', '{}'), call(2, 'b', 'search', '{}'), call(3, '', 'search', '{}'), ...end)], { messages: [...request.messages, earlier, { role: 'tool', toolCallId: 'a', name: 'search', text: '{}' }] }));
    const ids = value.toolCalls.map((c) => c.id);
    assert.equal(ids[1], 'b');
    assert.equal(new Set([...ids, 'a']).size, 5);
    assert.ok(ids.every((id) => id !== ''));
  });

  it('get ids that no other conversation of the step has, such as its review', async () => {
    const model = await http.open();
    const ids: string[] = [];
    for (const role of ['writer', 'critic']) {
      http.server.answer(events(call(0, 'call_0', 'search', '{}'), call(1, '', 'search', '{}'), ...end));
      ids.push(...replyOf(await model.call(modelRequest({ role }), control())).toolCalls.map((one) => one.id));
    }
    assert.equal(ids[0], 'call_0');
    assert.equal(new Set(ids).size, 4);
    assert.ok(ids.slice(1).every((id) => /^[a-z0-9]{9}$/.test(id)), String(ids));
  });

  it('keep arguments that are no JSON object as they came, never as {} (G6)', async () => {
    const made = await calls(call(0, 'a', 'search', '{"{"a":1'), call(1, 'b', 'search', '[1]'), call(2, 'c', 'search', '{"a":1,}'), call(3, 'd', 'search', ''), call(4, 'e', 'search', '{"n":1e400}'));
    assert.deepEqual(made.map(({ arguments: args, raw }) => [args, raw]), [[null, '{"{"a":1'], [null, '[1]'], [null, '{"a":1,}'], [{}, undefined], [null, '{"n":1e400}']]);
  });

  it('take arguments that came parsed, and whole messages', async () => {
    const whole = json(200, { model: 'test-model', choices: [{ message: { content: null, tool_calls: [{ id: 'a', function: { name: 'search', arguments: { q: 1 } } }, { id: 'a', function: { name: 'search', arguments: '{"q":2}' } }] }, finish_reason: 'stop' }], usage: someUsage });
    const value = replyOf(await http.ask([whole]));
    assert.deepEqual(value.toolCalls.map((c) => c.arguments), [{ q: 1 }, { q: 2 }]);
    assert.equal(value.finish, 'tools');
  });

  it('are sent back in a form that servers take, and an empty turn is not (D12)', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'se<|x|>arch', arguments: null, raw: '{"' }, { id: 'b', name: 'read', arguments: { path: 'x' } }] },
      { role: 'tool', toolCallId: 'a', name: 'se<|x|>arch', text: 'no' },
      { role: 'tool', toolCallId: 'b', name: 'read', text: 'yes' },
      { role: 'assistant', text: '', toolCalls: [] },
      { role: 'assistant', text: 'done', toolCalls: [] },
    ];
    await http.ask([reply('x')], { messages });
    assert.deepEqual(http.server.requests[0]?.body['messages'], [
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'se__x__arch', arguments: '{}' } },
          { id: 'b', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'no' },
      { role: 'tool', tool_call_id: 'b', content: 'yes' },
      { role: 'assistant', content: 'done' },
    ]);
  });
});
