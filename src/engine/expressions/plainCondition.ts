/** Turns a condition in plain words into the expression it means, where its words leave no choice: how many there are of a shared field, whether it is there, which of its words it is. */
import { isObject } from '../shared/json';
import type { FieldType } from './scope';

/** `root`: where the field is looked for. */
export interface PlainNames {
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly rootOf: (field: string) => 'state' | 'output';
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const number = `(\\d{1,6}|${numbers.join('|')})`;
const fill = '(?:there (?:is|are) |we have |it has )?';
const written = '(?:written|there|set|filled(?: in)?|present|available|ready|done|finished|complete|completed|found)';

type Make = (field: string, given: string, type: string | null) => string | null;

/** The field's own name stands for FIELD in each. */
const forms: readonly (readonly [string, Make])[] = [
  [`${fill}(?:at least|no fewer than|no less than|a minimum of) ${number} FIELD`, counted('>=')],
  [`${fill}${number} or more FIELD`, counted('>=')],
  [`${fill}more than ${number} FIELD`, counted('>')],
  [`${fill}(?:fewer|less) than ${number} FIELD`, counted('<')],
  [`${fill}(?:at most|no more than|a maximum of) ${number} FIELD`, counted('<=')],
  [`${fill}exactly ${number} FIELD`, counted('==')],
  [`FIELD (?:has|have|holds?|contains?) at least ${number}(?: items?| entries)?`, counted('>=')],
  [`FIELD (?:has|have|holds?|contains?) more than ${number}(?: items?| entries)?`, counted('>')],
  ['FIELD (?:is|are) (?:still )?(?:empty|missing|unset|not written(?: yet)?|not there(?: yet)?)', (field, _, type) => isEmpty(field, type)],
  ['FIELD (?:has|have) not been written(?: yet)?', (field, _, type) => isEmpty(field, type)],
  ['(?:there (?:is|are) )no FIELD(?: yet)?', (field, _, type) => isEmpty(field, type)],
  ['no FIELD(?: yet)?', (field, _, type) => isEmpty(field, type)],
  [`FIELD (?:is|are) (?:not empty|no longer empty|already ${written}|${written})`, (field, _, type) => isThere(field, type)],
  ['FIELD (?:exists?|has been written|have been written)', (field, _, type) => isThere(field, type)],
  ['there (?:is|are) (?:a |an |some |any )?FIELD', (field, _, type) => isThere(field, type)],
  ['FIELD is (true|false)', (field, given, type) => (type === 'boolean' ? `${field} == ${given}` : null)],
  [`至少(?:有)?\\s*${number}\\s*[个条篇份项]?\\s*FIELD`, counted('>=')],
  ['FIELD\\s*(?:为空|是空的)', (field, _, type) => isEmpty(field, type)],
  ['FIELD\\s*(?:不为空|已写好|已完成)', (field, _, type) => isThere(field, type)],
];

/** Null: the words leave a choice, or name no field. */
export function plainCondition(text: string, { fields, rootOf }: PlainNames): string | null {
  const sentence = text.trim().replaceAll(/\s+/g, ' ').replace(/[.。]$/, '').toLowerCase();
  if (sentence.length > 120) return null;
  for (const [name, field] of fields) {
    if (!sentence.includes(wordsOf(name)) && !sentence.includes(name.toLowerCase())) continue;
    const found = ofField(sentence, name, `${rootOf(name)}.${name}`, field);
    if (found !== null) return found;
  }
  return null;
}

function ofField(sentence: string, name: string, reference: string, field: FieldType): string | null {
  const type = field.type ?? typeIn(field);
  const spelled = `(?:the |a |an )?(?:${[...new Set([name.toLowerCase(), wordsOf(name)])].map(escaped).join('|')})`;
  for (const [form, make] of forms) {
    const match = new RegExp(`^${form.replace('FIELD', spelled)}$`).exec(sentence);
    if (match !== null) return make(reference, match[1] ?? '', type);
  }
  return wordOfField(sentence, spelled, reference, field);
}

/** `the verdict is enough`, where the schema lists that word. */
function wordOfField(sentence: string, spelled: string, reference: string, { schema }: FieldType): string | null {
  const words: unknown = isObject(schema) ? schema['enum'] : undefined;
  const said = new RegExp(`^${spelled} is (?:a |an )?(.{1,60})$`).exec(sentence)?.[1];
  if (!Array.isArray(words) || said === undefined) return null;
  const word = words.find((each): each is string => typeof each === 'string' && each.toLowerCase() === said.replaceAll(/^["'`]|["'`]$/g, ''));
  return word === undefined ? null : `${reference} == '${word.replaceAll(/['\\]/g, '\\$&')}'`;
}

function counted(operator: string): Make {
  return (field, given, type) => {
    if (type !== 'array') return null;
    const count = numbers.indexOf(given);
    return `size(${field}) ${operator} ${count < 0 ? Number(given) : count}`;
  };
}

function isEmpty(field: string, type: string | null): string | null {
  if (type === 'array' || type === 'object') return `size(${field}) == 0`;
  if (type === 'string') return `${field} == ''`;
  return field.startsWith('state.') ? `!has(${field})` : null;
}

function isThere(field: string, type: string | null): string | null {
  if (type === 'array' || type === 'object') return `size(${field}) > 0`;
  if (type === 'string') return `${field} != ''`;
  return field.startsWith('state.') ? `has(${field})` : null;
}

function typeIn({ schema }: FieldType): string | null {
  const type: unknown = isObject(schema) ? schema['type'] : null;
  return typeof type === 'string' ? type : null;
}

function wordsOf(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]+/g, ' ');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
