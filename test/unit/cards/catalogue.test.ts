// Every kind of finding is raised by some test: by a folder in test/golden/checks, or here where a folder cannot hold it. Each says what to do.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../../src/engine/cards/catalogue';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { FileError, type Files } from '../../../src/engine/shared/ports';
import type { Severity } from '../../../src/engine/shared/source';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { memoryFiles } from '../../support/memoryFiles';

const checks = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../golden/checks');

interface Found {
  readonly code: string;
  readonly severity: Severity;
}

async function foundIn(files: Files, at = '/t'): Promise<readonly Found[]> {
  return (await loadTeam(at, files, await loadSchemas())).diagnostics;
}

const team = 'team: t\ngoal: g\nmodels: { m: { provider: openai, model: m } }\nroles:\n  - { role: a, responsibility: Help. }\n';

describe('the catalogue of findings', () => {
  it('has a test for every code, and every finding says what to do', async () => {
    const raised = new Set<string>();
    for (const name of readdirSync(checks)) {
      const { findings } = JSON.parse(readFileSync(path.join(checks, name, 'expected.json'), 'utf8')) as { findings: readonly (Found & { hint?: string })[] };
      for (const { code, hint } of findings) {
        raised.add(code);
        assert.ok(hint !== undefined && hint.length > 5, `${name}: ${code} says nothing to do`);
      }
    }
    const elsewhere = ['no-team', 'several-teams', 'file-too-large', 'too-deep', 'alias-bomb', 'secret'];
    for (const code of elsewhere) raised.add(code);
    assert.deepEqual(Object.keys(catalogue).filter((code) => !raised.has(code)), []);
    assert.deepEqual([...raised].filter((code) => !Object.hasOwn(catalogue, code)), []);
  });

  it('knows a folder without a team, and one with several', async () => {
    assert.deepEqual((await foundIn(memoryFiles({ '/t/readme.md': '' }))).map((each) => each.code), ['no-team']);
    assert.deepEqual((await foundIn(memoryFiles({ '/t/a.team.yaml': team, '/t/b.team.yaml': team }))).map((each) => each.code), ['several-teams']);
  });

  it('knows files that are too large, too deep, or multiply', async () => {
    const cards = { '/t/roles/b.yaml': `role: b\n${'# x\n'.repeat(80_000)}`, '/t/roles/c.yaml': `role: ${'['.repeat(300)}`, '/t/roles/d.yaml': 'x: &x [1,1,1,1,1,1,1,1,1,1]\n'.concat(...'abcdefg'.split('').map((name, index) => `${name}: &${name} [${Array(10).fill(`*${index === 0 ? 'x' : 'abcdefg'[index - 1]}`).join(',')}]\n`)) };
    const codes = new Set((await foundIn(memoryFiles({ '/t/team.yaml': team, ...cards }))).map((each) => each.code));
    for (const code of ['file-too-large', 'too-deep', 'alias-bomb']) assert.ok(codes.has(code), code);
  });

  it('says it when a file may not be read', async () => {
    const files = memoryFiles({ '/t/team.yaml': team, '/t/roles/b.yaml': '' });
    for (const words of ['no permission', 'no permission.']) {
      const locked: Files = { ...files, readText: (file) => (file.endsWith('b.yaml') ? Promise.reject(new FileError('denied', file, words)) : files.readText(file)) };
      const [found] = (await loadTeam('/t', locked, await loadSchemas())).diagnostics;
      assert.deepEqual([found?.code, found?.message], ['file-unreadable', '`b.yaml` cannot be read: no permission.']);
    }
  });

  it('only hints and warnings let a team run', async () => {
    for (const [code, { severity }] of Object.entries(catalogue)) assert.ok(['error', 'warning', 'hint'].includes(severity), code);
    const loaded = await loadTeam('/t', memoryFiles({ '/t/team.yaml': `${team}tools: { s: { type: search, root: nowhere } }\n` }), await loadSchemas());
    assert.deepEqual(loaded.diagnostics.map((each) => [each.code, each.severity]), [['folder-missing', 'warning']]);
    assert.notEqual(loaded.team, null);
  });
});
