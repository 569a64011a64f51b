// Roles that are teams: what the outer team is built of, whose files and findings belong to it, and that no circle is walked for ever. What is said of broken ones is tested in test/golden/checks.
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import type { LoadedTeam } from '../../../src/engine/team/loadedTeam';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import type { Role, Team } from '../../../src/engine/team/team';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { memoryFiles } from '../../support/memoryFiles';
import { tempFolder } from '../../support/tempFolder';

const model = 'models: { m: { provider: scripted, script: s.yaml } }\n';
const script = 'replies: [{ role: writer, output: { text: ok } }]\n';

/** A team of two levels below it: content → production → drafting. */
const twoLevels: Readonly<Record<string, string>> = {
  '/t/team.yaml': 'team: content\ngoal: On {{ task }}\ntopology: hierarchy\nroutes: [{ to: make }]\nfinish_when: state.text != \'\'\n',
  '/t/roles/make.yaml': 'role: make\nresponsibility: Make.\nteam: ../groups/production\nreads: { outline: plan }\nwrites: [text]\n',
  '/t/roles/plan.yaml': 'role: plan\nmode: plan\nresponsibility: Plan.\nwrites: { plan: { type: array } }\nmodel: m\n',
  '/t/groups/production/team.yaml': 'team: production\ngoal: Text on {{ task }}\ntopology: pipeline\npipeline: [drafting]\nlimits: { steps: 4 }\nstate: { outline: { type: array, initial: [] } }\n',
  '/t/groups/production/roles/drafting.yaml': 'role: drafting\nresponsibility: Draft.\nteam: ../../drafting/team.yaml\nreads: [outline]\nwrites: [text]\n',
  '/t/groups/drafting/team.yaml': `team: drafting\ngoal: Draft on {{ task }}\n${model}state: { outline: { type: array, initial: [] } }\nroutes: [{ to: writer }]\n`,
  '/t/groups/drafting/roles/writer.yaml': 'role: writer\nresponsibility: Write.\ninstructions: "{{ size(state.outline) }} parts"\nreads: [outline]\nwrites: { text: { type: string, minLength: 1 } }\n',
  '/t/groups/drafting/s.yaml': script,
};

async function load(texts: Readonly<Record<string, string>>, at = '/t'): Promise<LoadedTeam> {
  return loadTeam(at, memoryFiles(texts), await loadSchemas());
}

function built(loaded: LoadedTeam): Team {
  assert.ok(loaded.team !== null, JSON.stringify(loaded.diagnostics, null, 1));
  return loaded.team;
}

function role(team: Team | undefined, id: string): Role {
  return team!.roles.find((each) => each.id === id)!;
}

function said({ diagnostics }: LoadedTeam): unknown {
  return diagnostics.map(({ code, range }) => `${range.file}:${range.start.line} ${code}`);
}

describe('a role that is a team', () => {
  const withModel = { ...twoLevels, '/t/team.yaml': `${twoLevels['/t/team.yaml']}${model}`, '/t/s.yaml': 'replies: [{ role: plan, output: { plan: [] } }]\n' };

  it('is built with that team, and that with its own, each with its folder, models and limits', async () => {
    const team = built(await load(withModel));
    const production = role(team, 'make').team;
    const drafting = role(production, 'drafting').team;
    assert.deepEqual([production?.name, production?.folder, production?.file, production?.limits.steps], ['production', '/t/groups/production', 'team.yaml', 4]);
    assert.deepEqual([drafting?.name, drafting?.folder], ['drafting', '/t/groups/drafting']);
    assert.equal(drafting?.models['m']?.script?.replies.length, 1);
    assert.deepEqual(role(drafting, 'writer').at, { file: 'roles/writer.yaml', line: 1, column: 1 });
    assert.equal(role(drafting, 'writer').team, undefined);
    assert.deepEqual(JSON.parse(JSON.stringify(team)), team);
  });

  it('writes what that team says its fields are, over two levels', async () => {
    const team = built(await load(withModel));
    assert.deepEqual(team.fields['text']?.schema, { type: 'string', minLength: 1 });
    assert.equal(team.fields['text']?.empty, '');
    assert.deepEqual(role(team, 'make').writes, [{ field: 'text', schema: null }]);
  });

  it('belongs to the outer team with its files, so that a change in one is a change of it', async () => {
    const { files, roles } = await load(withModel);
    for (const file of Object.keys(withModel)) assert.ok(files.includes(file), file);
    assert.equal(new Set(files).size, files.length);
    assert.deepEqual(roles.map((each) => each.id), ['make', 'plan']);
    const changed = { ...withModel, '/t/groups/drafting/roles/writer.yaml': 'role: writer\n' };
    const loaded = await load(changed);
    assert.equal(loaded.team, null);
    assert.deepEqual(loaded.diagnostics.filter((each) => each.severity === 'error').map(({ code, range }) => `${range.file} ${code}`), [
      '/t/roles/make.yaml broken-team',
      '/t/groups/production/roles/drafting.yaml broken-team',
      '/t/groups/drafting/roles/writer.yaml missing-key',
    ]);
  });

  it('needs no model in a team that asks none', async () => {
    const { '/t/roles/plan.yaml': _planner, ...groups } = twoLevels;
    const outer = { ...groups, '/t/roles/make.yaml': groups['/t/roles/make.yaml']!.replace('reads: { outline: plan }\n', '') };
    const loaded = await load(outer);
    assert.deepEqual(said(loaded), []);
    built(loaded);
  });

  it('is not kept from running by a scenario of its own that is wrong', async () => {
    const loaded = await load({ ...withModel, '/t/groups/drafting/scenarios/s.yaml': 'scenario: s\nteam: ..\ntask: x\nassert: [nope()]\n' });
    assert.deepEqual(said(loaded), []);
    built(loaded);
  });

  it('has no result that nobody reads, when the outer team takes it', async () => {
    const alone = await load(withModel, '/t/groups/drafting');
    assert.deepEqual(alone.diagnostics.map((each) => [each.code, each.severity]), [['unread-field', 'hint']]);
    assert.deepEqual(said(await load(withModel)), []);
  });

  it('may be the same team twice, read once', async () => {
    const reads = new Map<string, number>();
    const files = memoryFiles({ ...withModel, '/t/roles/again.yaml': 'role: again\nresponsibility: Again.\nteam: ../groups/drafting\nwrites: [text]\n', '/t/team.yaml': `${withModel['/t/team.yaml']}state: { text: { type: array, reducer: append } }\n`.replace("state.text != ''", 'size(state.text) > 0') });
    const counting = { ...files, readText: (file: string) => (reads.set(file, (reads.get(file) ?? 0) + 1), files.readText(file)) };
    await loadTeam('/t', counting, await loadSchemas());
    assert.equal(reads.get('/t/groups/drafting/team.yaml'), 1);
  });

  it('is found out as a circle also through a link', async () => {
    const folder = await tempFolder({ 'team.yaml': `team: t\ngoal: g\n${model}roles: [{ role: a, responsibility: Help., team: below/link }]\n`, 's.yaml': script, 'below/keep.txt': '' });
    try {
      await symlink('..', path.join(folder.path, 'below/link'));
      const { team, diagnostics } = await loadTeam(folder.path, createNodeFiles(), await loadSchemas());
      assert.equal(team, null);
      assert.deepEqual(diagnostics.filter((each) => each.code === 'team-circle').map((each) => each.message), ['The teams stand in each other in a circle: team.yaml → team.yaml.']);
    } finally {
      await folder.remove();
    }
  });
});
