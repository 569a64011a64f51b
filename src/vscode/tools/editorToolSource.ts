/** The editor's own tools and those of its extensions (`vscode.lm.tools`), under an entry of type `vscode`. What a call may do is not known, so that each one asks. */
import * as vscode from 'vscode';
import type { ToolOffer } from '../../engine/events/runEvent';
import type { Json, JsonObject } from '../../engine/shared/json';
import { err, ok, type Result } from '../../engine/shared/result';
import type { ToolEntry } from '../../engine/team/team';
import type { Tool } from '../../engine/tools/tool';
import type { ToolProvider } from '../../engine/tools/toolProvider';
import { safeNames, type ToolSource } from '../../engine/tools/toolSource';

/** With the tools of the editor beside the others. */
export function withEditorTools(provider: ToolProvider): ToolProvider {
  return {
    ...provider,
    source: (entry, place) => (entry.type === 'vscode' ? ok(editorSource(entry, place.taken)) : (provider.source?.(entry, place) ?? err(`there are no tools of the type ${entry.type}`))),
  };
}

function editorSource(entry: ToolEntry, taken: readonly string[]): ToolSource {
  return {
    start: () => Promise.resolve(null),
    isAllowed: () => Promise.resolve(true),
    allow: () => Promise.resolve(),
    offers: () => Promise.resolve(offersOf(entry, taken)),
    tool: (offer) => toolOf(offer),
  };
}

function offersOf({ name, options }: ToolEntry, taken: readonly string[]): Result<readonly ToolOffer[], string> {
  const { tools = [] } = options;
  const wanted = (Array.isArray(tools) ? tools : [tools]).map(String);
  const found = wanted.map((one) => vscode.lm.tools.find((tool) => tool.name === one));
  const missing = wanted.filter((_one, index) => found[index] === undefined);
  if (missing.length > 0) return err(`the editor has no tool ${missing.join(', ')}; it has ${vscode.lm.tools.map((tool) => tool.name).join(', ') || 'none'}`);
  const names = safeNames(name, wanted, taken);
  return ok(found.flatMap((tool, index) => (tool === undefined ? [] : [{ name: names[index]!, original: tool.name, description: tool.description, parameters: parametersOf(tool), effect: 'network' as const }])));
}

function parametersOf({ inputSchema }: vscode.LanguageModelToolInformation): JsonObject {
  return { ...(inputSchema as JsonObject | undefined), type: 'object' };
}

function toolOf({ original, ...known }: ToolOffer): Tool {
  return {
    ...known,
    preview: (args) => Promise.resolve(ok({ question: `call ${original} of the editor`, what: { call: original, arguments: args } })),
    call: async (args, { signal }) => {
      const cancel = new vscode.CancellationTokenSource();
      const abort = (): void => cancel.cancel();
      signal.addEventListener('abort', abort, { once: true });
      try {
        const result = await vscode.lm.invokeTool(original, { input: { ...args }, toolInvocationToken: undefined }, cancel.token);
        return ok(textOf(result));
      } catch (error) {
        return err(signal.aborted ? 'the run was stopped' : `${original} of the editor: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        signal.removeEventListener('abort', abort);
        cancel.dispose();
      }
    },
  };
}

/** Parts that are no text cannot be told to every model. */
function textOf({ content }: vscode.LanguageModelToolResult): Json {
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '[not shown: no text]')).join('\n\n');
}
