/** Opens the models that need no editor: scripted ones, and servers that speak OpenAI's API. Keys come from the Secrets port. */
import type { Model, ModelProvider, ModelRun, TokenCounter } from '../../engine/models/model';
import { ModelUnusable } from '../../engine/models/model';
import { createScriptedModel } from '../../engine/models/scriptedModel';
import { createScriptPools } from '../../engine/models/scriptPool';
import type { Clock, Secrets } from '../../engine/shared/ports';
import type { ModelEntry } from '../../engine/team/team';
import { openAiBaseUrl, readBaseUrl, type BaseUrl } from './baseUrl';
import { callCost, isPriced } from './callCost';
import { createCallIds, type CallIds } from './callIds';
import type { ProxyFor } from './environmentProxy';
import type { OpenAiDeps } from './openaiModel';
import { createQuirkMemory } from './quirkMemory';

export interface NodeModelDeps {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly tokens: () => Promise<TokenCounter>;
  /** Where this program runs when that is not the user's own machine, for messages, e.g. `the SSH host box`. */
  readonly where?: string;
  /** Where it is kept what servers have taught, outside of every team's folder. Default: nowhere. */
  readonly learnedFile?: string;
  /** Default: whoever gives this program its http sees to it. */
  readonly proxy?: ProxyFor;
}

const openAiHost = 'api.openai.com';

export function createNodeModels(deps: NodeModelDeps): ModelProvider {
  const pools = createScriptPools();
  const quirks = createQuirkMemory(deps.clock, deps.learnedFile ?? null);
  const idsOfRuns = new WeakMap<ModelRun, CallIds>();
  const callIdsOf = (run: ModelRun): CallIds => {
    const ids = idsOfRuns.get(run) ?? createCallIds();
    idsOfRuns.set(run, ids);
    return ids;
  };
  return {
    learnSecrets: async (entries) => {
      const names = new Set(entries.filter(({ provider }) => provider === 'openai').map((entry) => keyNameOf(entry, readBaseUrl(entry.baseUrl ?? openAiBaseUrl))));
      await Promise.all([...names].map((name) => (name === null ? null : deps.secrets.get(name).catch(() => null))));
    },
    open: async (entry, run: ModelRun = {}) => {
      switch (entry.provider) {
        case 'scripted': {
          if (entry.script === null) throw new ModelUnusable(`The model ${entry.name} has no script.`, 'Name one: script, under the model.');
          return createScriptedModel(entry, { clock: deps.clock, tokens: await deps.tokens(), pool: pools.poolFor(entry.script, run) });
        }
        case 'openai':
          return openOpenAi(entry, deps, { quirks, callIds: callIdsOf(run) });
        case 'vscode':
          throw new ModelUnusable(`The model ${entry.name} is one of VS Code's own, which only VS Code itself can ask.`, 'Run the team in VS Code, or with another of its models: --model <name>.');
        case 'recorded':
          throw new ModelUnusable(`The model ${entry.name} plays a recording, which this version cannot do.`, 'Choose a model of provider openai or scripted.');
      }
    },
  };
}

async function openOpenAi(entry: ModelEntry, deps: NodeModelDeps, shared: Pick<OpenAiDeps, 'quirks' | 'callIds'>): Promise<Model> {
  // Only what stands in for a model where the team declares none has no name to ask for.
  if (entry.model === null) {
    throw new ModelUnusable('No model is configured: the team names none.', 'Declare one in the team file, e.g. `models: { small: { provider: openai, model: gpt-5-mini } }`, and name it: `model: small`.');
  }
  const { createOpenAiModel } = await import('./openaiModel');
  const address = readBaseUrl(entry.baseUrl ?? openAiBaseUrl);
  if (address === null) throw new ModelUnusable(`The model ${entry.name}: base_url ${JSON.stringify(entry.baseUrl)} is no address.`, 'Write it like http://localhost:11434/v1.');
  const isOpenAi = address.host === openAiHost;
  const keyName = keyNameOf(entry, address);
  const key = await readKey(entry, keyName, address, deps.secrets);
  const costOf = callCost(entry, address, deps.clock);
  return createOpenAiModel(entry, { clock: deps.clock, tokens: await deps.tokens(), ...shared, address, isOpenAi, key, keyName, where: deps.where ?? null, costOf, unpriced: !(await isPriced(costOf)), proxy: deps.proxy ?? null });
}

/** Null: the entry names none, and its server is not known to want one. */
function keyNameOf(entry: ModelEntry, address: BaseUrl | null): string | null {
  return entry.apiKeyEnv ?? (address?.host === openAiHost ? 'OPENAI_API_KEY' : null);
}

/** Null: none is set, and this server can do without. */
async function readKey(entry: ModelEntry, keyName: string | null, address: BaseUrl, secrets: Secrets): Promise<string | null> {
  const key = keyName === null ? '' : ((await secrets.get(keyName)) ?? '').trim();
  // It goes into a header, whose own error would print it.
  if (!/^[\x21-\x7e]*$/.test(key)) throw new ModelUnusable(`The model ${entry.name}: the key in ${keyName} holds a sign that no key has, such as a space or a line end.`, 'Copy the key again.');
  if (key === '' && keyName !== null && !address.isLocal) {
    throw new ModelUnusable(`The model ${entry.name} needs a key, and ${keyName} is not set.`, `Set ${keyName}, or choose another model. The key itself never belongs into a file of the team.`);
  }
  return key === '' ? null : key;
}
