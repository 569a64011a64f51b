/** A team's tools: those it declares, and the built-ins that cards name by their own name. Reports nothing. */
import type { CardTool } from '../cards/teamCard';
import type { toolTypes } from '../cards/words';
import type { PlaceIn } from './placeIn';
import type { ToolEntry } from './team';
import type { TeamSources } from './loadedTeam';

/** Built-ins that work without being told anything: the files below the team's folder. */
export const bareTools: readonly string[] = ['search', 'read_file', 'list_files', 'calculate'] satisfies (typeof toolTypes)[number][];

/** There for every role whose results were kept by reference; nobody has to list it. */
export const readMore = 'read_more';

export function buildTools({ team, roles }: TeamSources, at: PlaceIn): Readonly<Record<string, ToolEntry>> {
  const tools = new Map<string, ToolEntry>();
  for (const tool of team?.tools ?? []) tools.set(tool.name, buildTool(tool, at));
  for (const { text } of roles.flatMap((role) => [...role.tools, ...(role.mayAsk?.tools ?? [])])) {
    if (tools.has(text) || !bareTools.includes(text)) continue;
    tools.set(text, { name: text, type: text, options: {}, fields: null, max: null, at: null });
  }
  return Object.fromEntries(tools);
}

function buildTool(tool: CardTool, at: PlaceIn): ToolEntry {
  return { name: tool.name, type: tool.type?.text ?? '', options: tool.options, fields: tool.fields, max: tool.max, at: at(tool.at) };
}
