/** Whether one agent does too much: each sign with its evidence in the text, and those that no text can show. Rules only, no model. */
import { sentencesOf, type Sentence } from '../prose/sentences';
import { branchesIn } from '../prose/wording';
import { modesIn, workIn, type WorkMode } from '../prose/workModes';
import type { PromptSource } from './promptSource';

export interface Evidence {
  readonly line: number;
  /** As it stands there. */
  readonly words: string;
}

export interface Signal {
  readonly id: 'long-and-branching' | 'mixed-work' | 'many-tools' | 'independent-parts' | 'checking-cycles' | 'fields-of-knowledge' | 'hidden-failures' | 'reused';
  readonly title: string;
  /** Null: the text cannot show it. */
  readonly holds: boolean | null;
  /** What was found, or what to ask instead. */
  readonly why: string;
  readonly evidence: readonly Evidence[];
}

export type Verdict = 'split' | 'two-roles' | 'keep';

const longPrompt = 800;
const veryLongPrompt = 3000;
const manyBranches = 4;
const manyTools = 5;
const manyModes = 3;
const signsToSplit = 3;
const cyclesInOne = 2;
const shownPlaces = 6;

export function signalsOf(source: PromptSource): readonly Signal[] {
  return [longAndBranching(source), mixedWork(source), manyToolsSign(source), independentParts(source), checkingCycles(source), ...unknowable];
}

/** Three or more speak for a split; one or two for a second pair of eyes; what has no parts stays whole. */
export function verdictOf(signals: readonly Signal[]): Verdict {
  const held = signals.filter((signal) => signal.holds === true);
  if (held.length >= signsToSplit) return 'split';
  return held.length > 0 ? 'two-roles' : 'keep';
}

function longAndBranching({ text, lineAt }: PromptSource): Signal {
  const length = text.trim().length;
  const branches = branchesIn(text);
  const holds = (length > longPrompt && branches.length >= manyBranches) || length > veryLongPrompt;
  const evidence = branches.slice(0, shownPlaces).map(({ start, end }) => ({ line: lineAt(start), words: around(text, start, end) }));
  return { id: 'long-and-branching', title: `Long and full of branches (over ${longPrompt} characters with ${manyBranches} or more, or over ${veryLongPrompt})`, holds, why: `${length} characters, ${branches.length} branches.`, evidence };
}

function mixedWork({ text, lineAt }: PromptSource): Signal {
  const first = new Map<WorkMode, Evidence>();
  for (const sentence of saidIn(text)) {
    for (const mode of modesIn(sentence.text)) if (!first.has(mode)) first.set(mode, { line: lineAt(sentence.start), words: shortened(sentence.text) });
  }
  const why = first.size === 0 ? 'No kind of work was recognised.' : `It asks for ${first.size === 1 ? 'one kind' : `${first.size} kinds`} of work: ${[...first.keys()].join(', ')}.`;
  return { id: 'mixed-work', title: `Mixes kinds of work (${manyModes} or more of plan, retrieve, reason, generate, execute, review)`, holds: first.size >= manyModes, why, evidence: [...first.values()] };
}

function manyToolsSign({ tools }: PromptSource): Signal {
  const why = tools.length === 0 ? 'It names no tool.' : `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}: ${tools.map(({ name }) => name).join(', ')}.`;
  return { id: 'many-tools', title: `Hangs on more than ${manyTools} tools`, holds: tools.length > manyTools, why, evidence: tools.slice(0, shownPlaces + 4).map(({ name, line }) => ({ line, words: name })) };
}

const independent = /\b(?:for each|each of (?:the|these|those)|for every|in parallel|side by side|independent(?:ly)?(?: of)?|separately|one after (?:the )?(?:an)?other)\b|分别|并行|逐一|每个/gi;

function independentParts({ text, lineAt }: PromptSource): Signal {
  const places = [...text.matchAll(independent)].slice(0, shownPlaces);
  const evidence = places.map(({ 0: found, index }) => ({ line: lineAt(index), words: around(text, index, index + found.length) }));
  return { id: 'independent-parts', title: 'Has parts that do not need each other', holds: places.length > 0, why: places.length > 0 ? 'These could be worked on at the same time.' : 'No part is said to stand alone.', evidence };
}

/** Something is made and then checked, again and again. */
function checkingCycles({ text, lineAt }: PromptSource): Signal {
  const evidence: Evidence[] = [];
  let made = false;
  for (const sentence of saidIn(text)) {
    for (const { mode, text: words } of workIn(sentence.text)) {
      if (mode === 'generate' || mode === 'execute') made = true;
      if (mode !== 'review' || !made) continue;
      evidence.push({ line: lineAt(sentence.start), words: shortened(words) });
      made = false;
    }
  }
  const count = evidence.length;
  return { id: 'checking-cycles', title: `Makes something and checks it more than ${cyclesInOne} times over`, holds: count > cyclesInOne, why: count === 0 ? 'Nothing is made and then checked.' : `${count} ${count === 1 ? 'time' : 'times'}.`, evidence: evidence.slice(0, shownPlaces) };
}

const unknowable: readonly Signal[] = [
  { id: 'fields-of-knowledge', title: 'Crosses fields of knowledge', holds: null, why: 'Would you ask one expert for all of it, or does it take, say, a lawyer for one part and an engineer for another?', evidence: [] },
  { id: 'hidden-failures', title: 'Fails in a place that nobody can find', holds: null, why: 'Look at its last bad results: could you say which part of the work went wrong?', evidence: [] },
  { id: 'reused', title: 'A part of it is needed elsewhere', holds: null, why: 'Does another prompt hold the same paragraphs, or would another team want one of its results?', evidence: [] },
];

/** Headings name work, and ask for none. */
function saidIn(text: string): readonly Sentence[] {
  return sentencesOf(text).filter((sentence) => !sentence.isHeading);
}

export function shortened(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return words.length > 90 ? `${words.slice(0, 89).trimEnd()}…` : words;
}

function around(text: string, start: number, end: number): string {
  const from = Math.max(text.lastIndexOf('\n', start) + 1, start - 30);
  const next = text.indexOf('\n', end);
  return shortened(text.slice(from, Math.min(next < 0 ? text.length : next, end + 50)));
}
