/** What hovers and completion say of roles, fields, tools, models and functions, in Markdown. Texts of the user's stay texts. */
import type { NameOf, WordDocs } from '../cards/shape';
import { alsoDocs, modeDocs, providerDocs, reducerDocs, toolDocs } from '../cards/wordDocs';
import type { RoleCard } from '../cards/roleCard';
import type { CardModel, CardTool } from '../cards/teamCard';
import { totalTokens } from '../events/usage';
import { showType } from '../expressions/exprType';
import { functionDocs } from '../expressions/functions/functionTable';
import { fieldType } from '../expressions/scope';
import { formatCost, formatCount, formatTokens } from '../projections/format';
import type { FieldView, RunView } from '../projections/runView';
import type { Json } from '../shared/json';
import { markdownText } from '../shared/markdownText';
import type { Field } from '../team/team';
import type { LanguageTeam } from './languageTeam';
import { usesOf } from './lookUp';
import type { Occurrence } from './occurrences';
import { basename } from '../shared/paths';

/** Of a value in the last run, so much is shown. */
const shownValue = 600;
const shownPlaces = 4;

const paragraphs = (...parts: readonly (string | null | undefined)[]): string => parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n\n');
const names = (all: readonly string[]): string => all.map(code).join(', ');

/** As code, whatever it holds. */
export function code(text: string): string {
  return /[`\n]/.test(text) ? markdownText(text) : `\`${text}\``;
}

/** Null: there is no such thing. `run`: the last run of the team, where there is one. */
export function describeName(of: NameOf, name: string, team: LanguageTeam, run: RunView | null): string | null {
  switch (of) {
    case 'role':
      return describeRole(name, team, run);
    case 'field':
      return describeField(name, team, run);
    case 'tool':
      return describeTool(name, team);
    case 'model':
      return describeModel(name, team);
  }
}

export function describeWord(word: string, docs: WordDocs | undefined): string | null {
  return docs !== undefined && Object.hasOwn(docs, word) ? docs[word]! : null;
}

export function describeFunction(name: string): string | null {
  const found = functionDocs.find((doc) => doc.name === name);
  return found === undefined ? null : paragraphs(codeBlock(found.signature), found.doc);
}

function describeRole(id: string, { sources }: LanguageTeam, run: RunView | null): string | null {
  const role = sources.roles.find((each) => each.id === id);
  if (role === undefined) return Object.hasOwn(alsoDocs, id) ? paragraphs(code(id), alsoDocs[id]) : null;
  const mode = role.mode === null ? '' : `, ${role.mode}: ${modeDocs[role.mode]}`;
  return paragraphs(`**${markdownText(id)}**${shownName(role)} · role${mode}`, markdownText(role.responsibility ?? ''), factsOf(role), spendOf(id, run));
}

function shownName({ id, name }: RoleCard): string {
  return name === null || name === id ? '' : ` ${markdownText(name)}`;
}

function factsOf(role: RoleCard): string {
  const lists = { reads: role.reads.map(({ field }) => field.text), writes: role.writes.map(({ field }) => field), tools: role.tools.map(({ text }) => text) };
  const ones = { model: role.model, 'reviewed by': role.review?.by ?? null, 'done by the team in': role.team };
  return [
    ...Object.entries(lists).flatMap(([what, all]) => (all.length === 0 ? [] : [`${what} ${names(all)}`])),
    ...Object.entries(ones).flatMap(([what, one]) => (one === null ? [] : [`${what} ${code(one.text)}`])),
  ].join(' · ');
}

function spendOf(role: string, run: RunView | null): string | null {
  const row = run?.spend.byRole.find(({ name }) => name === role);
  if (run === null || row === undefined) return null;
  const { usage } = row;
  const tokens = `${formatTokens(totalTokens(usage), usage.estimated)} tokens (${formatCount(usage.input)} in, ${formatCount(usage.cached)} of them cached, ${formatCount(usage.output)} out)`;
  return `Run ${markdownText(run.run)}: ${row.calls} ${row.calls === 1 ? 'call' : 'calls'}, ${tokens}, ${markdownText(formatCost(row.cost))}`;
}

function describeField(name: string, team: LanguageTeam, run: RunView | null): string | null {
  const field = Object.hasOwn(team.fields, name) ? team.fields[name]! : null;
  if (field === null) return null;
  const kept = field.reducer === 'replace' ? null : `${field.reducer}${field.key === null ? '' : ` by ${code(field.key)}`}: ${reducerDocs[field.reducer]}`;
  const description = field.schema?.['description'];
  return paragraphs(
    `**${markdownText(name)}** · shared field, ${showType(fieldType(field))}`,
    typeof description === 'string' ? markdownText(description) : null,
    kept,
    peopleOf(field, team),
    field.hasInitial && name !== 'task' ? `initially ${code(shortJson(field.empty, 80))}` : null,
    lastValue(run?.fields.find((each) => each.name === name), run),
  );
}

function peopleOf({ name, writers }: Field, team: LanguageTeam): string {
  const readers = team.sources.roles.filter(({ reads }) => reads.some(({ field }) => field.text === name)).flatMap(({ id }) => id ?? []);
  const looks = usesOf({ team, of: 'field', name }, []).filter(({ as, range }) => as === 'member' && team.sources.cards.get(range.file)?.kind !== 'script');
  const written = writers.length > 0 ? `written by ${names(writers)}` : name === 'task' ? 'what the user asked' : 'written by no role';
  const read = readers.length > 0 ? `read by ${names(readers)}` : 'read by no role';
  return [written, read, ...(looks.length > 0 ? [`looked at in ${placesText(looks)}`] : [])].join(' · ');
}

function placesText(places: readonly Occurrence[]): string {
  const all = [...new Set(places.map(({ range }) => `${basename(range.file)}:${range.start.line}`))];
  return `${all.slice(0, shownPlaces).map(code).join(', ')}${all.length > shownPlaces ? ` and ${all.length - shownPlaces} more` : ''}`;
}

function lastValue(field: FieldView | undefined, run: RunView | null): string | null {
  if (field === undefined || run === null) return null;
  if (field.version === 0) return `Run ${markdownText(run.run)}: not written`;
  const step = field.step === null ? '' : `, step ${field.step}`;
  return paragraphs(`Run ${markdownText(run.run)}: version ${field.version} by ${code(field.writer ?? '?')}${step}, ${markdownText(field.summary)}`, codeBlock(shortJson(field.value, shownValue), 'json'));
}

function describeTool(name: string, { sources }: LanguageTeam): string | null {
  const tool = sources.team?.tools.find((each) => each.name === name);
  const users = sources.roles.filter(({ tools }) => tools.some(({ text }) => text === name)).flatMap(({ id }) => id ?? []);
  const used = users.length === 0 ? 'used by no role' : `used by ${names(users)}`;
  const type = tool?.type?.text ?? (tool === undefined ? name : '');
  const doc = describeWord(type, toolDocs);
  if (tool === undefined && doc === null) return null;
  return paragraphs(`**${markdownText(name)}** · tool${type === name || type === '' ? '' : `, ${code(type)}`}`, doc, tool === undefined ? null : optionsOf(tool), used);
}

function optionsOf({ options, max, fields }: CardTool): string {
  const shaping = [max === null ? null : `max: ${max}`, fields === null ? null : `fields: ${fields.join(', ')}`].filter((each) => each !== null);
  return [...Object.entries(options).map(([key, value]) => `${key}: ${shortJson(value, 60)}`), ...shaping].map(code).join(' · ');
}

function describeModel(name: string, { sources }: LanguageTeam): string | null {
  const model = sources.team?.models.find((each) => each.name === name);
  if (model === undefined) return Object.hasOwn(alsoDocs, name) ? paragraphs(code(name), alsoDocs[name]) : null;
  const users = sources.roles.filter((role) => role.model?.text === name).flatMap(({ id }) => id ?? []);
  const isDefault = sources.team?.model?.text === name;
  const used = users.length > 0 ? [`used by ${names(users)}`] : isDefault ? [] : ['named by no role'];
  const provider = model.provider === null ? '' : `, ${model.provider}: ${providerDocs[model.provider]}`;
  return paragraphs(`**${markdownText(name)}** · model${provider}`, callsOf(model), [...(isDefault ? ["the team's default"] : []), ...used].join(' · '));
}

function callsOf({ model, baseUrl, script, price }: CardModel): string {
  const told = [model, baseUrl, script].flatMap((each) => (each === null ? [] : [code(each.text)]));
  return [...told, ...(price === null ? [] : [`$${price.input} in, $${price.output} out for a million tokens`])].join(' · ');
}

/** Of a text the text itself. */
function shortJson(value: Json, room: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, room > 100 ? 2 : undefined);
  return text.length > room ? `${text.slice(0, room)}…` : text;
}

function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}
