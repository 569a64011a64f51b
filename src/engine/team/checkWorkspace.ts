/** The shared workspace: one writer a field unless its reducer merges, nothing read that nobody writes. What a field holds is for checkFieldTypes.ts. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { didYouMean, nearest } from '../shared/nearest';
import { builtInFields, fieldCards, placeOf, reducerOf, type FieldCards } from './buildFields';
import type { ExpressionUses } from './checkExpressions';
import { checkFieldTypes } from './checkFieldTypes';
import type { Check } from './check';
import { messages } from './groupChat';
import { isExpressionName } from './names';
import { orderFromCards } from './pipelineOrder';
import { reducerMend, writerMend } from './teamMends';

export function checkWorkspace(check: Check, uses: ExpressionUses): void {
  const cards = fieldCards(check.sources);
  const builtIn = builtInFields(check.sources);
  for (const field of cards.values()) {
    if (builtIn.includes(field.name)) {
      checkBuiltIn(check, field);
      continue;
    }
    checkFieldName(check, field);
    checkWriters(check, field);
    checkFieldTypes(check, field);
  }
  for (const role of check.sources.roles) {
    for (const { field } of role.reads) checkRead(check, role, `\`${role.id}\` reads`, field, cards);
    for (const field of role.mayAsk?.fields ?? []) checkRead(check, role, `\`${role.id}\` may ask for`, field, cards);
  }
  // What is not seen cannot be said to be missing.
  if (!check.sources.incomplete) checkUses(check, cards, uses);
}

/** What a group chat is made of every role writes by itself; naming it changes nothing. */
function checkBuiltIn({ findings }: Check, { name, card, writes }: FieldCards): void {
  if (card !== null) findings.add('built-in-field', card.at, `\`${name}\` is there by itself and cannot be declared.`);
  for (const { write } of writes) {
    if (name !== messages) findings.add('built-in-field', write.range, `\`${name}\` cannot be written by a role.`);
    else if (write.schema !== null) findings.add('built-in-field', write.range, `\`${name}\` is there by itself and has a form of its own.`, { hint: 'Delete it: every role of a group chat writes it.' });
  }
}

function checkFieldName({ findings }: Check, field: FieldCards): void {
  const { name } = field;
  if (isExpressionName(name)) return;
  findings.add('bad-field-name', placeOf(field), `\`${name}\` cannot be a field: expressions could not say \`state.${name}\`.`);
}

function checkWriters(check: Check, field: FieldCards): void {
  const [first, ...others] = field.writes;
  if (first === undefined || reducerOf(field) !== 'replace') return;
  const told = new Set([first.role.id]);
  for (const { role, write } of others) {
    if (told.has(role.id)) continue;
    told.add(role.id);
    const related = [{ message: `written by ${first.role.id}`, range: first.write.range }];
    check.findings.add('two-writers', write.range, `\`${field.name}\` is written by \`${first.role.id}\` and by \`${role.id}\`; a field has one writer.`, { related, fix: reducerMend(check, field) });
  }
}

/** Somebody writes it, or it holds something from the start. */
function isSet({ card, writes }: FieldCards): boolean {
  return writes.length > 0 || (card !== null && card.initial !== null);
}

function checkRead(check: Check, reader: RoleCard, who: string, field: CardText, cards: ReadonlyMap<string, FieldCards>): void {
  const { sources, findings, fields } = check;
  if (builtInFields(sources).includes(field.text)) return;
  const known = cards.get(field.text);
  if (known !== undefined && isSet(known)) return;
  const close = known === undefined ? nearest(field.text, Object.keys(fields)) : null;
  // A card that could not be read may write it; a slip of the pen is one all the same.
  if (sources.incomplete && close === null) return;
  const declared = known?.card ?? null;
  const related = declared === null ? undefined : [{ message: 'declared here', range: declared.at }];
  const message = `${who} \`${field.text}\`, but no role writes it and it has no initial value${didYouMean(close) || '.'}`;
  findings.add('unwritten-field', field.range, message, { fix: renameTo(close, field.range) ?? writerMend(check, field.text, reader), related });
}

function checkUses(check: Check, cards: ReadonlyMap<string, FieldCards>, uses: ExpressionUses): void {
  const { sources, findings } = check;
  const read = new Set([...builtInFields(sources), ...sources.roles.flatMap((role) => [...role.reads.map((each) => each.field), ...(role.mayAsk?.fields ?? []), ...(role.wakesOn ?? [])]).map((field) => field.text)]);
  const results = resultsOf(check);
  for (const [name, field] of cards) {
    if (read.has(name)) continue;
    const lookedAt = uses.byName.get(name);
    if (lookedAt !== undefined) {
      if (!isSet(field)) findings.add('unwritten-field', lookedAt, `An expression looks at \`${name}\`, but no role writes it and it has no initial value.`, { fix: writerMend(check, name, null) });
    } else if (uses.incomplete) {
      // The broken expression may be the one that looks at it.
      continue;
    } else if (field.writes.length === 0) {
      findings.add('unread-field', placeOf(field), `\`${name}\` is declared, but nobody reads or writes it.`);
    } else if (!results.has(name)) {
      findings.add('unread-field', placeOf(field), `\`${name}\` is written, but no role reads it and no expression looks at it.`);
    }
  }
}

/**
 * What the last role of a pipeline writes, or the role that makes a partial result, is what the run is for. On a blackboard and in a group chat
 * nobody is the last.
 */
function resultsOf({ team, sources }: Check): ReadonlySet<string> {
  if (team.topology === 'blackboard' || team.topology === 'group_chat') return new Set(sources.roles.flatMap((role) => role.writes.map((write) => write.field)));
  const order = team.topology === 'pipeline' ? orderFromCards(sources.roles) : null;
  const ids = team.pipeline?.map((each) => each.text) ?? (order?.ok === true ? order.order : []);
  const last = sources.roles.filter((role) => role.id !== null && (role.id === ids.at(-1) || role.id === team.onLimit?.text));
  return new Set(last.flatMap((role) => role.writes.map((write) => write.field)));
}
