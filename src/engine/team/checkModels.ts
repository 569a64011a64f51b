/** The entries under `models:`: each provider has what it needs and nothing it would ignore. */
import type { MapReader } from '../cards/mapReader';
import type { CardModel } from '../cards/teamCard';
import type { Check } from './check';
import { deletion } from './teamMends';

const everyModel = ['provider', 'model', 'temperature', 'max_output_tokens', 'context', 'price', 'api_key'];
const modelKeys: Readonly<Record<string, readonly string[]>> = {
  openai: [...everyModel, 'base_url', 'api_key_env'],
  vscode: [...everyModel, 'family'],
  scripted: [...everyModel, 'script'],
  recorded: everyModel,
};

export function checkModels(check: Check): void {
  for (const model of check.team.models) checkModel(check, model);
}

function checkModel(check: Check, model: CardModel): void {
  const { findings } = check;
  if (model.provider === null) return;
  checkUnused(check, model.map, { used: modelKeys[model.provider] ?? everyModel, of: modelKeys, by: `the provider ${model.provider}` });
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

export interface UsedKeys {
  readonly used: readonly string[];
  /** The keys of every kind of such an entry: one of none at all is reported as unknown. */
  readonly of: Readonly<Record<string, readonly string[]>>;
  readonly by: string;
}

export function checkUnused({ findings }: Check, map: MapReader, { used, of, by }: UsedKeys): void {
  for (const { key } of map.entries) {
    const range = map.keyRange(key);
    const isOurs = Object.values(of).some((keys) => keys.includes(key));
    if (isOurs && !used.includes(key) && range !== null) findings.add('unused-key', range, `\`${key}\` does nothing for ${by}.`, { fix: deletion(map, key) });
  }
}
