/** Tools that are known only once something outside was asked: an MCP server, the editor. A port; what is started, and who is asked first, is the engine's business. */
import type { ToolOffer } from '../events/runEvent';
import type { JsonObject } from '../shared/json';
import type { Result } from '../shared/result';
import type { ToolEntry } from '../team/team';
import type { Tool } from './tool';

/** Types of entries that are such. */
const sourceTypes: readonly string[] = ['mcp', 'vscode'];

export function isSource(entry: Pick<ToolEntry, 'type'>): boolean {
  return sourceTypes.includes(entry.type);
}

/** What would be started on this machine, for a person to look at. */
export interface Start {
  /** The same for the very same thing only. */
  readonly key: string;
  /** Goes on from "May this team …", without its question mark. */
  readonly question: string;
  readonly what: JsonObject;
}

export interface ToolSource {
  /** Null: nothing of the folder's is started. */
  start(): Promise<Start | null>;
  /** A person has allowed it in an earlier run. */
  isAllowed(key: string): Promise<boolean>;
  allow(key: string): Promise<void>;
  /** Starts what has to be started. The error is a sentence for the author of the team. */
  offers(signal: AbortSignal): Promise<Result<readonly ToolOffer[], string>>;
  /** Starts nothing before it is called. */
  tool(offer: ToolOffer): Tool;
}

const longestName = 64;

/**
 * A name that every provider takes, for each name that a source uses: letters, digits, `_` and `-`, at most 64. Names that come out the same, or that
 * are taken, get a number behind them.
 */
export function safeNames(entry: string, originals: readonly string[], taken: readonly string[]): readonly string[] {
  const used = new Set(taken);
  return originals.map((original) => {
    const plain = `${safe(entry)}__${safe(original)}`;
    let name = plain.slice(0, longestName);
    for (let number = 2; used.has(name); number++) name = `${plain.slice(0, longestName - String(number).length - 1)}_${number}`;
    used.add(name);
    return name;
  });
}

function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_') || '_';
}
