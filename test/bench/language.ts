// What typing costs: from a changed text to the team's diagnostics, and from a cursor to what completion offers, in a team of 30 roles and in a file of
// 5,000 lines, in memory. The editor's own waiting and drawing is not in it. Started by bench.ts as a fresh process: language <turns>
import { completeAt } from '../../src/engine/language/complete';
import { hoverAt } from '../../src/engine/language/hover';
import { coloursOf } from '../../src/engine/language/colours';
import { languageTeam, type LanguageTeam } from '../../src/engine/language/languageTeam';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import type { Schemas } from '../../src/engine/shared/schemas';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { memoryFiles } from '../support/memoryFiles';
import { tell } from './measure';

export interface LanguageFigures {
  readonly lines: number;
  /** Processor milliseconds from a keystroke to the diagnostics, the median and the worst of the turns. */
  readonly checkMs: number;
  readonly worstCheckMs: number;
  readonly completeMs: number;
  readonly worstCompleteMs: number;
  /** Behind a check: the first hover has to look for all names. */
  readonly hoverMs: number;
  readonly coloursMs: number;
}

const roles = 30;
const [turns = '20'] = process.argv.slice(2);

void measure(Number(turns));

async function measure(count: number): Promise<void> {
  const schemas = await loadSchemas();
  tell({
    team: await typing(teamOfRoles(), '/team/roles/r7.yaml', 'size(state.f', 'size(state.', count, schemas),
    file: await typing(longFile(), '/team/team.yaml', 'size(state.f400', 'size(state.', count, schemas),
  });
  process.exit();
}

/** Types a letter behind `place`, again and again. */
async function typing(texts: Readonly<Record<string, string>>, file: string, place: string, behind: string, count: number, schemas: Schemas): Promise<LanguageFigures> {
  const before = texts[file]!;
  const at = before.indexOf(place) + behind.length;
  const [checks, completions, hovers, colours]: [number[], number[], number[], number[]] = [[], [], [], []];
  let team = await load(texts, schemas);
  for (let turn = 0; turn < count; turn++) {
    const text = `${before.slice(0, at)}${'abcdefgh'[turn % 8]}${before.slice(at)}`;
    completions.push(await cpu(() => completeAt({ text, offset: at + 1, kind: file.endsWith('team.yaml') ? 'team' : 'role', file, team }).length));
    checks.push(await cpu(async () => (team = await load({ ...texts, [file]: text }, schemas))));
    const line = before.slice(0, at).split('\n').length;
    hovers.push(await cpu(() => hoverAt({ team, file, at: { line, column: at - before.lastIndexOf('\n', at - 1) - 3 }, run: null })));
    colours.push(await cpu(() => coloursOf(team, file).length));
  }
  const rested = (all: readonly number[]): readonly number[] => [...all.slice(2)].sort((a, b) => a - b);
  const middle = (all: readonly number[]): number => rested(all)[Math.floor(rested(all).length / 2)]!;
  return { lines: before.split('\n').length, checkMs: middle(checks), worstCheckMs: rested(checks).at(-1)!, completeMs: middle(completions), worstCompleteMs: rested(completions).at(-1)!, hoverMs: middle(hovers), coloursMs: middle(colours) };
}

async function load(texts: Readonly<Record<string, string>>, schemas: Schemas): Promise<LanguageTeam> {
  const { sources } = await loadTeam('/team', memoryFiles(texts), schemas);
  return languageTeam(sources!);
}

async function cpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function card(n: number, indent = ''): string {
  const lines = [
    `role: r${n}`, 'mode: reason', `responsibility: Do part ${n}.`, 'instructions: |', `  Work on {{ task }} with {{ size(state.f${Math.max(0, n - 1)}) }} items and {{ subtask.input }}.`, '  Quote, do not summarise.',
    `reads: [f${Math.max(0, n - 1)}, plan]`, 'writes:', `  f${n}: { type: array, items: { type: object, properties: { claim: { type: string }, source: { type: string } } } }`,
    'tools: [search_docs]', `skip_when: size(state.f${n}) > 2`, 'rules:', `  - { rule: "output.f${n}.all(f, f.source != '')", message: every item has a source }`, 'limits: { calls: 3, timeout: 60s }', 'on_failure: skip',
  ];
  return `${lines.map((line) => `${indent}${line}`).join('\n')}\n`;
}

function head(count: number): string {
  const routes = Array.from({ length: count }, (_, n) => `  - { when: size(state.f${n}) == 0, to: r${n} }`);
  return `team: many\ngoal: Work on {{ task }}\nmodels: { demo: { provider: scripted, script: demo.script.yaml } }\nmodel: demo\ntools: { search_docs: { type: search, root: docs } }\nstate:\n  plan: { type: array, initial: [] }\nroutes:\n${routes.join('\n')}\nfinish_when: size(state.f${count - 1}) > 2\n`;
}

const script = 'replies:\n  - { role: r0, output: { f0: [] } }\n';

function teamOfRoles(): Readonly<Record<string, string>> {
  const cards = Object.fromEntries(Array.from({ length: roles }, (_, n) => [`/team/roles/r${n}.yaml`, card(n)]));
  return { '/team/team.yaml': head(roles), '/team/demo.script.yaml': script, '/team/docs/a.md': 'a', ...cards };
}

/** Cards in the team file until it has 5,000 lines; the largest such file that is read at all. */
function longFile(): Readonly<Record<string, string>> {
  const count = 312;
  const inline = Array.from({ length: count }, (_, n) => `  - ${card(n, '    ').trimStart()}`);
  return { '/team/team.yaml': `${head(count)}roles:\n${inline.join('')}`.replace('size(state.f150)', 'size(state.f400)'), '/team/demo.script.yaml': script, '/team/docs/a.md': 'a' };
}
