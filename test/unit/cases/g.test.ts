// Cases of area G: structured output, tool calls, schemas, as whole runs over real HTTP. What one reply means in detail is in ../models.
import assert from 'node:assert/strict';
import type { Json, JsonObject } from '../../../src/engine/shared/json';
import { inlineRefs } from '../../../src/engine/models/schemaRefs';
import { callsTools, messagesOf, withHttpTeams, workText, writes } from '../../support/httpTeam';
import { chunk, done, events, reply, someUsage, usageChunk } from '../../support/modelServer';

const cutAt = (text: string) => events(chunk({ content: text }), chunk({}, { finish: 'length' }), usageChunk(someUsage), done);
const looking = { role: 'tools: [look]', more: 'tools: { look: { type: list_files, root: . } }' };

describe('cases G', () => {
  const http = withHttpTeams();

  it('G1: what was cut by its length is never taken, not even where it parses, and more room or a shorter answer is asked for', async () => {
    const report = '{ type: object, properties: { items: { type: array }, note: { type: string } } }';
    const whole = workText({ items: ['a', 'b'] });
    const { result, state, events: all } = await http.run([cutAt(whole.slice(0, whole.indexOf('"b"'))), cutAt(whole), writes({ items: ['a'] })], { report });
    assert.deepEqual([result.status, state.values['report']], ['completed', { items: ['a'] }]);
    const refused = all.flatMap((event) => (event.type === 'output.refused' ? event.problems : []));
    assert.equal(refused.length, 2);
    for (const { problem } of refused) assert.match(problem, /cut off at the limit of output tokens/);
    assert.match(JSON.stringify(messagesOf(http.server.requests[1]!.body).at(-1)), /shorter/i);
  });

  const good = workText('rain ``` wind');
  for (const [what, text] of [
    ['in a fence', `\`\`\`json\n${good}\n\`\`\``],
    ['in a fence without a tag', `\`\`\`\n${good}\n\`\`\``],
    ['with words around it', `Here you are:\n${good}\nAnything else?`],
  ] as const) {
    it(`G2: one object ${what} is taken once`, async () => {
      const { result, state } = await http.run([reply(text)]);
      assert.deepEqual([result.status, state.values['report']], ['completed', 'rain ``` wind']);
    });
  }

  it('G2: two objects that differ are an error, told to the model', async () => {
    const { state, events: all } = await http.run([reply(`${workText('one')}\n${workText('two')}`), writes('three')]);
    assert.equal(state.values['report'], 'three');
    assert.match(JSON.stringify(all.find((event) => event.type === 'output.refused')), /2 different JSON values/);
  });

  it('G4: ids that stand twice, in one turn or over turns, or are empty, are replaced, and each call keeps its result', async () => {
    const call = (id: string) => ({ id, name: 'look', arguments: '{}' });
    const { result, events: all } = await http.run([callsTools(call('a'), call('a')), callsTools(call('a'), call('')), writes('rain')], looking);
    assert.equal(result.status, 'completed');
    const messages = messagesOf(http.server.requests[2]!.body);
    const called = messages.flatMap((message) => ((message['tool_calls'] ?? []) as readonly JsonObject[]).map((one) => String(one['id'])));
    const answered = messages.filter((message) => message['role'] === 'tool').map((message) => String(message['tool_call_id']));
    assert.deepEqual([called.length, new Set(called).size, called.includes('')], [4, 4, false]);
    assert.deepEqual(answered, called);
    assert.deepEqual(all.flatMap((event) => (event.type === 'tool.returned' ? [event.id] : [])), called);
  });

  it('G6: arguments that are no JSON are told to the model, not run, and bounded', async () => {
    const bad = ['{"{"a":1', '{"path":".",}', '{"path":"a'];
    const { result, events: all } = await http.run([...bad.map((args, index) => callsTools({ id: `c${index}`, name: 'look', arguments: args })), writes('rain')], looking);
    assert.equal(result.status, 'completed');
    const returned = all.flatMap((event) => (event.type === 'tool.returned' ? [event] : []));
    assert.equal(returned.length, 3);
    for (const { error, result: value } of returned) {
      assert.match(error ?? '', /JSON/);
      assert.equal(value, null);
    }
    const endless = await http.run(new Array(20).fill(callsTools({ id: 'x', name: 'look', arguments: '{' })), { ...looking, role: 'tools: [look], limits: { timeout: 600s, tool_calls: 3, retries: 0 }' });
    assert.equal(endless.result.status, 'failed');
    assert.ok(endless.calls.length <= 5, String(endless.calls.length));
  });

  for (const name of ['serach', 'look<|channel|>commentary', '']) {
    it(`G8: a made-up tool ${JSON.stringify(name)} is an answer with the list of tools, not the end`, async () => {
      const { result, events: all } = await http.run([callsTools({ id: 'a', name, arguments: '{}' }), writes('rain')], looking);
      assert.equal(result.status, 'completed');
      assert.match(JSON.stringify(all.find((event) => event.type === 'tool.returned')), /look/);
      const sent = messagesOf(http.server.requests[1]!.body).flatMap((message) => (message['tool_calls'] ?? []) as readonly JsonObject[]);
      assert.match(String((sent[0]?.['function'] as JsonObject)['name']), /^[A-Za-z0-9_-]+$/);
    });
  }

  it('G10: values that are valid stay as they are: texts that look like others, unions, leading zeros', async () => {
    const report = '{ type: object, properties: { flag: { enum: ["true", "false"] }, either: { anyOf: [{ type: integer }, { type: string }] }, zip: { type: string }, n: { type: [number, string] } } }';
    const value = { flag: 'true', either: 42, zip: '00123', n: '1' };
    const { state, events: all } = await http.run([writes(value)], { report });
    assert.deepEqual(state.values['report'], value);
    assert.ok(!all.some((event) => event.type === 'output.refused'));
  });

  const referring = '{ $defs: { point: { type: object, properties: { at: { $ref: "#/$defs/place" } } }, place: { type: string } }, type: object, properties: { first: { $ref: "#/$defs/point", description: Where it begins }, definitions: { type: string } } }';

  it('G11: references are put in place in what the model is sent, with what stands beside them; the reply is checked all the same', async () => {
    const { result, state, events: all } = await http.run([writes({ first: { at: 1 } }), writes({ first: { at: 'here' } })], { report: referring });
    assert.deepEqual([result.status, state.values['report']], ['completed', { first: { at: 'here' } }]);
    assert.ok(all.some((event) => event.type === 'output.refused'));
    const sent = (http.server.requests[0]!.body['response_format'] as { json_schema: { schema: Json } }).json_schema.schema;
    assert.ok(!JSON.stringify(sent).includes('$ref'), JSON.stringify(sent));
    assert.match(JSON.stringify(sent), /"first":\{"type":"object","properties":\{"at":\{"type":"string"\}\},"description":"Where it begins"\}/);
    assert.match(JSON.stringify(sent), /"definitions":\{"type":"string"\}/);
  });

  it('G11: one that leads into itself stays a reference; `definitions`, pointers and constraints beside it hold', () => {
    const tree: JsonObject = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' };
    assert.equal(inlineRefs(tree), tree);
    const old: JsonObject = { definitions: { 'a/b': { type: 'string' } }, properties: { x: { $ref: '#/definitions/a~1b' }, y: { $ref: '#/properties/x', type: 'string', maxLength: 3 }, $ref: { const: { $ref: '#/nowhere' } } } };
    assert.deepEqual(inlineRefs(old), { properties: { x: { type: 'string' }, y: { type: 'string', maxLength: 3, allOf: [{ type: 'string' }] }, $ref: { const: { $ref: '#/nowhere' } } } });
    const lost: JsonObject = { properties: { x: { $ref: '#/definitions/none' } } };
    assert.equal(inlineRefs(lost), lost);
    const twice = (i: number): JsonObject => ({ anyOf: [{ $ref: `#/$defs/d${i}` }, { $ref: `#/$defs/d${i}` }] });
    const wide: JsonObject = { $defs: Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`d${i}`, i === 0 ? { type: 'string' } : twice(i - 1)])), $ref: '#/$defs/d39' };
    assert.equal(inlineRefs(wide), wide);
  });

  it('G13: schemas with optional fields and free maps are sent as they are, not as strict ones', async () => {
    const report = '{ type: object, properties: { a: { type: string }, b: { type: string }, more: { type: object, additionalProperties: { type: number } } }, required: [a] }';
    const { state } = await http.run([writes({ a: 'x', more: { n: 1 } })], { report });
    assert.deepEqual(state.values['report'], { a: 'x', more: { n: 1 } });
    const { strict, schema } = (http.server.requests[0]!.body['response_format'] as { json_schema: { strict: boolean; schema: Json } }).json_schema;
    assert.equal(strict, false);
    assert.match(JSON.stringify(schema), /"required":\["a"\]/);
    assert.deepEqual(state.team.fields['report']?.schema?.['required'], ['a']);
  });
});
