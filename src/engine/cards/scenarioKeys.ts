/** Every key of a scenario. */
import { expression, json, list, map, name, named, path, template, text, word, type KeyTable, type Shape } from './shape';
import { scenarioModels } from './words';

const check: Shape = {
  ...expression,
  keys: {
    that: { shape: expression, doc: 'A CEL expression over state, run, status, path, spend; with `role`, also output.' },
    message: { shape: text, doc: 'What is shown when it does not hold.' },
    judge: { shape: template, doc: 'A sentence that a model judges.' },
    model: { shape: name('model'), doc: 'judge: the model that judges.' },
    threshold: { shape: { scalar: { is: 'number', min: 0, max: 1 } }, doc: 'judge: the least score, from 0 to 1.' },
  },
};

export const scenarioKeys: KeyTable = {
  scenario: { shape: text, required: true, doc: 'Its name.' },
  team: { shape: path, required: true, doc: 'The folder of the team, or its file.' },
  task: { shape: text, required: true, doc: 'What the user asks.' },
  model: { shape: name('model', scenarioModels), doc: 'Instead of every model: a name under `models`, or `recorded`.' },
  state: { shape: named('field', { ...json, empty: true }), doc: 'What fields hold at the start.' },
  role: { shape: name('role'), doc: 'This role alone, once.' },
  input: { shape: json, doc: 'role: what `subtask.input` holds.' },
  approvals: { shape: word(['approve', 'reject', 'fail'], { approve: 'It goes on.', reject: '`on_failure` decides.', fail: 'The scenario fails.' }), doc: 'What is answered where the run waits for a person.' },
  assert: { shape: list(check), doc: 'What must hold at the end.' },
};

