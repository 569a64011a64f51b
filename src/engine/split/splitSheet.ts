/** What is told of a prompt that may be too much for one agent: the signs with their evidence, what no text can tell, and the task split sheet. Markdown. */
import type { CutPrompt } from './cutPrompt';
import { usableTools, type DraftRole, type DraftTeam } from './draftTeam';
import type { PromptSource } from './promptSource';
import type { Signal, Verdict } from './signals';

export interface SheetParts {
  readonly source: PromptSource;
  readonly signals: readonly Signal[];
  readonly verdict: Verdict;
  readonly cut: CutPrompt;
  readonly draft: DraftTeam;
}

const verdicts: Readonly<Record<Verdict, string>> = {
  split: 'Yes: three signs or more speak for it. A split costs 20 to 50 % more tokens, more time, and information that gets lost between roles; here it should pay.',
  'two-roles': 'Not yet: fewer than three signs speak for it. Where it matters, start with two roles, one that works and one that checks with eyes of its own.',
  keep: 'No: nothing in the text speaks for it. A simple answer, a single call of a tool, or work whose result nobody can describe is best left to one agent.',
};

export function splitSheet(parts: SheetParts): string {
  const { source, signals, verdict } = parts;
  const lines = [
    `# Should \`${source.title}\` be split?`,
    '',
    `**${verdicts[verdict]}**`,
    '',
    'Found by rules from the words of the text, without a model: it can miss what is said in unusual words.',
    ...section('Speaks for a split', signals.filter((signal) => signal.holds === true)),
    ...section('Does not speak for it', signals.filter((signal) => signal.holds === false)),
    ...section('The text cannot tell', signals.filter((signal) => signal.holds === null)),
    ...(verdict === 'keep' ? [] : sheet(parts)),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, signals: readonly Signal[]): readonly string[] {
  if (signals.length === 0) return [];
  return ['', `## ${title}`, '', ...signals.flatMap(({ title: what, why, evidence }) => [`- **${what}.** ${why}`, ...evidence.map(({ line, words }) => `  - line ${line}: ${quote(words)}`)])];
}

function sheet({ source, cut, draft }: SheetParts): readonly string[] {
  const workers = draft.roles.filter((role) => role.writes !== null);
  return [
    '',
    '# Task split sheet',
    '',
    `**Goal:** ${draft.goal}`,
    ...(draft.general.length === 0 ? [] : ['', '**Holds for everybody** (`constraints`):', ...draft.general.map((one) => `- ${one}`)]),
    '',
    '## Subtasks',
    '',
    '| role | duty | needs | hands on | from the prompt |',
    '| --- | --- | --- | --- | --- |',
    ...draft.roles.map((role) => `| ${role.id} (${role.mode}) | ${role.duty} | ${needs(role, draft)} | ${role.writes === null ? 'a verdict' : `\`${role.writes.field}\``} | ${linesOf(role)} |`),
    '',
    '## Dependencies',
    '',
    `${workers.map(({ id }) => id).join(' → ')}${draft.reviewed === null ? '' : `; \`reviewer\` judges what \`${draft.reviewed}\` hands on, which may be revised twice`}.`,
    ...(draft.fansOut ? ['', 'The researcher works on every part of the plan at the same time; the next role starts when all have ended.'] : []),
    '',
    '## Contracts',
    '',
    ...workers.flatMap(({ writes }) => (writes === null ? [] : [`- \`${writes.field}\`: \`${JSON.stringify(writes.schema)}\``])),
    '',
    '## Criteria of the review',
    '',
    ...draft.criteria.map((one) => `- ${one}`),
    ...(draft.given.length === 0 ? [] : ['', '## Given from outside', '', ...draft.given.map((name) => `- \`${name}\`: a placeholder of the prompt, now a shared field; \`--set ${name}=…\` fills it`)]),
    ...leftOut(source, cut),
  ];
}

function needs(role: DraftRole, { reviewed, fansOut }: DraftTeam): string {
  if (role.writes === null) return `the output of \`${reviewed ?? ''}\``;
  if (fansOut && role.mode === 'retrieve') return 'one part of `plan`';
  return role.reads.length === 0 ? 'the task' : role.reads.map((field) => `\`${field}\``).join(', ');
}

function linesOf({ from }: DraftRole): string {
  const lines = [...new Set(from.map(({ line }) => line))].sort((a, b) => a - b);
  return lines.length === 0 ? 'added' : `line ${lines.join(', ')}`;
}

function leftOut(source: PromptSource, { leftOut: sentences }: CutPrompt): readonly string[] {
  const usable = usableTools(source).map(({ name }) => name);
  const tools = source.tools.filter(({ name }) => !usable.includes(name));
  if (sentences.length + tools.length === 0) return [];
  return [
    '',
    '## Left out',
    '',
    ...sentences.map(({ line, text, why }) => `- line ${line}: ${quote(text)} ${why}`),
    ...tools.map(({ line, name }) => `- line ${line}: the tool \`${name}\` is declared by no team here. Declare it under \`tools\` of the draft and name it on the card that needs it.`),
  ];
}

function quote(words: string): string {
  return `"${words.replaceAll(/\s+/g, ' ')}"`;
}
