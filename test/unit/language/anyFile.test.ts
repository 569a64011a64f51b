// Whatever a file holds, the language features answer or stay silent, at every place in it, and say where they stop.
import assert from 'node:assert/strict';
import { completeAt } from '../../../src/engine/language/complete';
import { coloursOf } from '../../../src/engine/language/colours';
import { foldsOf } from '../../../src/engine/language/folding';
import { hoverAt } from '../../../src/engine/language/hover';
import { languageTeam, type LanguageTeam } from '../../../src/engine/language/languageTeam';
import { nameAt } from '../../../src/engine/language/lookUp';
import { outlineOf } from '../../../src/engine/language/outline';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import type { LoadedTeam } from '../../../src/engine/team/loadedTeam';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { memoryFiles } from '../../support/memoryFiles';

const whole = [
  'team: 研究', 'goal: A report on {{ task }} 😀 {{ state.plan }}', 'models: { 小: { provider: scripted, script: s.yaml } }', 'model: 小',
  'state: { plan: { type: array, initial: [] } } # 计划', 'routes:', '  - { when: size(state.plan) == 0, to: planner }', 'finish_when: size(state.plan) > 0',
  'roles:', '  - role: planner', '    name: 规划者', '    responsibility: "Plan: \\"all\\""', '    instructions: >', '      Folded {{ size(state.plan)', '      + 1 }} text.', '    writes: [plan]', '',
].join('\n');

const variants: Readonly<Record<string, string>> = {
  'LF': whole,
  'CRLF': whole.replaceAll('\n', '\r\n'),
  'mixed line ends': whole.split('\n').map((line, index) => line + (index % 2 === 0 ? '\r' : '')).join('\n'),
  'a tab': whole.replace('    name', '\tname'),
  'conflict marks': whole.replace('routes:', '<<<<<<< ours\nroutes:\n=======\nroutes: []\n>>>>>>> theirs'),
  'no end': whole.trimEnd(),
  'nothing': '',
  'only a dash': '-',
  'an unclosed bracket': whole.replace('[plan]', '[plan'),
  'an unclosed quote': whole.replace('model: 小', 'model: "小'),
  'two documents': `${whole}---\nteam: b\n`,
  'anchors and aliases': `${whole}rules: &r\n  - size(output) < 3\nconstraints: *r\n`,
};

describe('in a file with', () => {
  for (const [name, text] of Object.entries(variants)) {
    it(`${name}, every place has an answer or none`, async () => {
      const { sources } = await load(text);
      const team = languageTeam(sources!);
      outlineOf(team.sources.cards.get('/t/team.yaml')!);
      foldsOf(team.sources.cards.get('/t/team.yaml')!);
      coloursOf(team, '/t/team.yaml');
      for (let offset = 0; offset <= text.length; offset++) askAt(text, offset, team);
    });
  }

  for (const [name, by] of [['CRLF', '\r\n'], ['mixed line ends', '\n']] as const) {
    it(`${name}, names have the places they have with LF`, async () => {
      const text = name === 'CRLF' ? whole.replaceAll('\n', by) : variants[name]!;
      const team = languageTeam((await load(text)).sources!);
      const found = nameAt(team, '/t/team.yaml', { line: 7, column: 25 });
      assert.deepEqual([found?.name, found?.range.start.column, found?.range.end.column], ['plan', 24, 28]);
    });
  }

  it('50,000 lines, the check says that it is not read, and nothing waits for it', async () => {
    const text = `${whole}${'# a line\n'.repeat(50_000)}`;
    const loaded = await load(text);
    assert.deepEqual(loaded.diagnostics.map(({ code }) => code), ['file-too-large']);
    const team = languageTeam(loaded.sources!);
    assert.equal(outlineOf(team.sources.cards.get('/t/team.yaml')!).length, 0);
    const before = process.cpuUsage();
    assert.ok(completeAt({ text: text.replace('model: 小', 'topology: '), offset: text.indexOf('model: 小') + 10, kind: 'team', file: '/t/team.yaml', team }).some(({ label }) => label === 'pipeline'));
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms`);
  });
});

function askAt(text: string, offset: number, team: LanguageTeam): void {
  const before = text.slice(0, offset);
  const at = { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  const file = '/t/team.yaml';
  for (const { replace, insert } of completeAt({ text, offset, kind: 'team', file, team })) {
    assert.ok(replace.start <= offset && offset <= replace.end && replace.end <= text.length, `${insert} at ${offset}: ${replace.start}-${replace.end}`);
  }
  const hover = hoverAt({ team, file, at, run: null });
  assert.ok(hover === null || hover.markdown !== '');
}

async function load(text: string): Promise<LoadedTeam> {
  return loadTeam('/t', memoryFiles({ '/t/team.yaml': text, '/t/s.yaml': 'replies: []\n' }), await loadSchemas());
}
