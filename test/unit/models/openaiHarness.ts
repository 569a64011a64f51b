// A model of provider openai against a server of the test's own.
import type { Model, ModelOutcome, ModelRequest } from '../../../src/engine/models/model';
import { createNodeModels, type NodeModelDeps } from '../../../src/node/models/nodeModels';
import { nodeClock } from '../../../src/node/nodeClock';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import type { ModelEntry } from '../../../src/engine/team/team';
import { loadModelLibraries } from '../../support/modelLibraries';
import { control, modelEntry, modelRequest } from '../../support/modelRequests';
import { startModelServer, type Answer, type ModelServer } from '../../support/modelServer';

/** What the secret TEST_KEY holds; no other is set. */
export const testKey = 'sk-test-0123456789abcdef';

export interface OpenAiHarness {
  readonly server: ModelServer;
  /** A fresh model, which has learned nothing of the server yet. */
  open(entry?: Partial<ModelEntry>, deps?: Partial<NodeModelDeps>): Promise<Model>;
  /** One call to a fresh model, the server giving these answers in turn. */
  ask(answers: readonly Answer[], request?: Partial<ModelRequest>, entry?: Partial<ModelEntry>): Promise<ModelOutcome>;
}

/** Starts a server before each test of the suite it is called in, and stops it after. */
export function withOpenAiServer(): OpenAiHarness {
  let server: ModelServer;
  before(loadModelLibraries);
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.stop());
  const secrets: NodeModelDeps['secrets'] = { get: (name) => Promise.resolve(name === 'TEST_KEY' ? testKey : null) };
  const open: OpenAiHarness['open'] = (entry = {}, deps = {}) => createNodeModels({ clock: nodeClock, tokens: loadTokenCounter, secrets, ...deps }).open(modelEntry({ baseUrl: `${server.origin}/v1`, ...entry }), {});
  return {
    get server() {
      return server;
    },
    open,
    ask: async (answers, request = {}, entry = {}) => {
      server.answer(...answers);
      return (await open(entry)).call(modelRequest({}, request), control());
    },
  };
}
