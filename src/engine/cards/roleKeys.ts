/** Every key of a role card. */
import { schemaMap, schemaShape } from './schemaShape';
import { amount, conditions, count, countOrNone, declared, duration, expression, json, list, map, name, named, newName, oneOrMore, path, template, text, word, type KeyTable, type Shape } from './shape';
import { failureDocs, modeDocs } from './wordDocs';
import { failurePolicies, handedFrom, handsTo, modes } from './words';

export const rules: Shape = list({
  ...expression,
  keys: {
    rule: { shape: expression, required: true, doc: 'A CEL expression that must hold of the proposed `output`.' },
    message: { shape: template, doc: 'What is told when it does not hold; may hold `{{ }}`.' },
    severity: { shape: word(['error', 'warning'], { error: 'The output is rejected without a model call.', warning: 'It is noted.' }), doc: '`error` (default): the output is rejected without a model call. `warning`: it is noted.' },
  },
});

const fieldNames = oneOrMore(name('field'));
const written: Shape = { ...oneOrMore(newName('field')), ...declared('field', { ...schemaMap, empty: true }) };
/** An object schema whose properties are fields. */
const writtenSchema: Shape = {
  ...schemaMap,
  usually: map({
    type: { shape: word(['object']), doc: 'Always `object`.' },
    properties: { shape: declared('field', schemaShape), doc: 'The fields the role writes, each with its schema.' },
    required: { shape: list(name('field')), doc: 'The fields that an output must have.' },
  }),
};

const review = map({
  by: { shape: name('role'), required: true, doc: 'The role that reviews.' },
  criteria: { shape: conditions, doc: 'What the reviewer judges by, in plain sentences; a CEL expression is checked as a rule, without the reviewer.' },
  max_revisions: { shape: countOrNone, doc: 'How often the author may revise; wins over `limits.revisions`.' },
});

const limits = map({
  calls: { shape: count, doc: 'How often the role may be dispatched in a run. Default: no limit.' },
  timeout: { shape: duration, doc: 'For one request to the model. Default: 60s.' },
  tokens: { shape: count, doc: 'Tokens of one dispatch. Default: no limit.' },
  tool_calls: { shape: countOrNone, doc: 'Tool calls of one dispatch. Default: 10.' },
  retries: { shape: countOrNone, doc: 'Retries of one dispatch after a reply that cannot be used. Default: 2.' },
  revisions: { shape: countOrNone, doc: 'Revisions of one dispatch after a failed rule or a rejection. Default: 2.' },
});

const examples = list(
  map({
    input: { shape: json, required: true, doc: 'What the role is shown.' },
    output: { shape: { ...json, usually: named('field', json) }, required: true, doc: 'What it should answer.' },
  }),
);

const ownKeys: KeyTable = {
  role: { shape: text, required: true, doc: 'The id: a letter, then letters, digits, `_` or `-`. Beside `agent_id`: the responsibility.' },
  name: { shape: text, doc: 'Shown to people. Default: the id.' },
  mode: { shape: word(modes, modeDocs), doc: 'The one way of thinking this role is for.' },
  // Required too, but any of its other spellings will do, and `role` beside `agent_id`: the check of roles says so.
  responsibility: { shape: text, doc: 'The one duty of this role, in a sentence.' },
  instructions: { shape: template, doc: 'The prompt of this role. `{{ }}` holds a CEL expression.' },
  reads: { shape: { ...fieldNames, entries: name('field') }, doc: 'The only shared fields the role is shown; or `its name: field`.' },
  writes: { shape: written, doc: 'The only shared fields the role may write: names, or `name: JSON Schema`.' },
  tools: { shape: oneOrMore(name('tool')), doc: 'The only tools the role may call.' },
  forbidden: { shape: oneOrMore(text), doc: 'What the role must not do; told to the model at the start and the end of each prompt.' },
  may_ask: {
    shape: map({
      fields: { shape: fieldNames, doc: 'Fields it gets when it asks for them.' },
      tools: { shape: oneOrMore(name('tool')), doc: 'Tools it gets when it asks for them.' },
    }),
    doc: 'What an Extend signal gets without asking a person.',
  },
  model: { shape: name('model'), doc: "A name under the team's `models`. Default: the team's model." },
  examples: { shape: examples, doc: 'Examples of input and output, shown to the model as such.' },
  skip_when: { shape: conditions, doc: 'While any of these holds, the role is passed over.' },
  exit_when: { shape: conditions, doc: "While any of these holds, the role's work is finished and it is passed over." },
  rules: { shape: rules, doc: 'What must hold of its output; checked before any model reviews it.' },
  review: { shape: review, doc: 'The role that reviews the output, and by what.' },
  limits: { shape: limits, doc: 'Limits of this role.' },
  on_failure: { shape: word(failurePolicies, failureDocs), doc: 'What happens when its retries and revisions are used up.' },
  wakes_on: { shape: fieldNames, doc: 'Blackboard only: the fields whose change wakes it. Default: `reads`.' },
  team: { shape: path, doc: "Instead of a prompt: another team does this role's work. Each visit begins afresh: it knows what it is handed, not what it did before." },
};

const otherSpellings: KeyTable = {
  agent_id: { shape: text, spells: 'role', doc: 'The id; `role` is then the responsibility.' },
  description: { shape: text, spells: 'responsibility', doc: 'The responsibility.' },
  responsibilities: { shape: oneOrMore(text), spells: 'responsibility', doc: 'The responsibility, as a list.' },
  goal: { shape: text, spells: 'responsibility', doc: 'The responsibility.' },
  prompt: { shape: template, spells: 'instructions', doc: 'The instructions.' },
  backstory: { shape: template, spells: 'instructions', doc: 'The instructions.' },
  allowed_tools: { shape: oneOrMore(name('tool')), spells: 'tools', doc: 'The tools.' },
  forbidden_actions: { shape: oneOrMore(text), spells: 'forbidden', doc: 'What the role must not do.' },
  llm: { shape: name('model'), spells: 'model', doc: "A model's name, or what the default provider calls one." },
  max_iter: { shape: count, spells: 'limits.calls', doc: '`limits.calls`.' },
  input: {
    shape: map({
      from: { shape: oneOrMore(name('role', handedFrom)), doc: 'Who hands over.' },
      fields: { shape: { ...fieldNames, entries: name('field') }, doc: 'What the role reads.' },
    }),
    spells: 'reads',
    doc: 'What the role reads, and who hands over.',
  },
  output: {
    shape: map({
      to: { shape: oneOrMore(name('role', handsTo)), doc: "Whom it hands to; a pipeline's order follows it." },
      fields: { shape: written, doc: 'What the role writes.' },
    }),
    spells: 'writes',
    doc: 'What the role writes, and whom it hands to.',
  },
  output_schema: { shape: writtenSchema, spells: 'writes', doc: 'An object schema whose properties are the fields the role writes.' },
  input_schema: { shape: schemaMap, doc: 'The schema of `subtask.input`: defaults are filled in; what is required and missing refuses the dispatch.' },
  exit_conditions: {
    shape: map({
      criteria_met: { shape: conditions, doc: '`exit_when`.' },
      timeout_seconds: { shape: amount, doc: '`limits.timeout`, in seconds.' },
    }),
    spells: 'exit_when',
    doc: '`exit_when` and `limits.timeout`.',
  },
};

export const roleKeys: KeyTable = { ...ownKeys, ...otherSpellings };

/** Where the key says the id, `role` is the responsibility and may be left out. */
const keyedRoleKeys: KeyTable = { ...roleKeys, role: { shape: text, doc: 'The responsibility: the id is the key above.' } };

/** `roles:` in a team: a list of cards, or `id: card`. */
export const inlineRoles: Shape = { list: map(roleKeys), ...declared('role', map(keyedRoleKeys)) };
