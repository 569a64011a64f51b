/** The tools that a role can call now: its card's, and read_more where something was too large to be shown to it whole. */
import type { ToolSpec } from '../models/model';
import { createReadMoreTool } from '../tools/readMoreTool';
import type { Tool } from '../tools/tool';
import type { Conversation } from './conversation';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';

/** `conversation` null: it has not begun. */
export function offeredTools(context: RunContext, desk: RoleDesk, conversation: Conversation | null): readonly Tool[] {
  const listed = desk.tools().flatMap((name) => context.tools.get(name) ?? context.sourced.get(name) ?? []);
  const { kept } = context;
  const seen = conversation?.seenRefs ?? new Set<string>();
  if (![...seen].some((ref) => kept.has(ref))) return listed;
  return [...listed, createReadMoreTool((ref) => (seen.has(ref) ? kept.text(ref) : null))];
}

/** As a model is told of them. */
export function specsOf(tools: readonly Tool[]): readonly ToolSpec[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
}
