/** Every key of a scripted model's file. What a model may answer wrongly is not checked here: a script may play a faulty model. */
import { anyText, atLeastZero, boolean, countOrNone, expression, json, list, map, name, named, text, word, type KeyTable, type Shape } from './shape';
import { scriptErrorDocs } from './wordDocs';
import { routeEnds, scriptedOthers, scriptErrors } from './words';

const error = {
  ...word(scriptErrors, scriptErrorDocs),
  keys: {
    status: { shape: { scalar: { is: 'number', integer: true, min: 100, max: 599 } }, required: true, doc: 'The HTTP status.' },
    retry_after: { shape: atLeastZero, doc: 'Seconds.' },
  },
} as const;

const usage = map({
  input: { shape: countOrNone, doc: 'Input tokens, cached ones included.' },
  cached: { shape: countOrNone, doc: 'Those of them that were cached.' },
  cache_write: { shape: countOrNone, doc: 'Those of them that were written to the cache.' },
  output: { shape: countOrNone, doc: 'Output tokens, reasoning included.' },
  reasoning: { shape: countOrNone, doc: 'Those of them that are reasoning.' },
});

const usually = (shape: Shape): Shape => ({ ...json, usually: shape });

const feedback = list(
  map({
    field: { shape: name('field'), doc: 'The field it is about.' },
    problem: { shape: text, doc: 'What is wrong.' },
    fix: { shape: text, doc: 'What to do about it.' },
  }),
);

const subtasks = list(
  map({
    id: { shape: text, doc: 'Its id; a repeated one replaces the subtask that has not started.' },
    role: { shape: name('role'), doc: 'Who does it.' },
    input: { shape: json, doc: 'What becomes `subtask.input`.' },
    criteria: { shape: list(text), doc: "Beside the card's own." },
    after: { shape: list(text), doc: 'The ids of the subtasks it waits for.' },
  }),
);

const extend = map({
  need: { shape: text, doc: 'What is missing.' },
  fields: { shape: list(name('field')), doc: 'Fields it asks for.' },
  tools: { shape: list(name('tool')), doc: 'Tools it asks for.' },
});

/** What the JSON object of a reply may hold. */
export const replyMembers = ['output', 'status', 'confidence', 'why', 'verdict', 'feedback', 'choice', 'subtasks', 'extend', 'holds'] as const;

const reply: KeyTable = {
  role: { shape: name('role', scriptedOthers), required: true, doc: 'Whose reply: a role, or `supervisor`.' },
  when: { shape: expression, doc: 'Only where this holds. Names: `call`, `subtask`, `state`, `tool.results`.' },
  repeat: { shape: boolean, doc: 'It may be used again.' },
  delay_ms: { shape: countOrNone, doc: 'Milliseconds before the reply.' },
  tool_calls: {
    shape: list(map({ name: { shape: name('tool'), required: true, doc: "The tool's name." }, arguments: { shape: json, doc: 'Strings are templates.' } })),
    doc: 'The tools it asks for.',
  },
  text: { shape: anyText, doc: 'The raw reply.' },
  error: { shape: error, doc: 'The call fails like this.' },
  usage: { shape: usage, doc: 'What the call is said to have used. Default: counted.' },
  output: { shape: usually(named('field', json)), doc: 'The fields it writes.' },
  status: { shape: usually(word(['success', 'partial', 'failed'])), doc: '`success`, `partial` or `failed`.' },
  confidence: { shape: json, doc: 'From 0 to 1.' },
  why: { shape: json, doc: 'The reason it gives.' },
  verdict: { shape: usually(word(['approve', 'reject'])), doc: '`approve` or `reject`.' },
  feedback: { shape: usually(feedback), doc: 'What a reviewer objects to.' },
  choice: { shape: usually(name('role', routeEnds)), doc: "The supervisor's choice." },
  subtasks: { shape: usually(subtasks), doc: "A planner's subtasks." },
  extend: { shape: usually(extend), doc: 'What it asks for.' },
  holds: { shape: usually(boolean), doc: 'The answer to a question.' },
};

export const scriptKeys: KeyTable = {
  replies: { shape: list(map(reply)), required: true, doc: "A role's replies are used in order, each once." },
};

