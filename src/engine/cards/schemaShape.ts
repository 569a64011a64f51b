/** The JSON Schemas that users write into cards, as a table of their usual keywords. Nothing is refused by it: the check of schemas is another (checkSchemas.ts). */
import { anyText, boolean, countOrNone, json, jsonMap, list, oneOrMore, text, word, type Key, type KeyTable, type Shape } from './shape';
import { jsonTypes } from './words';

const number: Shape = { scalar: { is: 'number' } };

/** Filled below: a schema may hold schemas. */
const keys: Record<string, Key> = {};

/** A JSON Schema. */
export const schemaShape: Shape = { keys, empty: true };

/** The same, of which the check takes any map. */
export const schemaMap: Shape = { ...jsonMap, usually: schemaShape };

Object.assign(keys, {
  type: { shape: oneOrMore(word(jsonTypes)), doc: 'The JSON type of the value.' },
  items: { shape: schemaShape, doc: 'array: the schema of each item.' },
  properties: { shape: { entries: schemaShape }, doc: 'object: the schema of each member, by name.' },
  required: { shape: list(text), doc: 'object: the members that must be there.' },
  enum: { shape: list(json), doc: 'The only values it may be.' },
  const: { shape: json, doc: 'The only value it may be.' },
  description: { shape: anyText, doc: 'What it is, told to the model.' },
  default: { shape: json, doc: 'What it is when nothing is given.' },
  additionalProperties: { shape: { ...boolean, keys }, doc: 'object: whether other members are taken, or their schema.' },
  minItems: { shape: countOrNone, doc: 'array: the least number of items.' },
  maxItems: { shape: countOrNone, doc: 'array: the largest number of items.' },
  uniqueItems: { shape: boolean, doc: 'array: no two items are equal.' },
  minLength: { shape: countOrNone, doc: 'string: the least number of characters.' },
  maxLength: { shape: countOrNone, doc: 'string: the largest number of characters.' },
  pattern: { shape: text, doc: 'string: a regular expression it must match.' },
  format: { shape: text, doc: 'string: such as `date`, `uri` or `email`.' },
  minimum: { shape: number, doc: 'number: the smallest value.' },
  maximum: { shape: number, doc: 'number: the largest value.' },
  anyOf: { shape: list(schemaShape), doc: 'At least one of these schemas holds.' },
  oneOf: { shape: list(schemaShape), doc: 'Exactly one of these schemas holds.' },
  allOf: { shape: list(schemaShape), doc: 'All of these schemas hold.' },
} satisfies KeyTable);
