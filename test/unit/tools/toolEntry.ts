// A tool's entry as the team would hold it.
import type { ToolEntry } from '../../../src/engine/team/team';

export function toolEntry(type: string, more: Partial<ToolEntry> = {}): ToolEntry {
  return { name: type, type, options: {}, fields: null, max: null, at: null, ...more };
}
