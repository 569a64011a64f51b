import assert from 'node:assert/strict';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { changedFiles } from '../../../src/engine/team/changedFiles';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import type { Team } from '../../../src/engine/team/team';
import { memoryFiles } from '../../support/memoryFiles';

const files: Readonly<Record<string, string>> = {
  '/t/team.yaml': `team: t
goal: g
models: { demo: { provider: scripted, script: demo.script.yaml } }
routes: [{ when: "state.a == ''", to: a }, { when: "state.b == ''", to: b }, { when: "state.c == ''", to: c }]
finish_when: state.c != ''
`,
  '/t/demo.script.yaml': 'replies:\n  - { role: a, output: { a: x } }\n',
  '/t/roles/a.yaml': 'role: a\nresponsibility: Do a.\nwrites: { a: { type: string } }\n',
  '/t/roles/b.yaml': 'role: b\nresponsibility: Do b.\nwrites: { b: { type: string } }\n',
  '/t/roles/c.yaml': 'role: c\nresponsibility: Do c.\nwrites: { c: { type: string } }\nteam: ../inner\n',
  '/t/inner/team.yaml': 'team: i\ngoal: g\nmodels: { demo: { provider: scripted, script: inner.script.yaml } }\nfinish_when: state.c != \'\'\nroutes: [{ when: "state.c == \'\'", to: c }]\n',
  '/t/inner/inner.script.yaml': 'replies:\n  - { role: c, output: { c: x } }\n',
  '/t/inner/roles/c.yaml': 'role: c\nresponsibility: Do c.\nwrites: { c: { type: string } }\n',
};

async function team(given: Readonly<Record<string, string>>): Promise<Team> {
  const loaded = await loadTeam('/t/team.yaml', memoryFiles(given), await loadSchemas());
  assert.ok(loaded.team, JSON.stringify(loaded.diagnostics));
  return loaded.team;
}

describe('the files of a team that have changed', () => {
  it('are none where nothing has', async () => {
    assert.deepEqual(changedFiles(await team(files), await team(files)), []);
  });

  for (const [name, from, to] of [
    ['team.yaml', 'goal: g', 'goal: h'],
    ['roles/b.yaml', 'Do b', 'Do it'],
    ['demo.script.yaml', 'x', 'y'],
    ['inner/roles/c.yaml', 'Do c', 'Do it'],
    ['inner/inner.script.yaml', 'x', 'y'],
    ['inner/team.yaml', 'goal: g', 'goal: h'],
  ] as const) {
    it(`are told by what has: ${name}`, async () => {
      const path = `/t/${name}`;
      assert.deepEqual(changedFiles(await team(files), await team({ ...files, [path]: files[path]!.replace(from, to) })), [name]);
    });
  }

  it('are told where a role has come, and not those behind it', async () => {
    const more = { ...files, '/t/roles/aa.yaml': 'role: aa\nresponsibility: Do aa.\nwrites: { aa: { type: string } }\n' };
    const changed = changedFiles(await team(files), await team(more));
    assert.ok(changed.includes('roles/aa.yaml') && !changed.includes('roles/b.yaml'), changed.join());
  });
});
