/** Every key of a scripted model's file. What a model may answer wrongly is not checked here: a script may play a faulty model. */
import { anyText, atLeastZero, boolean, countOrNone, expression, json, list, map, name, text, word, type KeyTable } from './shape';
import { scriptErrors } from './words';

const error = {
  ...word(scriptErrors),
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

/** What the JSON object of a reply may hold. */
export const replyMembers = ['output', 'status', 'confidence', 'why', 'verdict', 'feedback', 'choice', 'subtasks', 'extend', 'holds'] as const;

const reply: KeyTable = {
  role: { shape: name('role'), required: true, doc: 'Whose reply: a role, or `supervisor`.' },
  when: { shape: expression, doc: 'Only where this holds. Names: `call`, `subtask`, `state`, `tool.results`.' },
  repeat: { shape: boolean, doc: 'It may be used again.' },
  delay_ms: { shape: countOrNone, doc: 'Milliseconds before the reply.' },
  tool_calls: {
    shape: list(map({ name: { shape: text, required: true, doc: "The tool's name." }, arguments: { shape: json, doc: 'Strings are templates.' } })),
    doc: 'The tools it asks for.',
  },
  text: { shape: anyText, doc: 'The raw reply.' },
  error: { shape: error, doc: 'The call fails like this.' },
  usage: { shape: usage, doc: 'What the call is said to have used. Default: counted.' },
  output: { shape: json, doc: 'The fields it writes.' },
  status: { shape: json, doc: '`success`, `partial` or `failed`.' },
  confidence: { shape: json, doc: 'From 0 to 1.' },
  why: { shape: json, doc: 'The reason it gives.' },
  verdict: { shape: json, doc: '`approve` or `reject`.' },
  feedback: { shape: json, doc: 'What a reviewer objects to.' },
  choice: { shape: json, doc: "The supervisor's choice." },
  subtasks: { shape: json, doc: "A planner's subtasks." },
  extend: { shape: json, doc: 'What it asks for.' },
  holds: { shape: json, doc: 'The answer to a question.' },
};

export const scriptKeys: KeyTable = {
  replies: { shape: list(map(reply)), required: true, doc: "A role's replies are used in order, each once." },
};

