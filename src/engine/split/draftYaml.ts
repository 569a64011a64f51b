/** A drafted team as the text of one team file: inline cards, in the order in which people read, safe whatever the prompt holds. */
import { Document, visit } from 'yaml';
import type { Json, JsonObject } from '../shared/json';
import { createRedactor } from '../shared/redact';
import { limitOf, type DraftRole, type DraftTeam } from './draftTeam';
import type { PromptSource } from './promptSource';

const examples: JsonObject = { local: { provider: 'openai', base_url: 'http://localhost:11434/v1', model: 'qwen3:8b' } };

export function draftYaml(draft: DraftTeam, source: PromptSource): string {
  const { models, model } = modelsOf(source);
  const team: JsonObject = {
    team: draft.name,
    goal: draft.goal,
    ...(draft.general.length === 0 ? {} : { constraints: { general: draft.general } }),
    ...(draft.fansOut ? { topology: 'supervisor' } : { topology: 'pipeline', pipeline: draft.roles.filter((role) => role.writes !== null).map((role) => role.id) }),
    models,
    model,
    ...toolsOf(draft, source),
    ...stateOf(draft),
    roles: draft.roles.map((role) => cardOf(role, draft)),
    ...(draft.fansOut ? routesOf(draft) : {}),
    limits: { steps: 20, time: '10m', tokens: 120_000 },
    on_limit: draft.reviewed ?? '',
  };
  // A key that stands in a prompt must not be written into a second file.
  const document = new Document(createRedactor().redactJson(team), { version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false });
  document.commentBefore = ` Drafted from ${source.title.replaceAll(/\s+/g, ' ')}: the words are the prompt's own, cut by kind of work. Save it as team.yaml in a folder of its own; paths start there.`;
  visit(document, {
    Collection: (_key, node, path) => {
      const written = JSON.stringify(node.toJSON());
      if (path.length > 2 && written.length <= shortEnough && !written.includes('\\n')) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** What fits on a line is written on one. */
const shortEnough = 90;

/** Those of the team around a card; scripted ones have no replies for new roles. */
function modelsOf({ sources }: PromptSource): { readonly models: JsonObject; readonly model: string } {
  const usable = (sources?.team?.models ?? []).filter(({ provider, model }) => provider === 'openai' && model !== null);
  const [first] = usable;
  if (first === undefined) return { models: examples, model: 'local' };
  const named = sources?.team?.model?.text;
  const chosen = usable.find(({ name }) => name === named) ?? first;
  return { models: { [chosen.name]: chosen.map.entries.reduce<Record<string, Json>>((all, { key }) => ({ ...all, [key]: chosen.map.json(key) ?? null }), {}) }, model: chosen.name };
}

/** The declarations of the tools that the draft's roles name. */
function toolsOf(draft: DraftTeam, { sources }: PromptSource): JsonObject {
  if (draft.ownSearch) return { tools: { search_docs: { type: 'search', root: '.', max: 6 } } };
  const used = new Set(draft.roles.flatMap((role) => role.tools));
  const declared = (sources?.team?.tools ?? []).filter(({ name }) => used.has(name));
  return declared.length === 0 ? {} : { tools: Object.fromEntries(declared.map(({ name, map }) => [name, map.entries.reduce<Record<string, Json>>((all, { key }) => ({ ...all, [key]: map.json(key) ?? null }), {})])) };
}

function stateOf({ fansOut, given }: DraftTeam): JsonObject {
  const fields: JsonObject = {
    ...(fansOut ? { plan: { type: 'array', initial: [] }, findings: { type: 'array', initial: [], reducer: 'append', key: 'source' } } : {}),
    ...Object.fromEntries(given.map((name) => [name, { type: 'string', initial: '' }])),
  };
  return Object.keys(fields).length === 0 ? {} : { state: fields };
}

function cardOf(role: DraftRole, draft: DraftTeam): JsonObject {
  const isReviewed = role.id === draft.reviewed;
  const calls = limitOf(role);
  return {
    role: role.id,
    mode: role.mode,
    responsibility: role.duty,
    instructions: `${role.instructions}\n`,
    ...(draft.fansOut && role.mode === 'retrieve' ? { input_schema: { type: 'object', required: ['part'], properties: { part: { type: 'string' } } } } : {}),
    reads: draft.fansOut && role.mode === 'retrieve' ? [] : role.reads,
    ...(role.writes === null ? {} : { writes: { [role.writes.field]: role.writes.schema } }),
    ...(role.tools.length === 0 ? {} : { tools: role.tools }),
    ...(role.forbidden.length === 0 ? {} : { forbidden: role.forbidden }),
    // Asked in so many words: a criterion may look like an expression.
    ...(isReviewed ? { review: { by: 'reviewer', criteria: draft.criteria.map((ask) => ({ ask })), max_revisions: 2 } } : {}),
    ...(calls === 0 ? {} : { limits: { calls } }),
  };
}

/** Each role once what it needs is there and its own field is not. */
function routesOf({ roles }: DraftTeam): JsonObject {
  const workers = roles.flatMap((role) => (role.writes === null ? [] : [{ id: role.id, mode: role.mode, ...role.writes }]));
  const routes = workers.map(({ id, mode, field, schema }) => ({
    when: isUnset(field, schema),
    to: id,
    ...(mode === 'retrieve' ? { for_each: 'state.plan', as: 'part' } : {}),
  }));
  const last = workers.at(-1);
  return { routes, ...(last === undefined ? {} : { finish_when: isSet(last.field, last.schema) }) };
}

function isUnset(field: string, { type }: JsonObject): string {
  return type === 'array' ? `size(state.${field}) == 0` : type === 'string' ? `state.${field} == ''` : `!has(state.${field})`;
}

function isSet(field: string, { type }: JsonObject): string {
  return type === 'array' ? `size(state.${field}) > 0` : type === 'string' ? `state.${field} != ''` : `has(state.${field})`;
}
