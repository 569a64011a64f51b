// What every tool has to do. Run on each implementation by the test files beside this.
import assert from 'node:assert/strict';
import Ajv from 'ajv/dist/2020';
import type { Json, JsonObject } from '../../../src/engine/shared/json';
import type { Tool } from '../../../src/engine/tools/tool';

export interface ToolHarness {
  readonly tool: Tool;
  /** Arguments that it takes and answers. */
  readonly good: readonly JsonObject[];
  /** Arguments that keep its schema and cannot be answered, such as a file that is not there. */
  readonly hopeless: readonly JsonObject[];
  close(): Promise<void>;
}

export function describeTool(name: string, start: () => Promise<ToolHarness>): void {
  describe(`the Tool port: ${name}`, () => {
    let harness: ToolHarness;
    beforeEach(async () => {
      harness = await start();
    });
    afterEach(() => harness.close());

    const control = () => ({ signal: new AbortController().signal });

    it('has a name that models can call, a description, and a schema that its good arguments keep', () => {
      const { tool, good, hopeless } = harness;
      assert.match(tool.name, /^[A-Za-z0-9_-]{1,64}$/);
      assert.ok(tool.description.length > 20);
      const isValid = new Ajv({ strict: true }).compile(tool.parameters);
      for (const args of [...good, ...hopeless]) assert.ok(isValid(args), JSON.stringify(isValid.errors));
      assert.equal(tool.parameters['type'], 'object');
    });

    it('answers good arguments with JSON, the same for the same', async () => {
      assert.ok(harness.good.length > 0);
      for (const args of harness.good) {
        const first = await harness.tool.call(args, control());
        assert.ok(first.ok, first.ok ? '' : first.error);
        assert.deepEqual(JSON.parse(JSON.stringify(first.value)) as Json, first.value);
        assert.deepEqual(await harness.tool.call(args, control()), first);
      }
    });

    it('tells the model what is wrong with arguments that break its schema', async () => {
      const { tool, good } = harness;
      const wrong: JsonObject[] = [...good.map((args) => ({ ...args, nonsense: 1 })), Object.fromEntries(Object.keys((tool.parameters['properties'] ?? {}) as JsonObject).map((key) => [key, { not: 'this' }]))];
      for (const args of wrong) {
        const result = await tool.call(args, control());
        assert.ok(!result.ok, JSON.stringify(args));
        assert.match(result.error, new RegExp(`^Wrong arguments for ${tool.name}: `));
        assert.ok(result.error.length < 500);
      }
    });

    it('tells the model what cannot be done, without this machine’s paths', async () => {
      for (const args of harness.hopeless) {
        const result = await harness.tool.call(args, control());
        assert.ok(!result.ok, JSON.stringify(args));
        assert.doesNotMatch(result.error, /\/tmp\/|[A-Z]:\\/);
      }
    });

    it('ends when it is aborted, without throwing', async () => {
      for (const args of harness.good) {
        const stop = new AbortController();
        const working = harness.tool.call(args, { signal: stop.signal });
        stop.abort('stopped');
        assert.equal(typeof (await working).ok, 'boolean');
      }
    });
  });
}
