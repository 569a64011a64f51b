// The users' JSON Schemas: what is said of values and of schemas, and that neither can hang the host.
import assert from 'node:assert/strict';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import type { Json, JsonObject } from '../../../src/engine/shared/json';

async function problems(schema: JsonObject, value: Json): Promise<readonly string[]> {
  const compiled = (await loadSchemas()).compile(schema);
  assert.ok(compiled.ok, compiled.ok ? '' : compiled.error);
  return compiled.value(value).map(({ path, message }) => `${path}: ${message}`);
}

async function mistakes(schema: JsonObject): Promise<readonly string[]> {
  return (await loadSchemas()).problemsOf(schema).map(({ path, message }) => `${path}: ${message}`);
}

describe('JSON Schemas', () => {
  it('say where and what, and which keys are known', async () => {
    const schema: JsonObject = { type: 'object', required: ['plan'], additionalProperties: false, properties: { plan: { type: 'array', items: { enum: ['a', 'b'] } } } };
    assert.deepEqual(await problems(schema, { foo: 1, plan: ['a', 'c'] }), [': must not have `foo`; it takes plan', 'plan[1]: must be one of "a","b"']);
    assert.deepEqual(await problems(schema, { plam: [] }), [': must have `plan`', ': must not have `plam`; did you mean `plan`?']);
    assert.deepEqual(await problems(schema, { plan: ['b'] }), []);
  });

  it('change no value: texts stay texts', async () => {
    assert.deepEqual(await problems({ type: 'string' }, '00123'), []);
    assert.deepEqual(await problems({ enum: ['true', 'false'] }, true), [': must be one of "true","false"']);
    assert.deepEqual(await problems({ type: 'integer' }, '5'), [': must be integer']);
  });

  it('follow references and know formats', async () => {
    const schema: JsonObject = { $defs: { f: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } } }, type: 'array', items: { $ref: '#/$defs/f' } };
    assert.deepEqual(await problems(schema, [{ url: 'x y' }]), ['[0].url: must match format "uri"']);
  });

  it('look at own keys only', async () => {
    assert.deepEqual(await problems({ type: 'object', required: ['toString'] }, {}), [': must have `toString`']);
  });

  it('take one $id in two schemas, and other drafts', async () => {
    assert.deepEqual(await problems({ $id: 'https://example.org/x', type: 'string' }, 1), [': must be string']);
    assert.deepEqual(await problems({ $id: 'https://example.org/x', type: 'number' }, 'a'), [': must be number']);
    assert.deepEqual(await problems({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' }, 1), [': must be string']);
  });

  it('a pattern takes time only by the length of the text', async () => {
    assert.deepEqual(await problems({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`), [': must match pattern "^(a+)+$"']);
    assert.deepEqual(await problems({ pattern: '^\\d{2}/\\u0041$' }, '42/A'), []);
  });

  it('tell what is wrong with a schema, innermost and all of it', async () => {
    assert.deepEqual(await mistakes({ type: 'object', properties: { a: { type: 'strng' }, b: { items: { minLength: -1 } }, c: { pattern: '(' }, d: { $ref: '#/$defs/none' } } }), [
      'properties.a.type: is no type of JSON Schema; did you mean `string`?',
      'properties.b.items.minLength: must be >= 0',
      'properties.c.pattern: is no regular expression: missing closing ): `(`',
      'properties.d.$ref: leads nowhere: there is no `#/$defs/none` in the schema',
    ]);
    assert.deepEqual(await mistakes({ required: 'a' }), ['required: must be array']);
    assert.deepEqual(await mistakes({ pattern: '(?=a)b' }), ['pattern: looks ahead or behind, which cannot be done in linear time']);
    assert.deepEqual(await mistakes({ default: { pattern: '(' }, properties: { pattern: { type: 'string' } } }), []);
    assert.deepEqual(await mistakes({ type: 'string', 'x-ours': { type: 'strng' } }), []);
    const compiled = (await loadSchemas()).compile({ type: 'strng' });
    assert.deepEqual(compiled, { ok: false, error: 'type is no type of JSON Schema; did you mean `string`?' });
  });

  it('fill in defaults in a copy', async () => {
    const value: Json = { b: {} };
    const filled = (await loadSchemas()).withDefaults({ properties: { a: { default: 3 }, b: { properties: { c: { default: [] } } } } }, value);
    assert.deepEqual(filled, { a: 3, b: { c: [] } });
    assert.deepEqual(value, { b: {} });
  });

  it('are loaded once', async () => assert.equal(await loadSchemas(), await loadSchemas()));
});
