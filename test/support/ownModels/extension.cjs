// Models and a tool that another extension brings into the editor, for tests in the browser: they answer what replies.json in the open folder says, one reply a
// request, and write what they were asked into asked.jsonl. The API for providers is newer than the types that Rolecall is built on.
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const tell = (/** @type {object} */ what) => fs.appendFileSync(path.join(folder(), 'asked.jsonl'), `${JSON.stringify(what)}\n`);
let next = 0;

exports.activate = (/** @type {import('vscode').ExtensionContext} */ context) => {
  const model = (/** @type {string} */ id) => ({ id, name: `Made-up ${id}`, family: id, version: '1', maxInputTokens: 50_000, maxOutputTokens: 5_000, capabilities: { toolCalling: true }, isUserSelectable: true });
  const lm = /** @type {any} */ (vscode.lm);
  context.subscriptions.push(lm.registerLanguageModelChatProvider('made-up', {
    provideLanguageModelChatInformation: async () => [model('small'), model('large')],
    provideTokenCount: async (/** @type {unknown} */ _model, /** @type {unknown} */ text) => Math.ceil(String(typeof text === 'string' ? text : JSON.stringify(text)).length / 4),
    provideLanguageModelChatResponse: async (/** @type {{ id: string }} */ { id }, /** @type {any[]} */ messages, /** @type {any} */ options, /** @type {any} */ progress, /** @type {any} */ token) => {
      const replies = JSON.parse(fs.readFileSync(path.join(folder(), 'replies.json'), 'utf8'));
      const reply = replies[next++ % replies.length];
      tell({ model: id, messages: messages.map(shown), tools: (options.tools ?? []).map((/** @type {any} */ tool) => tool.name), options: options.modelOptions });
      if (reply.hang) {
        tell({ hangs: true });
        await new Promise((resolve) => token.onCancellationRequested(() => resolve(tell({ cancelled: true }))));
        return;
      }
      if (reply.call) progress.report(new vscode.LanguageModelToolCallPart(`id${next}`, reply.call.name, reply.call.input));
      else progress.report(new vscode.LanguageModelTextPart(JSON.stringify(reply)));
    },
  }));
  context.subscriptions.push(vscode.lm.registerTool('made_up_weather', {
    invoke: async (/** @type {any} */ { input }) => {
      tell({ weather: input.place });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`It rains in ${input.place}.`)]);
    },
  }));
};

/** @param {any} message */
function shown({ role, content }) {
  const part = (/** @type {any} */ one) => one.value ?? (one.name ? `call ${one.name} ${JSON.stringify(one.input)}` : `result ${JSON.stringify(one.content?.map((/** @type {any} */ inner) => inner.value))}`);
  return { role: role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'assistant', parts: content.map(part) };
}
