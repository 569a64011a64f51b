/** The JSON Schemas in the cards: whether they are any, with the line of what is wrong, and keywords that nobody knows. */
import type { CardNode, MapNode } from '../cards/cardNode';
import { jsonOf, rangeOf } from '../cards/cardNode';
import { schemaKeywords } from '../cards/words';
import { isObject, type JsonObject } from '../shared/json';
import { didYouMean, nearest } from '../shared/nearest';
import type { Check } from './checkTeam';

export function checkSchemas(check: Check): void {
  const { sources, team } = check;
  for (const role of sources.roles) {
    for (const write of role.writes) checkSchema(check, write.schemaNode);
    checkSchema(check, role.inputSchema?.node ?? null);
    checkExamples(check, role);
  }
  for (const field of team.state) checkSchema(check, field.schemaNode, ['initial', 'reducer', 'key']);
}

/** `ours`: keys of the map that belong to us and not to the schema. */
function checkSchema(check: Check, node: CardNode | null, ours: readonly string[] = []): void {
  if (node?.kind !== 'map') return;
  const schema: MapNode = { ...node, entries: node.entries.filter((entry) => !ours.includes(entry.key)) };
  for (const { path, message } of check.schemas.problemsOf(jsonOf(schema) as JsonObject)) {
    const place = nodeAt(schema, path);
    check.findings.add('bad-schema', rangeOf(place), `This is no JSON Schema: ${path === '' ? 'it' : `\`${path}\``} ${message}${message.endsWith('?') ? '' : '.'}`);
  }
  // Unknown keys of a field's own map were found by the table of keys.
  checkKeywords(check, schema, ours.length > 0);
}

/** The part that `properties.plan.items[0]` means; keys may hold dots, so the longest key that fits is taken. */
function nodeAt(node: CardNode, path: string): CardNode {
  if (path === '') return node;
  if (node.kind === 'map') {
    const fits = node.entries.filter(({ key }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`));
    const best = fits.sort((a, b) => b.key.length - a.key.length)[0];
    return best === undefined ? node : nodeAt(best.value, path.slice(best.key.length).replace(/^\./, ''));
  }
  const index = /^\[(\d+)\]\.?/.exec(path);
  const item = node.kind === 'list' && index !== null ? node.items[Number(index[1])] : undefined;
  return item === undefined || index === null ? node : nodeAt(item, path.slice(index[0].length));
}

const ofSchemas = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const aSchema = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'additionalItems']);
const listOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** An unknown keyword does nothing at all; one that is close to a known one is a slip. */
function checkKeywords(check: Check, node: CardNode, skipOwn = false): void {
  if (node.kind !== 'map') return;
  for (const { key, keyNode, value } of node.entries) {
    const close = schemaKeywords.has(key) || skipOwn ? null : nearest(key, schemaKeywords);
    if (close !== null) {
      const range = rangeOf(keyNode);
      check.findings.add('schema-keyword', range, `\`${key}\` is no keyword of JSON Schema${didYouMean(close)}`, { fix: { title: `Change to \`${close}\``, range, text: close } });
    }
    if (ofSchemas.has(key) && value.kind === 'map') for (const entry of value.entries) checkKeywords(check, entry.value);
    else if (aSchema.has(key)) checkKeywords(check, value);
    else if (listOfSchemas.has(key) && value.kind === 'list') for (const item of value.items) checkKeywords(check, item);
  }
}

/** An example that breaks the contract teaches the model to break it. */
function checkExamples({ schemas, findings }: Check, role: Check['sources']['roles'][number]): void {
  const writes = new Map(role.writes.map((write) => [write.field, write.schema?.value ?? null]));
  for (const { output, outputNode } of role.examples) {
    if (!isObject(output) || outputNode?.kind !== 'map') continue;
    for (const { key, keyNode, value } of outputNode.entries) {
      const schema = writes.get(key);
      if (schema === undefined) {
        const close = nearest(key, writes.keys());
        findings.add('bad-example', rangeOf(keyNode), `The example writes \`${key}\`, which \`${role.id}\` does not write${didYouMean(close) || '.'}`);
      } else if (schema !== null && schemas.problemsOf(schema).length === 0) {
        const compiled = schemas.compile(schema);
        const [problem] = compiled.ok ? compiled.value(jsonOf(value)) : [];
        if (problem !== undefined) findings.add('bad-example', rangeOf(nodeAt(value, problem.path)), `The example breaks the contract: \`${key}\`${problem.path === '' ? '' : `, ${problem.path},`} ${problem.message}.`);
      }
    }
  }
}
