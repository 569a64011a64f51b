/** The entries under `models:` and `tools:`: each provider and type has what it needs and nothing it would ignore. */
import type { MapReader } from '../cards/mapReader';
import type { CardModel, CardTool } from '../cards/teamCard';
import { joinPath } from '../shared/paths';
import type { Check } from './check';
import { deletion } from './teamMends';

const everyModel = ['provider', 'model', 'temperature', 'max_output_tokens', 'context', 'price', 'api_key'];
const modelKeys: Readonly<Record<string, readonly string[]>> = {
  openai: [...everyModel, 'base_url', 'api_key_env'],
  vscode: [...everyModel, 'family'],
  scripted: [...everyModel, 'script'],
  recorded: everyModel,
};

const everyTool = ['type', 'max', 'fields', 'approve'];
const toolKeys: Readonly<Record<string, readonly string[]>> = {
  search: [...everyTool, 'root'],
  read_file: [...everyTool, 'root'],
  list_files: [...everyTool, 'root'],
  calculate: everyTool,
  write_file: [...everyTool, 'root'],
  http_get: [...everyTool, 'hosts'],
  mcp: [...everyTool, 'command', 'url'],
};

export async function checkModelsAndTools(check: Check): Promise<void> {
  for (const model of check.team.models) checkModel(check, model);
  for (const tool of check.team.tools) await checkTool(check, tool);
}

function checkModel(check: Check, model: CardModel): void {
  const { findings } = check;
  if (model.provider === null) return;
  checkUnused(check, model.map, modelKeys[model.provider] ?? everyModel, `the provider ${model.provider}`);
  if (model.provider === 'openai' && !model.map.has('model')) {
    findings.add('missing-key', model.at, `The model \`${model.name}\` does not say what the provider calls it.`, { hint: 'Add `model`, e.g. `model: gpt-5-mini`.' });
  }
  if (model.provider === 'scripted' && !model.map.has('script')) {
    findings.add('missing-key', model.at, `The scripted model \`${model.name}\` has no script.`, { hint: 'Add `script` with the file of its replies.' });
  }
  checkUrl(check, model);
  const env = model.apiKeyEnv;
  if (env !== null && !/^[A-Za-z_]\w*$/.test(env.text)) {
    findings.add('bad-env-name', env.range, '`api_key_env` is no name of an environment variable.');
  }
}

function checkUrl({ findings }: Check, { baseUrl }: CardModel): void {
  if (baseUrl === null) return;
  const url = URL.canParse(baseUrl.text.trim()) ? new URL(baseUrl.text.trim()) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) findings.add('bad-url', baseUrl.range, '`base_url` is no http or https URL.');
  else if (url.password !== '' || url.username !== '') findings.add('secret', baseUrl.range, 'The URL has a user or a password in it.');
}

async function checkTool(check: Check, tool: CardTool): Promise<void> {
  const { findings, files, sources } = check;
  const type = tool.type?.text;
  const keys = type === undefined || !Object.hasOwn(toolKeys, type) ? undefined : toolKeys[type];
  if (keys === undefined) return;
  checkUnused(check, tool.map, keys, `a tool of type ${type}`);
  checkNeeds(check, tool, type!);
  if (tool.root === null || !keys.includes('root') || type === 'write_file') return;
  const stat = await files.stat(joinPath(sources.folder, tool.root.text)).catch(() => null);
  if (stat?.kind !== 'folder') findings.add('folder-missing', tool.root.range, `The folder \`${tool.root.text}\` is not there.`);
}

/** What a type of tool cannot do without, and why it has no default. */
const needs: Readonly<Record<string, { readonly key: string; readonly hint: string }>> = {
  write_file: { key: 'root', hint: 'Add `root: out`: it writes below that folder only.' },
  http_get: { key: 'hosts', hint: 'Add `hosts: [example.org]`: it asks those hosts only.' },
};

function checkNeeds({ findings }: Check, { name, at, map }: CardTool, type: string): void {
  const need = Object.hasOwn(needs, type) ? needs[type] : undefined;
  if (need !== undefined && !map.has(need.key)) findings.add('missing-key', at, `The tool \`${name}\` of type ${type} has no \`${need.key}\`.`, { hint: need.hint });
  for (const host of map.texts('hosts')) {
    if (!isHost(host.text)) findings.add('bad-host', host.range, `\`${host.text}\` is no host.`);
  }
}

/** The form only; hostList.ts of the tools reads it. */
function isHost(text: string): boolean {
  return /^(\*\.)?[\p{L}\p{N}._-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/u.test(text.trim());
}

function checkUnused({ findings }: Check, map: MapReader, used: readonly string[], by: string): void {
  for (const { key } of map.entries) {
    const range = map.keyRange(key);
    // A key of no entry at all is reported as unknown.
    const isOurs = [...Object.values(modelKeys), ...Object.values(toolKeys)].some((keys) => keys.includes(key));
    if (isOurs && !used.includes(key) && range !== null) findings.add('unused-key', range, `\`${key}\` does nothing for ${by}.`, { fix: deletion(map, key) });
  }
}
