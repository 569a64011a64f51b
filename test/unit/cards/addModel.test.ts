import assert from 'node:assert/strict';
import { addModel, type NewModel } from '../../../src/engine/cards/addModel';
import { inFolder } from '../../support/runFiles';
import { loadGoodTeam } from '../../support/runTeam';

const model: NewModel = { name: 'ollama', entry: { provider: 'openai', base_url: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' }, isDefault: true };
const line = 'ollama: { provider: openai, base_url: "http://127.0.0.1:11434/v1", model: "qwen3:8b" }';

function after(text: string, more: Partial<NewModel> = {}): string | null {
  const edits = addModel(text, { ...model, ...more });
  return edits === null ? null : edits.reduceRight((result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end), text);
}

const roles = 'roles: [{ role: writer, responsibility: Write., writes: { report: { type: string } } }]\nroutes: [{ when: state.report == \'\', to: writer }]\n';

describe('addModel', () => {
  const cases: readonly (readonly [string, string, string, Partial<NewModel>?])[] = [
    ['a file without models', 'team: t\ngoal: g\n', `team: t\ngoal: g\nmodels:\n  ${line}\n`],
    ['behind the last of a block, with its comment', 'models:   # ours\n    a: { provider: openai, model: x }   # old\n\n# roles\nmodel: a # default\n', `models:   # ours\n    a: { provider: openai, model: x }   # old\n    ${line}\n\n# roles\nmodel: ollama # default\n`],
    ['behind a nested block', 'models:\n  a:\n    provider: openai\n    model: x # name\nmodel: a\n', `models:\n  a:\n    provider: openai\n    model: x # name\n  ${line}\nmodel: ollama\n`],
    ['into a flow map', 'models: { a: { provider: openai, model: x } }\nmodel: a\n', `models: { a: { provider: openai, model: x }, ${line} }\nmodel: ollama\n`],
    ['into an empty flow map', 'models: {}\n', `models: { ${line} }\n`],
    ['under a key with nothing', 'models: # none yet\ngoal: g\n', `models: # none yet\n  ${line}\ngoal: g\n`],
    ['with Windows line ends', 'team: t\r\nmodels:\r\n  a: { provider: openai, model: x }\r\nmodel: a\r\n', `team: t\r\nmodels:\r\n  a: { provider: openai, model: x }\r\n  ${line}\r\nmodel: ollama\r\n`],
    ['behind a byte order mark', '\uFEFFteam: t\nmodels: {}\n', `\uFEFFteam: t\nmodels: { ${line} }\n`],
    ['and leaves the only model the default it was', 'models: { a: { provider: openai, model: x } }\n', `models: { a: { provider: openai, model: x }, ${line} }\nmodel: a\n`, { isDefault: false }],
    ['and becomes the default beside one that was', 'models: { a: { provider: openai, model: x } }\n', `models: { a: { provider: openai, model: x }, ${line} }\nmodel: ollama\n`],
    ['and touches no default that is stated', 'models: { a: { provider: openai, model: x } }\nmodel: a\n', `models: { a: { provider: openai, model: x }, ${line} }\nmodel: a\n`, { isDefault: false }],
  ];
  for (const [what, text, expected, more] of cases) it(`writes ${what}`, () => assert.equal(after(text, more), expected));

  it('writes what the loader reads back, whatever the names look like', async () => {
    const entry = { provider: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'on: "x" #{1}', api_key_env: 'MY_KEY' };
    for (const text of [`team: t\ngoal: g\n${roles}`, `team: t\ngoal: g # { models: }\nmodels: { }\n${roles}`, `team: t\ngoal: g\n${roles}models:\n  a: { provider: openai, model: x }\n# the end`]) {
      await inFolder({ 'team.yaml': after(text, { entry })! }, async (folder) => {
        const team = await loadGoodTeam(folder);
        assert.deepEqual([team.model, team.models['ollama']?.model, team.models['ollama']?.apiKeyEnv], ['ollama', entry.model, 'MY_KEY']);
      });
    }
  });

  it('does not touch what it cannot read', () => {
    for (const text of ['', 'a: [', '{ team: t }', 'models: [a]', 'team: t\n---\nteam: u\n', '- a\n']) assert.equal(after(text), null, text);
  });
});
