/** Opens the built-in tools. To add one: its own file beside this, and a line in `builtIns`. */
import type { Files, FileWriter, Sha256 } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';
import type { ToolEntry } from '../team/team';
import { createCalculateTool } from './calculateTool';
import { createDocumentStore, type DocumentStore } from './documents';
import { parseHost } from './hostList';
import { createHttpGetTool, type Web } from './httpGetTool';
import { createListFilesTool } from './listFilesTool';
import { createReadFileTool } from './readFileTool';
import { openRoot, type RootedFiles } from './rootedFiles';
import { createSearchTool } from './searchTool';
import { shapeResult } from './shapeResult';
import type { Tool } from './tool';
import type { ToolProvider } from './toolProvider';
import { createWriteFileTool } from './writeFileTool';

/** What some tools need beside reading files; without it they cannot be used here. */
export interface ToolPorts {
  readonly writer?: FileWriter;
  readonly sha256?: Sha256;
  readonly web?: Web;
}

interface Opening extends ToolPorts {
  readonly files: Files;
  readonly folder: string;
  readonly store: DocumentStore;
}

type Opened = Result<Tool, string> | Promise<Result<Tool, string>>;

const builtIns: Readonly<Record<string, (entry: ToolEntry, opening: Opening) => Opened>> = {
  search: (entry, opening) => under(entry, opening, (root) => createSearchTool(entry.name, root, opening.store, entry.max)),
  read_file: (entry, opening) => under(entry, opening, (root) => createReadFileTool(entry.name, root, opening.files)),
  list_files: (entry, opening) => under(entry, opening, (root) => createListFilesTool(entry.name, root)),
  calculate: ({ name }) => ok(createCalculateTool(name)),
  write_file: (entry, opening) => openWriteFile(entry, opening),
  http_get: (entry, { web }) => openHttpGet(entry, web),
};

export function createTools(files: Files, ports: ToolPorts = {}): ToolProvider {
  const store = createDocumentStore(files);
  return {
    open: async (entry, folder) => {
      const open = Object.hasOwn(builtIns, entry.type) ? builtIns[entry.type]! : null;
      if (open === null) return err(`tool ${entry.name}: there is no type ${entry.type}; there are ${Object.keys(builtIns).join(', ')}`);
      const tool = await open(entry, { ...ports, files, folder, store });
      return tool.ok ? ok(asEntrySays(tool.value, entry)) : err(`tool ${entry.name}: ${tool.error}`);
    },
  };
}

async function under(entry: ToolEntry, { files, folder }: Opening, create: (root: RootedFiles) => Tool, toWrite = false): Promise<Result<Tool, string>> {
  const given = entry.options['root'] ?? '.';
  if (typeof given !== 'string') return err('root: must be the path of a folder');
  const root = await openRoot(files, folder, given, toWrite);
  return root.ok ? ok(create(root.value)) : root;
}

function openWriteFile(entry: ToolEntry, opening: Opening): Opened {
  const { files, writer, sha256 } = opening;
  if (writer === undefined || sha256 === undefined) return err('files cannot be written here');
  if (entry.options['root'] === undefined) return err('root: is missing; name the folder that it may write to');
  return under(entry, opening, (root) => createWriteFileTool(entry.name, root, { files, writer, sha256 }), true);
}

function openHttpGet({ name, options }: ToolEntry, web: Web | undefined): Opened {
  if (web === undefined) return err('nothing can be read over HTTP here');
  const given = options['hosts'];
  const hosts = (Array.isArray(given) ? given : [given]).filter((host) => typeof host === 'string');
  const wrong = hosts.find((host) => parseHost(host) === null);
  if (wrong !== undefined) return err(`hosts: ${JSON.stringify(wrong)} is no host; write it like example.org, *.example.org or localhost:8080`);
  return hosts.length === 0 ? err('hosts: is missing; list the hosts that it may ask') : ok(createHttpGetTool(name, hosts, web));
}

/** Side effects ask, unless the entry says otherwise. */
export function asEntrySays(tool: Tool, entry: ToolEntry): Tool {
  const { approve } = entry.options;
  const asks = approve === 'always' || (approve !== 'never' && (tool.effect === 'write' || tool.effect === 'network'));
  return { ...tool, ...(asks ? { asks } : {}), shape: (result) => shapeResult(result, entry) };
}
