/** The entries under `tools:`: each type has what it needs and nothing it would ignore. */
import type { CardTool } from '../cards/teamCard';
import type { CardText } from '../cards/mapReader';
import { joinPath } from '../shared/paths';
import type { Check } from './check';
import { checkUnused } from './checkModels';

const everyTool = ['type', 'max', 'fields', 'approve'];
const toolKeys: Readonly<Record<string, readonly string[]>> = {
  search: [...everyTool, 'root'],
  read_file: [...everyTool, 'root'],
  list_files: [...everyTool, 'root'],
  calculate: everyTool,
  write_file: [...everyTool, 'root'],
  http_get: [...everyTool, 'hosts'],
  mcp: [...everyTool, 'command', 'url', 'env', 'api_key_env', 'tools'],
  vscode: [...everyTool, 'tools'],
};

export async function checkTools(check: Check): Promise<void> {
  for (const tool of check.team.tools) await checkTool(check, tool);
}

async function checkTool(check: Check, tool: CardTool): Promise<void> {
  const type = tool.type?.text;
  const keys = type === undefined || !Object.hasOwn(toolKeys, type) ? undefined : toolKeys[type];
  if (keys === undefined) return;
  checkUnused(check, tool.map, { used: keys, of: toolKeys, by: `a tool of type ${type}` });
  checkNeeds(check, tool, type!);
  if (tool.root !== null && keys.includes('root')) await checkRoot(check, tool.root, type === 'write_file');
}

/** `isMade`: the tool makes it where it is not there. */
async function checkRoot({ findings, files, sources }: Check, root: CardText, isMade: boolean): Promise<void> {
  const stat = await files.stat(joinPath(sources.folder, root.text)).catch(() => null);
  if (stat?.kind === 'folder' || (stat === null && isMade)) return;
  if (stat === null) findings.add('folder-missing', root.range, `The folder \`${root.text}\` is not there.`);
  else findings.add('folder-missing', root.range, `\`${root.text}\` is a file, and \`root\` names a folder.`, { hint: 'Name the folder that it lies in.' });
}

/** What a type of tool cannot do without, and why it has no default. */
const needs: Readonly<Record<string, { readonly key: string; readonly hint: string }>> = {
  write_file: { key: 'root', hint: 'Add `root: out`: it writes below that folder only.' },
  http_get: { key: 'hosts', hint: 'Add `hosts: [example.org]`: it asks those hosts only.' },
  vscode: { key: 'tools', hint: 'Add `tools: [name]`: the tools of the editor that it offers.' },
};

function checkNeeds({ findings }: Check, { name, at, map }: CardTool, type: string): void {
  const need = Object.hasOwn(needs, type) ? needs[type] : undefined;
  if (need !== undefined && !map.has(need.key)) findings.add('missing-key', at, `The tool \`${name}\` of type ${type} has no \`${need.key}\`.`, { hint: need.hint });
  if (type === 'mcp') checkServer(findings, { name, at, map });
  for (const host of map.texts('hosts')) {
    if (!isHost(host.text)) findings.add('bad-host', host.range, `\`${host.text}\` is no host.`);
  }
}

function checkServer(findings: Check['findings'], { name, at, map }: Pick<CardTool, 'name' | 'at' | 'map'>): void {
  const url = map.text('url');
  if (!map.has('command') && url === null) findings.add('missing-key', at, `The tool \`${name}\` of type mcp has neither \`command\` nor \`url\`.`, { hint: 'Add `command: [program, argument]`, or `url` where the server answers.' });
  if (map.has('command') && url !== null) findings.add('given-twice', url.range, `The tool \`${name}\` has a \`command\` and a \`url\`.`);
  if (url !== null && !isHttp(url.text)) findings.add('bad-url', url.range, '`url` is no http or https URL.');
  for (const variable of [...map.texts('env'), ...map.texts('api_key_env')]) {
    if (!isVariable(variable.text)) findings.add('bad-env-name', variable.range, `\`${variable.text}\` is no name of an environment variable.`);
  }
}

function isHttp(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);
}

function isVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

/** The form only; hostList.ts of the tools reads it. */
function isHost(text: string): boolean {
  return /^(\*\.)?[\p{L}\p{N}._-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/u.test(text.trim());
}
