/** What a field holds: its reducer, key, initial value and what roles contribute have to be of one kind. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import { jsonTypes } from '../cards/words';
import { isObject, type JsonObject } from '../shared/json';
import { didYouMean, nearest } from '../shared/nearest';
import { ended } from '../shared/sentences';
import { reducerOf, typeForReducer, typeOf, type FieldCards } from './buildFields';
import type { Check } from './check';

export function checkFieldTypes(check: Check, field: FieldCards): void {
  checkReducer(check, field);
  checkKey(check, field);
  checkContributions(check, field);
  checkInitial(check, field);
}

function fits(type: string, expected: string): boolean {
  return type === expected || (expected === 'number' && type === 'integer');
}

function checkReducer({ findings }: Check, { name, card }: FieldCards): void {
  if (card === null || card.reducer === null) return;
  const type = typeOf(card.schema);
  const needed = typeForReducer(card.reducer.value);
  if (needed === null || type === null || fits(type, needed)) return;
  findings.add('reducer-type', card.reducer.range, `The reducer \`${card.reducer.value}\` works on type ${needed}, but \`${name}\` is of type ${type}.`);
}

function checkKey(check: Check, field: FieldCards): void {
  const key = field.card?.key ?? null;
  if (key === null) return;
  const reducer = reducerOf(field);
  if (reducer !== 'append') check.findings.add('key-without-append', key.range, `\`key\` is read only with the reducer \`append\`; \`${field.name}\` has \`${reducer}\`.`);
  else checkKeyOfItems(check, key, check.fields[field.name]?.schema ?? null);
}

function checkKeyOfItems({ findings }: Check, key: CardText, schema: JsonObject | null): void {
  const items = schema?.['items'];
  if (!isObject(items)) return;
  const type = typeOf(items);
  if (type !== null && type !== 'object') {
    findings.add('reducer-key', key.range, `Items of type ${type} have no key \`${key.text}\`.`);
    return;
  }
  if (!isObject(items['properties']) || Object.hasOwn(items['properties'], key.text)) return;
  const close = nearest(key.text, Object.keys(items['properties']));
  findings.add('reducer-key', key.range, `The items have no property \`${key.text}\`${didYouMean(close) || '.'}`, { fix: renameTo(close, key.range) });
}

function checkContributions({ findings }: Check, field: FieldCards): void {
  const { name, card, writes } = field;
  const expected = typeOf(card?.schema ?? null) ?? typeForReducer(reducerOf(field));
  if (expected === null || !(jsonTypes as readonly string[]).includes(expected)) return;
  const related = card === null ? undefined : [{ message: `of type ${expected}`, range: card.at }];
  for (const { role, write } of writes) {
    const type = typeOf(write.schema?.value ?? null);
    if (type === null || fits(type, expected)) continue;
    findings.add('type-clash', write.range, `\`${role.id}\` writes type ${type} to \`${name}\`, which is of type ${expected}.`, { related });
  }
}

function checkInitial({ fields, findings, schemas }: Check, { name, card }: FieldCards): void {
  const schema = fields[name]?.schema ?? null;
  const initial = card?.initial ?? null;
  if (initial === null || schema === null) return;
  const compiled = schemas.compile(schema);
  const [problem] = compiled.ok ? compiled.value(initial.value) : [];
  if (problem === undefined) return;
  findings.add('bad-initial', initial.range, `\`initial\` does not fit \`${name}\`: ${problem.path === '' ? 'it' : problem.path} ${ended(problem.message)}`);
}
