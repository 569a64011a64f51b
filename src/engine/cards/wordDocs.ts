/** What the words of the closed lists mean, for completion, hover and the JSON Schemas. Which words there are is in words.ts. */
import type { failurePolicies, modes, providers, reducers, scriptErrors, toolTypes, topologies } from './words';

type Docs<Words extends readonly string[]> = Readonly<Record<Words[number], string>>;

export const topologyDocs: Docs<typeof topologies> = {
  pipeline: 'The roles work one after another, in a fixed order.',
  supervisor: 'Routes decide who is next; where none holds, a model chooses.',
  hierarchy: 'A supervisor over roles that are teams themselves.',
  blackboard: 'A role wakes when another changes a field it watches, until nothing changes.',
  group_chat: 'A model picks the next speaker; everybody reads the last messages. Experimental; `limits.steps` is compulsory.',
};

export const modeDocs: Docs<typeof modes> = {
  plan: 'Breaks the task into parts; may hand out subtasks, and is asked when others fail.',
  retrieve: 'Finds material and says where it is from.',
  reason: 'Draws conclusions from what is there.',
  generate: 'Writes what the user gets.',
  execute: 'Acts: calls tools that change something.',
  review: 'Judges the work of others.',
};

export const failureDocs: Docs<typeof failurePolicies> = {
  skip: 'Writes nothing and leaves a failed marker; the run goes on.',
  partial: 'Commits the last output that kept its contract, marked partial.',
  escalate: 'Hands it to the one role of mode plan.',
  ask: 'Waits for a person.',
  fail: 'Ends the run, which can be resumed from that step.',
};

export const reducerDocs: Docs<typeof reducers> = {
  replace: 'The last write stands; a field has one writer.',
  append: 'Lists are joined; with `key`, an item of the same key is merged into the first one.',
  merge: 'Objects are joined; a later member wins.',
  union: 'Lists are joined without equal items.',
  add: 'Numbers are added up.',
  max: 'The largest number stands.',
  min: 'The smallest number stands.',
};

export const providerDocs: Docs<typeof providers> = {
  openai: 'A server that speaks the API of OpenAI; `base_url` says where.',
  vscode: 'A model of the editor.',
  scripted: 'Replies from a file: no key, no network.',
  recorded: 'Replies of an earlier run.',
};

export const toolDocs: Docs<typeof toolTypes> = {
  search: 'Finds passages in the files below `root`.',
  read_file: 'Reads a file below `root`.',
  list_files: 'Lists the files below `root`.',
  calculate: 'Works out a formula.',
  write_file: 'Writes a file below `root`; a person is asked first.',
  http_get: 'Reads a page from one of `hosts`.',
  mcp: 'The tools of an MCP server, by `command` or `url`.',
  vscode: 'The editor\'s own `tools`, and those of its extensions.',
};

export const scriptErrorDocs: Docs<typeof scriptErrors> = {
  timeout: 'No reply comes in time.',
  disconnect: 'The connection breaks.',
  empty: 'The reply is empty.',
};

export const alsoDocs: Readonly<Record<string, string>> = {
  end: 'Ends the run.',
  ask: 'Waits for a person.',
  supervisor: 'The model that chooses who is next.',
  user: 'The person who gave the task.',
  human: 'A person.',
  task: 'What the user asked.',
  recorded: 'The replies of an earlier run.',
};
