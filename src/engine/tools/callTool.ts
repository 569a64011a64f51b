/** Carries out a model's tool call within its role's list. What is wrong with the call is told to the model, which may try again; nothing is run then. */
import { unusableIn, type Json, type JsonObject } from '../shared/json';
import { err, type Result } from '../shared/result';
import type { Tool, ToolControl } from './tool';
import { describeParameters } from './toolArguments';

export interface AskedCall {
  readonly name: string;
  /** Null: they were not a JSON object, or held what `unusableIn` names; `raw` holds them then. */
  readonly arguments: JsonObject | null;
  readonly raw?: string;
}

/** `tools`: those of the card's list. Never rejects for what the model asks. */
export async function callTool(tools: readonly Tool[], call: AskedCall, control: ToolControl & { readonly approved?: JsonObject }): Promise<Result<Json, string>> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) {
    const choices = tools.length > 0 ? `You may call: ${tools.map((t) => t.name).join(', ')}.` : 'You have no tools.';
    return err(`There is no tool ${quote(call.name)}. ${choices}`);
  }
  if (call.arguments === null) return err(`The arguments of ${tool.name} are not one JSON object with numbers in range and few levels, so it was not called: ${quote(call.raw ?? '')}. ${describeParameters(tool.parameters)}`);
  return usable(tool, await tool.call(call.arguments, control));
}

function usable(tool: Tool, result: Result<Json, string>): Result<Json, string> {
  const unusable = result.ok ? unusableIn(result.value) : null;
  return unusable === null ? result : err(`The result of ${tool.name} holds ${unusable}: it cannot be used.`);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
