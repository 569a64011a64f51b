/** The shared workspace: one writer a field unless its reducer merges, nothing read that nobody writes. What a field holds is for checkFieldTypes.ts. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import type { RoleCard } from '../cards/roleCard';
import { didYouMean, nearest } from '../shared/nearest';
import { fieldCards, placeOf, reducerOf, type FieldCards } from './buildFields';
import type { FieldUses } from './checkExpressions';
import { checkFieldTypes } from './checkFieldTypes';
import type { Check } from './check';
import { orderFromCards } from './pipelineOrder';

const builtIn = ['task', 'constraints'];
/** Words that CEL keeps for itself: `state.in` cannot be written. */
const celWords = new Set(['in', 'true', 'false', 'null']);

export function checkWorkspace(check: Check, uses: FieldUses): void {
  const cards = fieldCards(check.sources);
  for (const field of cards.values()) {
    checkFieldName(check, field);
    checkWriters(check, field);
    checkFieldTypes(check, field);
  }
  for (const role of check.sources.roles) {
    for (const { field } of role.reads) checkRead(check, role, field, cards);
  }
  // What is not seen cannot be said to be missing.
  if (!check.sources.incomplete) checkUses(check, cards, uses);
}

function checkFieldName({ findings }: Check, field: FieldCards): void {
  const { name, card, writes } = field;
  if (builtIn.includes(name)) {
    if (card !== null) findings.add('built-in-field', card.at, `\`${name}\` is there by itself and cannot be declared.`);
    for (const { write } of writes) findings.add('built-in-field', write.range, `\`${name}\` cannot be written by a role.`);
    return;
  }
  if (/^[A-Za-z_]\w*$/.test(name) && !celWords.has(name)) return;
  findings.add('bad-field-name', placeOf(field), `\`${name}\` cannot be a field: expressions could not say \`state.${name}\`.`);
}

function checkWriters({ findings }: Check, field: FieldCards): void {
  const [first, ...others] = field.writes;
  if (first === undefined || reducerOf(field) !== 'replace') return;
  const told = new Set([first.role.id]);
  for (const { role, write } of others) {
    if (told.has(role.id)) continue;
    told.add(role.id);
    const related = [{ message: `written by ${first.role.id}`, range: first.write.range }];
    findings.add('two-writers', write.range, `\`${field.name}\` is written by \`${first.role.id}\` and by \`${role.id}\`; a field has one writer.`, { related });
  }
}

/** Somebody writes it, or it holds something from the start. */
function isSet({ card, writes }: FieldCards): boolean {
  return writes.length > 0 || (card !== null && card.initial !== null);
}

function checkRead({ sources, findings, fields }: Check, role: RoleCard, field: CardText, cards: ReadonlyMap<string, FieldCards>): void {
  if (builtIn.includes(field.text)) return;
  const known = cards.get(field.text);
  if (known !== undefined && isSet(known)) return;
  const close = known === undefined ? nearest(field.text, Object.keys(fields)) : null;
  // A card that could not be read may write it; a slip of the pen is one all the same.
  if (sources.incomplete && close === null) return;
  const declared = known?.card ?? null;
  const related = declared === null ? undefined : [{ message: 'declared here', range: declared.at }];
  const message = `\`${role.id}\` reads \`${field.text}\`, but no role writes it and it has no initial value${didYouMean(close) || '.'}`;
  findings.add('unwritten-field', field.range, message, { fix: renameTo(close, field.range), related });
}

function checkUses(check: Check, cards: ReadonlyMap<string, FieldCards>, uses: FieldUses): void {
  const { sources, findings } = check;
  const read = new Set([...builtIn, ...sources.roles.flatMap((role) => role.reads.map((each) => each.field.text))]);
  const results = resultsOf(check);
  for (const [name, field] of cards) {
    if (read.has(name)) continue;
    const lookedAt = uses.byName.get(name);
    if (lookedAt !== undefined) {
      if (!isSet(field)) findings.add('unwritten-field', lookedAt, `An expression looks at \`${name}\`, but no role writes it and it has no initial value.`);
    } else if (field.writes.length === 0) {
      findings.add('unread-field', placeOf(field), `\`${name}\` is declared, but nobody reads or writes it.`);
    } else if (!results.has(name)) {
      findings.add('unread-field', placeOf(field), `\`${name}\` is written, but no role reads it and no expression looks at it.`);
    }
  }
}

/** What the last role of a pipeline writes, or the role that makes a partial result, is what the run is for. */
function resultsOf({ team, sources }: Check): ReadonlySet<string> {
  const order = team.topology === 'pipeline' ? orderFromCards(sources.roles) : null;
  const ids = team.pipeline?.map((each) => each.text) ?? (order?.ok === true ? order.order : []);
  const last = sources.roles.filter((role) => role.id !== null && (role.id === ids.at(-1) || role.id === team.onLimit?.text));
  return new Set(last.flatMap((role) => role.writes.map((write) => write.field)));
}
