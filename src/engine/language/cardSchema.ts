/** JSON Schemas (draft 7) of the files that users write, made from the tables of keys, for editors and tools that know nothing of Rolecall. What they cannot say, the check does. */
import type { Key, KeyTable, ScalarForm, Shape } from '../cards/shape';
import type { Json, JsonObject } from '../shared/json';
import { unreachable } from '../shared/result';
import type { CardKind } from '../team/loadedTeam';
import { kinds } from '../team/teamSources';

export function cardSchema(kind: CardKind): JsonObject {
  const { keys, what } = kinds[kind];
  const definitions = new Definitions();
  const whole = definitions.ofTable(keys, undefined);
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: `Rolecall: ${what}`, ...whole, definitions: definitions.all };
}

/** What a file of that kind has, and files of others that lie in folders of the same name do not. */
const tellingKeys: Readonly<Record<CardKind, readonly string[]>> = { team: [], script: [], role: ['role', 'agent_id'], scenario: ['scenario'] };

/** For files that are known by their names alone: `roles/admin.yaml` may be another program's, and is then left in peace. */
export function contributedSchema(kind: CardKind): JsonObject {
  const { $schema, title, definitions, ...rest } = cardSchema(kind);
  const keys = tellingKeys[kind];
  if (keys.length === 0) return cardSchema(kind);
  return { $schema: $schema!, title: title!, if: { anyOf: keys.map((key) => ({ required: [key] })) }, then: rest, definitions: definitions! };
}

/** Large tables stand once, under `definitions`. */
const largeFrom = 12;

class Definitions {
  private readonly made = new Map<KeyTable, string>();
  private readonly schemas: Record<string, Json> = {};

  get all(): JsonObject {
    return this.schemas;
  }

  ofTable(table: KeyTable, more: ReadonlySet<string> | undefined): JsonObject {
    const properties = Object.fromEntries(Object.entries(table).map(([name, key]) => [name, this.ofKey(key)]));
    const others = Object.fromEntries([...(more ?? [])].map((name) => [name, true]));
    const required = Object.entries(table).filter(([, key]) => key.required === true).map(([name]) => requiredOf(name, table));
    return { type: 'object', properties: { ...others, ...properties }, additionalProperties: false, ...(required.length === 0 ? {} : { allOf: required }) };
  }

  private ofKey({ shape, doc, spells }: Key): JsonObject {
    const description = spells === undefined ? doc : `${doc} Another spelling of \`${spells}\`.`;
    return { description, markdownDescription: description, ...this.ofShape(shape) };
  }

  private ofShape(shape: Shape): JsonObject {
    if (shape.json === true) return {};
    const forms = [
      ...(shape.scalar === undefined ? [] : [scalarSchema(shape.scalar)]),
      ...(shape.list === undefined ? [] : [{ type: 'array', items: this.ofShape(shape.list) }]),
      ...(shape.keys === undefined ? [] : [this.reference(shape.keys, shape.more)]),
      ...(shape.entries === undefined ? [] : [{ type: 'object', additionalProperties: this.ofShape(shape.entries) }]),
      ...(shape.empty === true ? [{ type: 'null' }] : []),
    ];
    return forms.length === 1 ? forms[0]! : { anyOf: forms };
  }

  private reference(table: KeyTable, more: ReadonlySet<string> | undefined): JsonObject {
    if (Object.keys(table).length < largeFrom) return this.ofTable(table, more);
    const name = this.made.get(table) ?? `keys${this.made.size + 1}`;
    if (!this.made.has(table)) {
      this.made.set(table, name);
      this.schemas[name] = this.ofTable(table, more);
    }
    return { $ref: `#/definitions/${name}` };
  }
}

/** Under its own name or another spelling. */
function requiredOf(name: string, table: KeyTable): JsonObject {
  const spellings = [name, ...Object.entries(table).filter(([, key]) => key.spells === name).map(([other]) => other)];
  return spellings.length === 1 ? { required: [name] } : { anyOf: spellings.map((each) => ({ required: [each] })) };
}

const someText: JsonObject = { type: 'string', pattern: '\\S' };

function scalarSchema(form: ScalarForm): JsonObject {
  switch (form.is) {
    case 'text':
      return form.mayBeBlank === true ? { type: 'string' } : someText;
    case 'name':
    case 'template':
    case 'path':
      return someText;
    case 'expression':
    case 'condition':
      return { anyOf: [someText, { type: ['number', 'boolean'] }] };
    case 'duration':
      return { anyOf: [{ type: 'string', pattern: '^\\s*(?:\\d[\\d\\s]*(?:\\.[\\d\\s]+)?(?:ms|s|m|h)\\s*)+$' }, { type: 'number', exclusiveMinimum: 0 }] };
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return numberSchema(form);
    case 'word':
      return wordSchema(form);
    default:
      return unreachable(form);
  }
}

function numberSchema({ integer, min, max, above }: ScalarForm & { is: 'number' }): JsonObject {
  return {
    type: integer === true ? 'integer' : 'number',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
  };
}

function wordSchema({ of, docs }: ScalarForm & { is: 'word' }): JsonObject {
  const schema: JsonObject = { type: 'string', enum: of };
  if (docs === undefined) return schema;
  const descriptions = of.map((each) => docs[each] ?? '');
  return { ...schema, enumDescriptions: descriptions, markdownEnumDescriptions: descriptions };
}
