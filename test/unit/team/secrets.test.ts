// Keys written into files: found wherever they stand, never repeated.
import assert from 'node:assert/strict';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { memoryFiles } from '../../support/memoryFiles';

/** Put together here, so that no file of the repository looks as if it held a key. */
const digits = 'Ab1Cd2Ef3Gh4'.repeat(3);
const keys: Readonly<Record<string, string>> = {
  openai: ['sk', 'proj', digits].join('-'),
  anthropic: ['sk', 'ant', 'api03', digits].join('-'),
  github: ['ghp', digits].join('_'),
  amazon: `AKIA${'IOSFODNN7EXAMPLE'}`,
  google: `AIza${digits}`,
  token: `Bearer ${digits}`,
};

const team = 'team: t\ngoal: g\nmodels:\n  m: { provider: openai, model: m }\nroles:\n  - { role: a, responsibility: Help. }\n';

async function secretsIn(texts: Readonly<Record<string, string>>) {
  const { diagnostics, team: loaded } = await loadTeam('/t', memoryFiles(texts), await loadSchemas());
  return { diagnostics, secrets: diagnostics.filter((each) => each.code === 'secret'), loaded };
}

describe('secrets in files', () => {
  for (const [name, key] of Object.entries(keys)) {
    const places: Readonly<Record<string, string>> = {
      'a comment': `# old: ${key}\n${team}`,
      'an unknown key': `${team}auth: "${key}"\n`,
      'a word that is checked': team.replace('provider: openai', `provider: "${key}"`),
      'a broken file': `${team}x: [${key}\n`,
    };
    for (const [place, text] of Object.entries(places)) {
      it(`${name}, in ${place}: an error that does not show it`, async () => {
        const { secrets, diagnostics, loaded } = await secretsIn({ '/t/team.yaml': text });
        assert.equal(secrets.length, 1);
        assert.equal(loaded, null);
        assert.ok(!JSON.stringify(diagnostics).includes(digits.slice(0, 12)) && !JSON.stringify(diagnostics).includes('IOSFODNN7'), JSON.stringify(diagnostics));
      });
    }
  }

  it('whatever stands under api_key', async () => {
    for (const written of ['hunter2', '12345', '"a b"', 'true', '{ nested: x, api-key: y }']) {
      const { secrets, diagnostics } = await secretsIn({ '/t/team.yaml': team.replace('model: m }', `model: m, api_key: ${written} }`) });
      assert.equal(secrets.length, 1, written);
      assert.ok(!JSON.stringify(diagnostics).includes('hunter2'));
    }
  });

  it('in cards and scripts too', async () => {
    const script = team.replace('provider: openai, model: m', 'provider: scripted, script: s.yaml');
    const { secrets } = await secretsIn({ '/t/team.yaml': script, '/t/s.yaml': `replies:\n  - { role: a, text: "${keys['openai']}" }\n`, '/t/roles/b.yaml': `role: b\nresponsibility: Use ${keys['github']}\n` });
    assert.deepEqual(secrets.map((each) => each.range.file).sort(), ['/t/roles/b.yaml', '/t/s.yaml']);
  });

  it('not in prose, names and schemas', async () => {
    const prose = 'Use basic understanding-of-everything, the sk-learn-pipelines-and-others, and a bearer of-good-news-for-all.';
    const { diagnostics } = await secretsIn({ '/t/team.yaml': team.replace('goal: g', `goal: ${prose}`).replace('Help. }', 'Help., writes: { api_key: { type: string } } }') });
    assert.deepEqual(diagnostics.filter((each) => each.severity === 'error'), []);
  });
});
