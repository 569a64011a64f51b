/** Drafts a team from a cut prompt: roles by kind of work, each with the fields it reads and writes, a reviewer, and the least topology that fits. What it drafts passes the check. */
import { toolTypes } from '../cards/words';
import type { JsonObject } from '../shared/json';
import type { WorkMode } from '../prose/workModes';
import type { CutPrompt, Piece } from './cutPrompt';
import { bareTools } from '../team/buildTools';
import { Placeholders } from './placeholders';
import type { PromptSource } from './promptSource';

export interface DraftRole {
  readonly id: string;
  readonly mode: WorkMode;
  readonly duty: string;
  readonly instructions: string;
  readonly reads: readonly string[];
  /** Null: it reviews, and writes nothing. */
  readonly writes: { readonly field: string; readonly schema: JsonObject } | null;
  readonly tools: readonly string[];
  readonly forbidden: readonly string[];
  /** The sentences of the prompt that it was made of. */
  readonly from: readonly Piece[];
}

export interface DraftTeam {
  readonly name: string;
  readonly goal: string;
  readonly general: readonly string[];
  readonly roles: readonly DraftRole[];
  /** One dispatch of the retriever for each part of the plan. */
  readonly fansOut: boolean;
  readonly criteria: readonly string[];
  /** The role whose output is reviewed. */
  readonly reviewed: string | null;
  /** Fields that stand for placeholders of the prompt. */
  readonly given: readonly string[];
  /** Built-in search, where the prompt names no tool for what it looks up. */
  readonly ownSearch: boolean;
}

interface Kind {
  readonly id: string;
  readonly duty: string;
  readonly field: (result: string) => string;
  readonly schema: JsonObject;
  readonly limit: number;
}

const text: JsonObject = { type: 'string' };
const texts: JsonObject = { type: 'array', items: text };

const kinds: Readonly<Record<Exclude<WorkMode, 'review'>, Kind>> = {
  plan: { id: 'planner', duty: 'Name the parts of the work, each of which can be done alone.', field: () => 'plan', schema: texts, limit: 2 },
  retrieve: {
    id: 'researcher', duty: 'Find what is needed, each statement with the place it comes from.', field: () => 'findings', limit: 8,
    schema: { type: 'array', items: { type: 'object', required: ['claim', 'source'], properties: { claim: text, source: text } } },
  },
  reason: { id: 'analyst', duty: 'Say what follows from the material, and what stays open.', field: () => 'conclusions', schema: { type: 'object', required: ['points', 'open'], properties: { points: texts, open: texts } }, limit: 3 },
  generate: { id: 'writer', duty: 'Make the result from what the others found.', field: (result) => result, schema: { type: 'string', minLength: 1 }, limit: 3 },
  execute: { id: 'operator', duty: 'Carry out what was decided, and say what came of it.', field: () => 'actions', schema: { type: 'array', items: { type: 'object', required: ['action', 'outcome'], properties: { action: text, outcome: text } } }, limit: 2 },
};
const order = ['plan', 'retrieve', 'reason', 'generate', 'execute'] as const;
const mostRoles = 5;
const reserved = new Set(['plan', 'findings', 'conclusions', 'actions', 'task', 'constraints', 'messages']);

export function limitOf(role: DraftRole): number {
  return role.mode === 'review' ? 0 : kinds[role.mode].limit;
}

export function draftTeam(source: PromptSource, cut: CutPrompt, fansOut: boolean): DraftTeam {
  const result = reserved.has(cut.result) ? `${cut.result}_text` : cut.result;
  const given = new Placeholders(new Set([...reserved, result]));
  const modes = modesToDraft(cut, fansOut);
  const isFannedOut = fansOut && modes.includes('plan') && modes.includes('retrieve');
  const workers = modes.map((mode, index) => worker({ source, cut, given, modes, result, isFannedOut }, mode, index));
  const last = workers.findLast((role) => role.mode === 'generate') ?? workers.at(-1);
  const criteria = (cut.work.get('review') ?? []).map((piece) => given.template(sentence(piece.text)));
  const ownSearch = source.tools.length === 0 && modes.includes('retrieve');
  return {
    name: nameOf(source.title),
    goal: cut.work.has('generate') ? `A ${cut.result} on {{ task }}`.replace(/^A (?=[aeiou])/, 'An ') : 'What was asked: {{ task }}',
    general: cut.general.map((piece) => given.plain(piece.text)),
    roles: last === undefined ? [] : [...workers, reviewer(last, cut, ownSearch)],
    fansOut: isFannedOut,
    criteria: criteria.length > 0 ? criteria : [`It serves the goal, and states nothing that what its author was given does not hold`],
    reviewed: last?.id ?? null,
    given: [...given.fields.values()],
    ownSearch,
  };
}

/** With a reviewer, no more than five; the plan is the first to be given up, since a pipeline needs none. */
function modesToDraft({ work }: CutPrompt, fansOut: boolean): readonly (typeof order)[number][] {
  const asked = order.filter((mode) => work.has(mode) || (mode === 'plan' && fansOut && work.has('retrieve')));
  if (asked.length === 0) return ['generate'];
  return asked.length < mostRoles ? asked : asked.filter((mode) => mode !== 'plan');
}

interface Drafting {
  readonly source: PromptSource;
  readonly cut: CutPrompt;
  readonly given: Placeholders;
  readonly modes: readonly (typeof order)[number][];
  readonly result: string;
  readonly isFannedOut: boolean;
}

function worker(drafting: Drafting, mode: (typeof order)[number], index: number): DraftRole {
  const { source, cut, given, modes, result, isFannedOut } = drafting;
  const kind = kinds[mode];
  const adopted = index === 0 && !modes.includes('plan') ? (cut.work.get('plan') ?? []) : [];
  const from = [...adopted, ...(cut.work.get(mode) ?? [])];
  const part = isFannedOut && mode === 'retrieve' ? ['Your part: {{ subtask.input.part }}.'] : [];
  const lines = [...part, ...from.map((piece) => given.template(sentence(piece.text)))];
  return {
    id: kind.id,
    mode,
    duty: kind.duty,
    instructions: (lines.length > 0 ? lines : [kind.duty]).join('\n'),
    reads: modes.slice(0, index).map((each) => kinds[each].field(result)),
    writes: { field: kind.field(result), schema: kind.schema },
    tools: toolsFor(drafting, mode),
    forbidden: (cut.forbidden.get(mode) ?? []).map((piece) => given.plain(piece.text)),
    from,
  };

  function toolsFor({ modes: all }: Drafting, own: typeof mode): readonly string[] {
    if (source.tools.length === 0) return own === 'retrieve' ? ['search_docs'] : [];
    const usable = usableTools(source);
    const mine = usable.filter(({ name }) => (isActing(name) ? 'execute' : 'retrieve') === own);
    const nobodys = usable.filter(({ name }) => !all.includes(isActing(name) ? 'execute' : 'retrieve'));
    return [...mine, ...(index === 0 ? nobodys : [])].map(({ name }) => name);
  }
}

/** Those that the team around the card declares, or that need no declaration. */
export function usableTools({ tools, sources }: PromptSource): PromptSource['tools'] {
  const declared = sources?.team?.tools ?? [];
  return sources === null ? [] : tools.filter(({ name }) => bareTools.includes(name) || declared.some((tool) => tool.name === name && (toolTypes as readonly string[]).includes(tool.type?.text ?? '')));
}

/** With eyes of its own: it looks things up itself, where the team can. */
function reviewer(author: DraftRole, cut: CutPrompt, ownSearch: boolean): DraftRole {
  const instructions = `Judge the \`${author.writes?.field ?? 'output'}\` by the criteria alone${ownSearch ? ', with a look of your own into the documents' : ''}. Name what is wrong and what to change; style is not your concern.`;
  return { id: 'reviewer', mode: 'review', duty: 'Decide whether the result meets its criteria.', instructions, reads: [], writes: null, tools: ownSearch && author.mode !== 'retrieve' ? ['search_docs'] : [], forbidden: ['must not rewrite what it reviews'], from: cut.work.get('review') ?? [] };
}

function isActing(tool: string): boolean {
  return /send|write|save|post|create|update|delete|remove|book|publish|deploy|execute|run|notify|mail/i.test(tool);
}

function sentence(words: string): string {
  const said = words.trim().replace(/[,;:，；、：]+$/, '');
  const end = /[.!?。！？]$/.test(said) ? '' : /\p{Script=Han}$/u.test(said) ? '。' : '.';
  return said.charAt(0).toUpperCase() + said.slice(1) + end;
}

function nameOf(title: string): string {
  const name = title.replace(/\.(?:prompt\.)?\w{1,5}$/, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '').slice(0, 60);
  return name === '' ? 'team' : `${name}-team`;
}
