/** A team's models, with the scripts of scripted ones, and which of them a card's `model` or `llm` means. Reports nothing. */
import type { CardReply } from '../cards/scriptCard';
import type { CardModel, TeamCard } from '../cards/teamCard';
import { joinPath } from '../shared/paths';
import type { SourceRange } from '../shared/source';
import { sourced, type PlaceIn } from './placeIn';
import type { ModelEntry, Script, ScriptReply } from './team';
import type { LoadedScript, TeamSources } from './loadedTeam';

/** Stands in for a model where the team names none at all: opening it fails with a sentence, checking does not. */
const missingModel = 'default';

/** The name of the model that roles without one use: `model`, else the only one there is. Null: each has to name its own. */
export function defaultModelName(team: TeamCard): string | null {
  if (team.model !== null) return team.model.text;
  if (team.models.length === 0) return missingModel;
  return team.models.length === 1 ? (team.models[0]?.name ?? null) : null;
}

export function buildModels(sources: TeamSources, at: PlaceIn): Readonly<Record<string, ModelEntry>> {
  const team = sources.team;
  if (team === null) return {};
  const models = new Map<string, ModelEntry>();
  for (const model of team.models) models.set(model.name, buildModel(model, sources, at));
  if (team.models.length === 0) models.set(missingModel, emptyEntry(missingModel, team.at, at));
  for (const { model, modelIsLoose } of sources.roles) {
    if (model === null || !modelIsLoose || models.has(model.text)) continue;
    const derived = providersModel(model.text, defaultEntry(team, models));
    if (derived !== null) models.set(model.text, { ...derived, at: at(model.range) });
  }
  return Object.fromEntries(models);
}

/** `llm: gpt-5-mini` or `llm: openai/gpt-5-mini` as a model of the default provider; null where that has no models by name. */
export function providersModel(written: string, base: ModelEntry | null): ModelEntry | null {
  if (base === null || base.provider !== 'openai') return null;
  const prefix = `${base.provider}/`;
  const model = written.startsWith(prefix) ? written.slice(prefix.length) : written;
  return { ...base, name: written, model, price: null, context: null };
}

export function defaultEntry(team: TeamCard, models: ReadonlyMap<string, ModelEntry>): ModelEntry | null {
  const name = defaultModelName(team);
  return name === null ? null : (models.get(name) ?? null);
}

function emptyEntry(name: string, range: SourceRange, at: PlaceIn): ModelEntry {
  return {
    name,
    provider: 'openai',
    model: null,
    baseUrl: null,
    apiKeyEnv: null,
    temperature: null,
    maxOutputTokens: null,
    context: null,
    family: null,
    price: null,
    script: null,
    at: at(range),
  };
}

function buildModel(model: CardModel, sources: TeamSources, at: PlaceIn): ModelEntry {
  const script = model.script === null ? undefined : sources.scripts.get(joinPath(sources.folder, model.script.text));
  return {
    ...emptyEntry(model.name, model.at, at),
    provider: model.provider ?? 'openai',
    model: model.model?.text ?? null,
    baseUrl: model.baseUrl?.text.trim() ?? null,
    apiKeyEnv: model.apiKeyEnv?.text.trim() ?? null,
    temperature: model.temperature,
    maxOutputTokens: model.maxOutputTokens,
    context: model.context,
    family: model.family,
    price: model.price,
    script: script === undefined ? null : buildScript(script, at),
  };
}

function buildScript({ file, replies }: LoadedScript, at: PlaceIn): Script {
  const start = { line: 1, column: 1 };
  return { file: at({ file, start, end: start }).file, replies: replies.flatMap((reply) => buildReply(reply, at)) };
}

function buildReply(reply: CardReply, at: PlaceIn): readonly ScriptReply[] {
  if (reply.role === null) return [];
  return [
    {
      role: reply.role.text,
      when: reply.when === null ? null : sourced(reply.when, at),
      repeat: reply.repeat,
      delayMs: reply.delayMs,
      text: reply.text,
      error: reply.error,
      toolCalls: reply.toolCalls.map((call) => ({ name: call.name.text, arguments: call.arguments })),
      reply: reply.reply,
      usage: reply.usage as ScriptReply['usage'],
      at: at(reply.at),
    },
  ];
}
