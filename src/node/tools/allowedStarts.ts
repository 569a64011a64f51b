/** Remembers on this machine which MCP commands a person has allowed, outside of every team's folder: a cloned folder must not bring its own consent. */
import { isObject, type JsonObject } from '../../engine/shared/json';
import { createNodeFiles } from '../nodeFiles';
import { nodeFileWriter } from '../nodeFileWriter';
import type { AllowedStarts } from './mcp/mcpSource';

/** A file that cannot be read allows nothing; it is asked again then. */
export function createAllowedStarts(file: string): AllowedStarts {
  const files = createNodeFiles();
  const read = async (): Promise<JsonObject> => {
    try {
      const kept: unknown = JSON.parse(await files.readText(file));
      return isObject(kept) ? kept : {};
    } catch {
      return {};
    }
  };
  return {
    has: async (key) => Object.hasOwn(await read(), key),
    add: async (key, about) => {
      const kept = await read();
      if (!Object.hasOwn(kept, key)) await nodeFileWriter.writeText(file, `${JSON.stringify({ ...kept, [key]: about }, null, 2)}\n`);
    },
  };
}
