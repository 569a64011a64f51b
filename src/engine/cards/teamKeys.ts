/** Every key of a team file. */
import { inlineRoles, rules } from './roleKeys';
import { schemaShape } from './schemaShape';
import { amount, atLeastZero, conditions, count, declared, duration, entries, expression, json, list, map, name, oneOrMore, path, template, text, word, type KeyTable, type Shape } from './shape';
import { providerDocs, reducerDocs, toolDocs, topologyDocs } from './wordDocs';
import { caches, jsonTypes, limitAnswers, providers, reducers, routeEnds, schemaKeywords, toolTypes, topologies } from './words';

const price = map({
  input: { shape: atLeastZero, required: true, doc: 'Dollars for a million input tokens.' },
  cached: { shape: atLeastZero, doc: 'Dollars for a million input tokens that were cached.' },
  cache_write: { shape: atLeastZero, doc: 'Dollars for a million input tokens that are written to the cache.' },
  output: { shape: atLeastZero, required: true, doc: 'Dollars for a million output tokens.' },
  reasoning: { shape: atLeastZero, doc: 'Dollars for a million reasoning tokens. Default: as output.' },
});

const model = map({
  provider: { shape: word(providers, providerDocs), required: true, doc: 'Who answers.' },
  model: { shape: text, doc: 'What the provider calls it.' },
  family: { shape: text, doc: "vscode: the model's family." },
  base_url: { shape: text, doc: 'Where an OpenAI-compatible server answers, e.g. `http://localhost:11434/v1`.' },
  api_key_env: { shape: text, doc: 'The name of the environment variable that holds the key; never the key.' },
  api_key: { shape: text, doc: 'Not allowed: a key does not belong in a file. Use `api_key_env`.' },
  temperature: { shape: { scalar: { is: 'number', min: 0, max: 2 } }, doc: 'From 0 to 2. Default: the server decides.' },
  max_output_tokens: { shape: count, doc: 'The most tokens of one reply.' },
  context: { shape: count, doc: 'The context window, in tokens.' },
  price: { shape: price, doc: 'Dollars a million tokens; wins over the built-in table.' },
  script: { shape: path, doc: 'scripted: the file with its replies.' },
});

const tool = map({
  type: { shape: word(toolTypes, toolDocs), required: true, doc: 'Which built-in tool this is.' },
  root: { shape: path, doc: 'The folder it stays in.' },
  max: { shape: count, doc: 'The most items of a result.' },
  fields: { shape: oneOrMore(text), doc: 'The members that each item of a result keeps.' },
  approve: { shape: word(['always', 'never'], { always: 'A person is asked before each call.', never: 'Nobody is asked.' }), doc: 'Whether a person is asked first. Default: side effects ask.' },
  hosts: { shape: oneOrMore(text), doc: 'http_get: the hosts it may ask.' },
  command: { shape: oneOrMore(text), doc: 'mcp: the command that starts the server.' },
  url: { shape: text, doc: 'mcp: where the server answers.' },
  env: { shape: oneOrMore(text), doc: 'mcp: the names of environment variables or secrets that the command is given; never their values.' },
  api_key_env: { shape: text, doc: 'mcp: the name of the environment variable that holds the key for `url`; never the key.' },
  tools: { shape: oneOrMore(text), doc: 'mcp, vscode: which of its tools are offered. Default for mcp: all.' },
});

const fieldKeys: KeyTable = {
  type: { shape: oneOrMore(word(jsonTypes)), doc: 'The JSON type of the whole field.' },
  initial: { shape: { ...json, empty: true }, doc: 'What it holds before anybody wrote it.' },
  reducer: { shape: word(reducers, reducerDocs), doc: 'How a write joins what is there. Default: `replace`.' },
  key: { shape: text, doc: 'append: items with the same value of this key are merged.' },
};
const field: Shape = { keys: fieldKeys, more: schemaKeywords, usually: { keys: { ...schemaShape.keys, ...fieldKeys }, empty: true }, empty: true };

const route = map({
  when: { shape: expression, doc: 'A CEL expression. Default: always.' },
  to: { shape: name('role', routeEnds), required: true, doc: 'A role, or `end`.' },
  input: { shape: entries(expression), doc: 'What becomes `subtask.input`: each value is an expression.' },
  for_each: { shape: expression, doc: 'A list; one subtask for each of its items.' },
  as: { shape: text, doc: "for_each: the item's name in `subtask.input`." },
});

const supervisor = map({
  model: { shape: name('model'), doc: "Default: the team's model." },
  instructions: { shape: template, doc: 'What it is told beside the choices.' },
  choices: { shape: list(name('role', routeEnds)), doc: 'The roles it may choose, and `end`. Default: all of them.' },
});

const limits = map({
  steps: { shape: count, doc: 'Default: 20.' },
  time: { shape: duration, doc: 'Default: 10m.' },
  tokens: { shape: count, doc: 'Default: no limit.' },
  cost_usd: { shape: amount, doc: 'Default: no limit.' },
  parallel: { shape: count, doc: 'Subtasks at once. Default: 3.' },
  tokens_per_call: { shape: count, doc: 'Input tokens of one request. Default: no limit.' },
  output_bytes: { shape: count, doc: 'The largest output of a role. Default: 262144.' },
});

const approvals = list(
  map({
    before: { shape: name('role'), doc: 'Waits for a person before this role.' },
    after: { shape: name('role'), doc: 'Waits for a person after this role.' },
    when: { shape: expression, doc: 'Waits while this holds of a proposed output.' },
    sample: { shape: { scalar: { is: 'number', min: 0, max: 1 } }, doc: 'Waits in this share of the steps.' },
  }),
);

export const teamKeys: KeyTable = {
  rolecall: { shape: count, doc: 'The version of this format. Default: 1.' },
  team: { shape: text, required: true, doc: "The team's name." },
  goal: { shape: template, required: true, doc: 'Stands in every prompt, word for word. `{{ task }}` is what the user asked.' },
  constraints: { shape: json, doc: 'Beside the goal, word for word; also a shared field with this initial value.' },
  topology: { shape: word(topologies, topologyDocs), doc: 'How the next role is found. Default: `supervisor`.' },
  pipeline: { shape: list(name('role')), doc: "pipeline only: the roles in order. Default: the order that the cards' `output: {to}` gives." },
  models: { shape: declared('model', model), doc: 'The models, by the names that roles use.' },
  model: { shape: name('model'), doc: 'The model of every role that names none.' },
  cache: { shape: word(caches, { off: 'Every request is made.', on: 'Every run.', scenarios: 'Only runs of scenarios.' }), doc: 'Whether equal requests are answered from earlier runs. Default: `off`.' },
  tools: { shape: declared('tool', tool), doc: 'The tools, by the names that roles use.' },
  state: { shape: declared('field', field), doc: "The shared workspace. What a card's `writes` declares need not be repeated." },
  routes: { shape: list(route), doc: 'The first that holds decides who is next, at no model cost.' },
  supervisor: { shape: supervisor, doc: 'A model that chooses when no route decides.' },
  finish_when: { shape: conditions, doc: 'The run is done while any of these holds.' },
  rules: { shape: rules, doc: "What must hold of every role's output, reviews excepted." },
  limits: { shape: limits, doc: 'Limits of a run.' },
  on_limit: { shape: name('role', limitAnswers), doc: 'The role that turns what there is into a partial result; or `ask`.' },
  approvals: { shape: approvals, doc: 'Where a run waits for a person.' },
  roles: { shape: inlineRoles, doc: 'Role cards that stand in this file, before those in `roles/`.' },
};
