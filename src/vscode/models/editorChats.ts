/** The models of `vscode.lm` behind the port. The only file that knows that API. */
import * as vscode from 'vscode';
import type { ToolSpec } from '../../engine/models/model';
import type { JsonObject } from '../../engine/shared/json';
import { chatTurn, type ChatTurn } from './chatTurns';
import { ChatRefused, type ChatPart, type EditorChat, type EditorChats } from './editorChat';

export function editorChats(access: vscode.LanguageModelAccessInformation): EditorChats {
  /** What was picked holds for the window, so that a run is not held up by the same question. */
  const picked = new Map<string, string>();
  return {
    select: async (wanted) => (await vscode.lm.selectChatModels(wanted)).map((chat) => editorChat(chat, access)),
    async pick(chats, model) {
      const before = chats.find((chat) => chat.id === picked.get(model));
      if (before !== undefined) return before;
      const items = chats.map((chat) => ({ label: chat.name, description: `${chat.vendor} · ${chat.family}`, chat }));
      const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Choose a model for {0}', model), placeHolder: vscode.l10n.t('To be asked no more, write its family under the model'), ignoreFocusOut: true });
      if (chosen === undefined) return null;
      picked.set(model, chosen.chat.id);
      return chosen.chat;
    },
  };
}

function editorChat(chat: vscode.LanguageModelChat, access: vscode.LanguageModelAccessInformation): EditorChat {
  const { id, name, vendor, family, maxInputTokens } = chat;
  return {
    id, name, vendor, family, maxInputTokens,
    mayBeAsked: () => access.canSendRequest(chat) ?? null,
    count: async (text) => chat.countTokens(text),
    async send({ messages, tools, options }, signal) {
      const source = new vscode.CancellationTokenSource();
      const cancel = () => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const forget = () => {
        signal.removeEventListener('abort', cancel);
        source.dispose();
      };
      try {
        const response = await chat.sendRequest(messages.map((message) => toMessage(chatTurn(message))), { justification: vscode.l10n.t('A role of your team asks it.'), tools: tools.map(toTool), modelOptions: { ...options } }, source.token);
        return readParts(response.stream, forget);
      } catch (error) {
        forget();
        throw toRefused(error);
      }
    },
  };
}

async function* readParts(stream: AsyncIterable<unknown>, done: () => void): AsyncIterable<ChatPart> {
  try {
    for await (const part of stream) {
      if (part instanceof vscode.LanguageModelTextPart) yield { kind: 'text', text: part.value };
      else if (part instanceof vscode.LanguageModelToolCallPart) yield { kind: 'call', id: part.callId, name: part.name, input: part.input as JsonObject };
    }
  } catch (error) {
    throw toRefused(error);
  } finally {
    done();
  }
}

function toMessage(turn: ChatTurn): vscode.LanguageModelChatMessage {
  if (turn.by === 'user') return vscode.LanguageModelChatMessage.User(turn.parts.map((part) => (part.kind === 'text' ? textPart(part) : new vscode.LanguageModelToolResultPart(part.id, [textPart(part)]))));
  return vscode.LanguageModelChatMessage.Assistant(turn.parts.map((part) => (part.kind === 'text' ? textPart(part) : new vscode.LanguageModelToolCallPart(part.id, part.name, part.input))));
}

function textPart({ text }: { readonly text: string }): vscode.LanguageModelTextPart {
  return new vscode.LanguageModelTextPart(text);
}

function toTool({ name, description, parameters }: ToolSpec): vscode.LanguageModelChatTool {
  return { name, description, inputSchema: { ...parameters } };
}

const codes = ['NoPermissions', 'Blocked', 'NotFound'] as const;

function toRefused(error: unknown): Error {
  if (!(error instanceof vscode.LanguageModelError)) return error instanceof Error ? error : new Error(String(error));
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new ChatRefused(codes.find((code) => code === error.code) ?? 'other', error.message + cause);
}
