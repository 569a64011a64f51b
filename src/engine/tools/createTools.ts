/** Opens the built-in tools that need nothing but files. To add one: its own file beside this, and a line in `open`. */
import type { Files } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';
import type { ToolEntry } from '../team/team';
import { createDocumentStore, type DocumentStore } from './documents';
import { createListFilesTool } from './listFilesTool';
import { createReadFileTool } from './readFileTool';
import { openRoot } from './rootedFiles';
import { createSearchTool } from './searchTool';
import { shapeResult } from './shapeResult';
import type { Tool, ToolProvider } from './tool';

const toolTypes = ['search', 'read_file', 'list_files'] as const;
type ToolType = (typeof toolTypes)[number];

export function createTools(files: Files): ToolProvider {
  const store = createDocumentStore(files);
  return {
    open: async (entry, folder) => {
      const type = toolTypes.find((known) => known === entry.type);
      if (type === undefined) return err(`tool ${entry.name}: type ${entry.type} is not part of this version; there are ${toolTypes.join(', ')}`);
      const tool = await openBuiltIn(type, entry, { files, folder, store });
      return tool.ok ? ok(shaped(tool.value, entry)) : err(`tool ${entry.name}: ${tool.error}`);
    },
  };
}

interface Opening {
  readonly files: Files;
  readonly folder: string;
  readonly store: DocumentStore;
}

async function openBuiltIn(type: ToolType, entry: ToolEntry, { files, folder, store }: Opening): Promise<Result<Tool, string>> {
  const given = entry.options['root'] ?? '.';
  if (typeof given !== 'string') return err('root: must be the path of a folder');
  const root = await openRoot(files, folder, given);
  if (!root.ok) return root;
  switch (type) {
    case 'search':
      return ok(createSearchTool(entry.name, root.value, store, entry.max));
    case 'read_file':
      return ok(createReadFileTool(entry.name, root.value, files));
    case 'list_files':
      return ok(createListFilesTool(entry.name, root.value));
  }
}

function shaped(tool: Tool, entry: ToolEntry): Tool {
  return {
    ...tool,
    call: async (args, control) => {
      const result = await tool.call(args, control);
      return result.ok ? ok(shapeResult(result.value, entry)) : result;
    },
  };
}
