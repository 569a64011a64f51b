import assert from 'node:assert/strict';
import type { Json } from '../../../src/engine/shared/json';
import { callTool } from '../../../src/engine/tools/callTool';
import { shapeResult } from '../../../src/engine/tools/shapeResult';
import type { Tool } from '../../../src/engine/tools/tool';

const called: unknown[] = [];
const echo: Tool = {
  name: 'echo',
  description: '',
  parameters: { type: 'object', properties: { text: { type: 'string' }, any: {} }, required: ['text'] },
  effect: 'compute',
  call: (args) => {
    called.push(args);
    return Promise.resolve({ ok: true, value: args });
  },
};
const control = { signal: new AbortController().signal };

describe('callTool', () => {
  beforeEach(() => called.splice(0));

  it('calls a tool of the list', async () => {
    assert.deepEqual(await callTool([echo], { name: 'echo', arguments: { text: 'a' } }, control), { ok: true, value: { text: 'a' } });
  });

  it('answers a made-up name with the list of tools', async () => {
    assert.deepEqual(await callTool([echo], { name: 'ecko<|x|>', arguments: {} }, control), { ok: false, error: 'There is no tool "ecko<|x|>". You may call: echo.' });
    assert.deepEqual(await callTool([], { name: 'echo', arguments: {} }, control), { ok: false, error: 'There is no tool "echo". You have no tools.' });
    assert.deepEqual(called, []);
  });

  it('does not hand on a number that JSON has no place for', async () => {
    const far = (value: Json): Tool => ({ ...echo, call: () => Promise.resolve({ ok: true, value }) });
    assert.deepEqual(await callTool([far({ rows: [{ n: Infinity }] })], { name: 'echo', arguments: {} }, control), { ok: false, error: 'The result of echo holds a number that is too large, at rows[0].n: it cannot be used.' });
    assert.deepEqual(await callTool([far(Infinity)], { name: 'echo', arguments: {} }, control), { ok: false, error: 'The result of echo holds a number that is too large: it cannot be used.' });
  });

  it('does not hand on lists and objects that lie in each other without end', async () => {
    const deep = JSON.parse(`${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}`) as Json;
    assert.deepEqual(await callTool([{ ...echo, call: () => Promise.resolve({ ok: true, value: deep }) }], { name: 'echo', arguments: {} }, control), { ok: false, error: 'The result of echo holds lists and objects in each other, more than 200 levels deep: it cannot be used.' });
  });

  it('does not run a tool whose arguments are not JSON', async () => {
    assert.deepEqual(await callTool([echo], { name: 'echo', arguments: null, raw: '{"{"a":1' }, control), {
      ok: false,
      error: 'The arguments of echo are not one JSON object with numbers in range and few levels, so it was not called: "{\\"{\\"a\\":1". Arguments: text (string, required), any.',
    });
    assert.deepEqual(called, []);
  });
});

describe('shapeResult', () => {
  it('cuts lists and keeps the fields of what is in them', () => {
    const shape = { fields: ['b', 'a'], max: 1 };
    assert.deepEqual(shapeResult([{ a: 1, b: 2, c: 3 }, { a: 4 }], shape), [{ b: 2, a: 1 }]);
    assert.deepEqual(shapeResult({ rows: [{ a: 1, c: 3 }, { a: 4 }], total: 2 }, shape), { rows: [{ a: 1 }], total: 2 });
    assert.deepEqual(shapeResult({ a: 1, c: 3 }, shape), { a: 1 });
    assert.deepEqual(shapeResult([1, 2], shape), [1]);
    assert.deepEqual(shapeResult('text', shape), 'text');
  });

  it('leaves a result alone without a shape', () => {
    const result = { rows: [{ a: 1 }] };
    assert.equal(shapeResult(result, { fields: null, max: null }), result);
  });
});
