// The same run on several providers, each giving the replies of the first, and what each was sent as text. For test/golden/prompts.test.ts.
import type { RunEvent } from '../../src/engine/events/runEvent';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import type { ToolSpec } from '../../src/engine/models/model';
import { displayJson, type JsonObject } from '../../src/engine/shared/json';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import { loadTokenCounter } from '../../src/node/tokens/tokenCounter';
import { chatTurn } from '../../src/vscode/models/chatTurns';
import type { ChatPart, ChatRequest, EditorChat, EditorChats } from '../../src/vscode/models/editorChat';
import { editorModels } from '../../src/vscode/models/editorModels';
import { messagesOf } from './httpTeam';
import { chunk, done, events, json, usageChunk, type Answer, type ModelServer } from './modelServer';
import { loadGoodTeam, testPorts } from './runTeam';
import { virtualClock } from './virtualClock';

/** More than a prompt shows of a field. */
export const archive = 'A line of the archive. '.repeat(5000);

export interface Layout {
  /** The team's model of that provider. */
  readonly model: string;
  readonly chats?: EditorChats;
  /** Of all requests that were answered. */
  text(): string;
}

const noChats: EditorChats = { select: () => Promise.resolve([]), pick: () => Promise.resolve(null) };

export async function runOn(folder: string, model: string, chats: EditorChats = noChats): Promise<readonly RunEvent[]> {
  const ports = testPorts(virtualClock());
  const engine = createEngine({ ...ports, models: editorModels(ports.models, () => Promise.resolve(chats), loadTokenCounter) });
  const log = await createMemoryRunLogs().create();
  const all: RunEvent[] = [];
  const run = await engine.start({ team: await loadGoodTeam(folder), task: 'heat pumps', options: { model }, trigger: 'test', log });
  run.listen({ onEvents: (more) => all.push(...more) });
  await run.finished;
  return all;
}

interface Reply {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
}

function repliesOf(run: readonly RunEvent[]): readonly Reply[] {
  return run.flatMap((event) => (event.type !== 'model.responded' ? [] : [{
    text: event.reply === '' || event.reply === null ? '' : displayJson(event.reply),
    calls: (event.toolCalls ?? []).map(({ id, name, arguments: args }) => ({ id, name, input: { ...args } })),
  }]));
}

/** `refusal`: what of a request is not taken, in the words of a server; null: it is answered. */
export function playedServer(server: ModelServer, run: readonly RunEvent[], refusal: (body: JsonObject) => string | null): Layout {
  const replies = [...repliesOf(run)];
  const taken: JsonObject[] = [];
  server.answerAll((response, request) => {
    const why = refusal(request.body);
    if (why !== null) return json(400, { error: { message: why } })(response, request);
    taken.push(request.body);
    return streamed(replies.shift()!)(response, request);
  });
  return { model: 'openai', text: () => taken.map((body, index) => `===== request ${index + 1}\n${bodyText(body)}\n`).join('\n') };
}

function streamed({ text, calls }: Reply): Answer {
  const pieces = calls.map(({ id, name, input }, index) => chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] }));
  return events(...(text === '' ? [] : [chunk({ content: text })]), ...pieces, chunk({}, { finish: calls.length > 0 ? 'tool_calls' : 'stop' }), usageChunk({ prompt_tokens: 1000, completion_tokens: 10 }), done);
}

function bodyText(body: JsonObject): string {
  const { messages: _messages, ...others } = body;
  const rest = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const told = messagesOf(body).map(({ role, content, ...more }) => [`[${String(role)}]`, ...(Object.keys(more).length === 0 ? [] : [JSON.stringify(more)]), ...(content === null ? [] : [displayJson(content ?? null)])].join('\n'));
  return [...rest, ...told].join('\n');
}

export function playedChats(run: readonly RunEvent[]): Layout {
  const replies = [...repliesOf(run)];
  const taken: ChatRequest[] = [];
  const chat: EditorChat = {
    id: 'test-model', name: 'Test', vendor: 'test', family: 'test-model', maxInputTokens: 1_000_000,
    mayBeAsked: () => true,
    count: (text) => Promise.resolve(Math.ceil(text.length / 4)),
    send: (request) => {
      taken.push(request);
      return Promise.resolve(partsOf(replies.shift()!));
    },
  };
  const chats: EditorChats = { select: () => Promise.resolve([chat]), pick: () => Promise.resolve(chat) };
  return { model: 'vscode', chats, text: () => taken.map((request, index) => `===== request ${index + 1}\n${requestText(request)}\n`).join('\n') };
}

async function* partsOf({ text, calls }: Reply): AsyncIterable<ChatPart> {
  if (text !== '') yield { kind: 'text', text };
  for (const call of calls) yield { kind: 'call', ...call };
}

function requestText({ messages, tools, options }: ChatRequest): string {
  const told = messages.map(chatTurn).flatMap(({ by, parts }) => parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return `[${by}]\n${part.text}`;
      case 'call':
        return `[${by}: call ${part.id}]\n${part.name} ${JSON.stringify(part.input)}`;
      case 'result':
        return `[${by}: result of ${part.id}]\n${part.text}`;
    }
  }));
  return [`options: ${JSON.stringify(options)}`, ...(tools.length === 0 ? [] : [`tools: ${JSON.stringify(tools.map(toolText))}`]), ...told].join('\n');
}

function toolText({ name, description, parameters }: ToolSpec): JsonObject {
  return { name, description, parameters };
}
