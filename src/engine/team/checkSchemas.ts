/** The JSON Schemas in the cards: whether they are any, with the line of what is wrong, and keywords that nobody knows. */
import { jsonOf, rangeOf, type CardNode, type MapEntry, type MapNode } from '../cards/cardNode';
import { renameTo } from '../cards/findings';
import type { RoleCard } from '../cards/roleCard';
import { schemaKeywords } from '../cards/words';
import type { JsonObject } from '../shared/json';
import { didYouMean, nearest } from '../shared/nearest';
import { ended } from '../shared/sentences';
import type { Check } from './check';
import { nodeAt, problemOfWritten } from './writtenValue';

export function checkSchemas(check: Check): void {
  const { roles, team } = check;
  for (const role of roles) {
    for (const write of role.writes) checkSchema(check, write.schemaNode);
    checkSchema(check, role.inputSchema?.node ?? null);
    checkOutputSchema(check, role);
    checkExamples(check, role);
  }
  for (const field of team.state) checkSchema(check, field.schemaNode, ['initial', 'reducer', 'key']);
}

/** `output_schema` is no contract of one value: its properties are the fields. */
function checkOutputSchema({ findings }: Check, { map }: RoleCard): void {
  const schema = map.map('output_schema');
  const range = map.keyRange('output_schema');
  if (schema === null || range === null || schema.map('properties') !== null) return;
  findings.add('bad-schema', range, '`output_schema` has no `properties`, and they name the fields the role writes.', { hint: 'Write `output_schema: { type: object, properties: { field: { … } } }`.' });
}

/** `ours`: keys of the map that belong to us and not to the schema. */
function checkSchema(check: Check, node: CardNode | null, ours: readonly string[] = []): void {
  if (node?.kind !== 'map') return;
  const schema: MapNode = { ...node, entries: node.entries.filter((entry) => !ours.includes(entry.key)) };
  for (const { path, message } of check.schemas.problemsOf(jsonOf(schema) as JsonObject)) {
    // The word after the field's own `type` was checked with its key.
    if (ours.length > 0 && path === 'type') continue;
    const place = nodeAt(schema, path);
    check.findings.add('bad-schema', rangeOf(place), `This is no JSON Schema: ${path === '' ? 'it' : `\`${path}\``} ${ended(message)}`);
  }
  // Unknown keys of a field's own map were found by the table of keys.
  checkKeywords(check, schema, ours.length > 0);
}

const ofSchemas = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const aSchema = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'additionalItems']);
const listOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** An unknown keyword does nothing at all; one that is close to a known one is a slip. */
function checkKeywords(check: Check, node: CardNode, skipOwn = false): void {
  if (node.kind !== 'map') return;
  for (const { key, keyNode, value } of node.entries) {
    const close = schemaKeywords.has(key) || skipOwn ? null : nearest(key, schemaKeywords);
    const range = rangeOf(keyNode);
    if (close !== null) check.findings.add('schema-keyword', range, `\`${key}\` is no keyword of JSON Schema${didYouMean(close)}`, { fix: renameTo(close, range) });
    for (const inner of schemasIn(key, value)) checkKeywords(check, inner);
  }
}

function schemasIn(key: string, value: CardNode): readonly CardNode[] {
  if (aSchema.has(key)) return [value];
  if (ofSchemas.has(key) && value.kind === 'map') return value.entries.map((entry) => entry.value);
  return listOfSchemas.has(key) && value.kind === 'list' ? value.items : [];
}

/** An example that breaks the contract teaches the model to break it. */
function checkExamples(check: Check, role: RoleCard): void {
  for (const { outputNode } of role.examples) {
    if (outputNode?.kind !== 'map') continue;
    for (const entry of outputNode.entries) checkExample(check, role, entry);
  }
}

function checkExample({ schemas, findings }: Check, { id, writes }: RoleCard, { key, keyNode, value }: MapEntry): void {
  const write = writes.find((each) => each.field === key);
  if (write === undefined) {
    const close = nearest(key, writes.map((each) => each.field));
    const range = rangeOf(keyNode);
    findings.add('bad-example', range, `The example writes \`${key}\`, which \`${id}\` does not write${didYouMean(close) || '.'}`, { fix: renameTo(close, range) });
    return;
  }
  const problem = problemOfWritten(schemas, write, value);
  if (problem !== null) findings.add('bad-example', problem.range, `The example breaks the contract: ${problem.text}`);
}
