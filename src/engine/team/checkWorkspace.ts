/** The shared workspace: one writer a field unless its reducer merges, nothing read that nobody writes, reducers and initial values that fit. */
import type { CardText } from '../cards/mapReader';
import { didYouMean, nearest } from '../shared/nearest';
import { isObject, type JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import { fieldCards, typeForReducer, typeOf, type FieldCards } from './buildFields';
import type { Check } from './checkTeam';
import type { FieldUses } from './checkExpressions';
import { orderFromCards } from './pipelineOrder';

const builtIn = ['task', 'constraints'];
/** Words that CEL keeps for itself: `state.in` cannot be written. */
const celWords = new Set(['in', 'true', 'false', 'null']);

export function checkWorkspace(check: Check, uses: FieldUses): void {
  const cards = fieldCards(check.sources);
  for (const field of cards.values()) {
    checkFieldName(check, field);
    checkWriters(check, field);
    checkReducer(check, field);
    checkTypes(check, field);
    checkInitial(check, field);
  }
  checkReads(check, cards);
  if (!check.sources.incomplete) checkUses(check, cards, uses);
}

function placeOf(field: FieldCards): SourceRange {
  return field.card?.at ?? field.writes[0]!.write.range;
}

function checkFieldName({ findings }: Check, field: FieldCards): void {
  const { name, card, writes } = field;
  if (builtIn.includes(name)) {
    if (card !== null) findings.add('built-in-field', card.at, `\`${name}\` is there by itself and cannot be declared.`);
    for (const { write } of writes) findings.add('built-in-field', write.range, `\`${name}\` cannot be written by a role.`);
    return;
  }
  if (/^[A-Za-z_]\w*$/.test(name) && !celWords.has(name)) return;
  findings.add('bad-field-name', placeOf(field), `\`${name}\` is no name of a field: a letter or _, then letters, digits or _, so that expressions can say \`state.${/^\w+$/.test(name) ? 'plan' : 'name'}\`.`);
}

function checkWriters({ fields, findings }: Check, { name, writes }: FieldCards): void {
  const first = writes[0];
  if (first === undefined || (fields[name]?.reducer ?? 'replace') !== 'replace') return;
  const told = new Set([first.role.id]);
  for (const { role, write } of writes.slice(1)) {
    if (told.has(role.id)) continue;
    told.add(role.id);
    const related = [{ message: `written by ${first.role.id}`, range: first.write.range }];
    findings.add('two-writers', write.range, `\`${name}\` is written by \`${first.role.id}\` and by \`${role.id}\`; a field has one writer.`, { related });
  }
}

function checkReducer({ fields, findings }: Check, { name, card }: FieldCards): void {
  if (card === null) return;
  const reducer = card.reducer?.value ?? 'replace';
  const type = typeOf(card.schema);
  const needed = typeForReducer(reducer);
  const fits = needed === null || type === null || type === needed || (needed === 'number' && type === 'integer');
  if (!fits && card.reducer !== null) findings.add('reducer-type', card.reducer.range, `The reducer \`${reducer}\` works on ${needed}, but \`${name}\` is of type ${type}.`);
  if (card.key === null) return;
  if (reducer !== 'append') {
    findings.add('key-without-append', card.key.range, `\`key\` is read only with the reducer \`append\`; \`${name}\` has \`${reducer}\`.`);
    return;
  }
  checkKey(findings, card.key, fields[name]?.schema ?? null);
}

function checkKey(findings: Check['findings'], key: CardText, schema: JsonObject | null): void {
  const items = schema?.['items'];
  if (!isObject(items)) return;
  const type = typeOf(items);
  if (type !== null && type !== 'object') {
    findings.add('reducer-key', key.range, `Items of type ${type} have no key \`${key.text}\`.`);
    return;
  }
  if (!isObject(items['properties']) || Object.hasOwn(items['properties'], key.text)) return;
  const close = nearest(key.text, Object.keys(items['properties']));
  const fix = close === null ? undefined : { title: `Change to \`${close}\``, range: key.range, text: close };
  findings.add('reducer-key', key.range, `The items have no property \`${key.text}\`${didYouMean(close) || '.'}`, { fix });
}

/** What a role contributes has to be of the field's own type. */
function checkTypes({ fields, findings }: Check, { name, card, writes }: FieldCards): void {
  const field = fields[name];
  const expected = (card === null ? null : typeOf(card.schema)) ?? typeForReducer(field?.reducer ?? 'replace');
  if (expected === null) return;
  for (const { role, write } of writes) {
    const type = typeOf(write.schema?.value ?? null);
    if (type === null || type === expected || (expected === 'number' && type === 'integer') || write.schema === null) continue;
    const related = card === null ? undefined : [{ message: `declared as ${expected}`, range: card.at }];
    findings.add('type-clash', write.range, `\`${role.id}\` writes ${type} to \`${name}\`, which is of type ${expected}.`, { related });
  }
}

function checkInitial({ fields, findings, schemas }: Check, { name, card }: FieldCards): void {
  const schema = fields[name]?.schema ?? null;
  if (card?.initial == null || schema === null || schemas.problemsOf(schema).length > 0) return;
  const compiled = schemas.compile(schema);
  const [problem] = compiled.ok ? compiled.value(card.initial.value) : [];
  if (problem !== undefined) findings.add('bad-initial', card.initial.range, `\`initial\` does not fit \`${name}\`: ${problem.path === '' ? 'it' : problem.path} ${problem.message}.`);
}

function checkReads({ sources, findings, fields }: Check, cards: ReadonlyMap<string, FieldCards>): void {
  const known = [...Object.keys(fields)];
  for (const role of sources.roles) {
    for (const { field } of role.reads) {
      if (builtIn.includes(field.text)) continue;
      const card = cards.get(field.text);
      const isSet = card !== undefined && (card.writes.length > 0 || card.card?.initial != null);
      if (isSet || (card === undefined && sources.incomplete && nearest(field.text, known) === null)) continue;
      const close = card === undefined ? nearest(field.text, known) : null;
      const fix = close === null ? undefined : { title: `Change to \`${close}\``, range: field.range, text: close };
      const related = card?.card == null ? undefined : [{ message: 'declared here', range: card.card.at }];
      if (sources.incomplete && card !== undefined) continue;
      findings.add('unwritten-field', field.range, `\`${role.id}\` reads \`${field.text}\`, but no role writes it and it has no initial value${didYouMean(close) || '.'}`, { fix, related });
    }
  }
}

function checkUses(check: Check, cards: ReadonlyMap<string, FieldCards>, uses: FieldUses): void {
  const { sources, findings } = check;
  const read = new Set(sources.roles.flatMap((role) => role.reads.map((each) => each.field.text)));
  const results = resultsOf(lastOfPipeline(check), sources);
  for (const [name, field] of cards) {
    if (builtIn.includes(name) || read.has(name)) continue;
    const lookedAt = uses.byName.get(name);
    const isSet = field.writes.length > 0 || field.card?.initial != null;
    if (lookedAt !== undefined) {
      if (!isSet) findings.add('unwritten-field', lookedAt, `An expression looks at \`${name}\`, but no role writes it and it has no initial value.`);
      continue;
    }
    if (results.has(name)) continue;
    if (field.writes.length > 0) findings.add('unread-field', placeOf(field), `\`${name}\` is written, but no role reads it and no expression looks at it.`);
    else findings.add('unread-field', placeOf(field), `\`${name}\` is declared, but nobody reads or writes it.`);
  }
}

function lastOfPipeline({ team, sources }: Check): string | null {
  if (team.topology !== 'pipeline') return null;
  const order = orderFromCards(sources.roles);
  return team.pipeline?.at(-1)?.text ?? (order.ok ? (order.order.at(-1) ?? null) : null);
}

/** What the last role of a pipeline writes is what the run is for. */
function resultsOf(last: string | null, sources: Check['sources']): ReadonlySet<string> {
  return new Set(sources.roles.filter((role) => role.id === last && last !== null).flatMap((role) => role.writes.map((write) => write.field)));
}
