// What the language features answer at a cursor, as text to be compared: one function a feature.
import { completeAt } from '../../src/engine/language/complete';
import type { Completion } from '../../src/engine/language/completion';
import { coloursOf } from '../../src/engine/language/colours';
import { foldsOf } from '../../src/engine/language/folding';
import { hoverAt } from '../../src/engine/language/hover';
import { languageTeam, type LanguageTeam } from '../../src/engine/language/languageTeam';
import { linksOf } from '../../src/engine/language/links';
import { definitionsOf, nameAt, usesOf } from '../../src/engine/language/lookUp';
import { outlineOf, type OutlineItem } from '../../src/engine/language/outline';
import { renameEdits, renameProblem } from '../../src/engine/language/rename';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import { relativePath } from '../../src/engine/shared/paths';
import type { Files } from '../../src/engine/shared/ports';
import type { SourcePosition, SourceRange } from '../../src/engine/shared/source';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { mended, offsetOf } from './mended';

export interface Question {
  /** The folder of the team. */
  readonly team: string;
  readonly file: string;
  /** The file as it is being typed. */
  readonly text: string;
  readonly offset: number;
  readonly argument: string;
}

const disk = createNodeFiles();

type Answer = (question: Question) => Promise<string>;

export const answers: Readonly<Record<string, Answer>> = {
  async complete(question) {
    const team = await load(question);
    const card = team.sources.cards.get(question.file)!;
    const isMarked = question.text.startsWith('\uFEFF');
    const [text, offset] = isMarked ? [question.text.slice(1), question.offset - 1] : [question.text, question.offset];
    return shownCompletions(completeAt({ text, offset, kind: card.kind, file: question.file, team }), text, offset);
  },

  async hover(question) {
    const found = hoverAt({ team: await load(question), file: question.file, at: positionIn(question), run: null });
    return found === null ? 'nothing' : `${written(found.range, question)}\n${found.markdown}`;
  },

  async names(question) {
    const team = await load(question);
    const name = nameAt(team, question.file, positionIn(question));
    if (name === null) return 'no name';
    const uses = usesOf(name, [team]).map(({ range, declares, as }) => `  ${place(range, question)}${declares ? ' declares' : ''} ${as}`);
    return [`${name.of} ${name.name}`, 'definitions', ...definitionsOf(name).map((range) => `  ${place(range, question)}`), 'uses', ...uses.sort(), `renaming: ${renameProblem(name) ?? 'yes'}`].join('\n');
  },

  async rename(question) {
    const team = await load(question);
    const name = nameAt(team, question.file, positionIn(question));
    if (name === null) return 'no name';
    const edits = renameEdits(name, question.argument, [team]);
    if (!edits.ok) return `refused: ${edits.error}`;
    const files = [...new Set(edits.value.map(({ range }) => range.file))].sort();
    const changed = await Promise.all(files.map(async (file) => {
      const before = await filesOf(question).readText(file);
      const last = [...edits.value].filter(({ range }) => range.file === file).sort((a, b) => offsetOf(before, b.range.start) - offsetOf(before, a.range.start));
      const after = last.reduce((text, { range, text: insert }) => mended(text, { title: '', range, text: insert }), before);
      return [relativePath(question.team, file), ...changedLines(before, after)];
    }));
    return changed.flat().join('\n');
  },

  async outline(question) {
    return outlineText(outlineOf((await load(question)).sources.cards.get(question.file)!), '');
  },

  async folds(question) {
    const folds = foldsOf((await load(question)).sources.cards.get(question.file)!);
    return folds === null ? 'by indentation' : folds.map(({ first, last, kind }) => `${first}-${last} ${kind}`).join('\n');
  },

  async links(question) {
    const links = await linksOf((await load(question)).sources.cards.get(question.file)!, filesOf(question));
    return links.map(({ range, path, to }) => `${written(range, question)} → ${to} ${relativePath(question.team, path)}`).join('\n');
  },

  async colours(question) {
    return coloursOf(await load(question), question.file).map(({ range, kind }) => `${range.start.line}:${range.start.column} ${kind} ${written(range, question)}`).join('\n');
  },
};

function filesOf({ file, text }: Question): Files {
  return { ...disk, readText: (path) => (path === file ? Promise.resolve(text) : disk.readText(path)) };
}

async function load(question: Question): Promise<LanguageTeam> {
  const { sources } = await loadTeam(question.team, filesOf(question), await loadSchemas());
  if (sources === null) throw new Error('There is no team.');
  return languageTeam(sources);
}

function positionIn({ text, offset }: Question): SourcePosition {
  const before = text.slice(0, offset).replace('\uFEFF', '');
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

function written(range: SourceRange, { text }: Question): string {
  const plain = text.replace('\uFEFF', '');
  return plain.slice(offsetOf(plain, range.start), offsetOf(plain, range.end));
}

function place({ file, start, end }: SourceRange, { team }: Question): string {
  return `${relativePath(team, file)}:${start.line}:${start.column}-${end.column}`;
}

/** By kind, in their order, and the first as it would be put in. */
function shownCompletions(items: readonly Completion[], text: string, offset: number): string {
  if (items.length === 0) return 'nothing';
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const first = items[0]!;
  const { start, end } = first.replace;
  const change = `${JSON.stringify(text.slice(start, offset))}‸${JSON.stringify(text.slice(offset, end))} → ${JSON.stringify(first.insert)}`;
  const doc = first.doc?.()?.split('\n')[0];
  return [...kinds.map((kind) => `${kind}: ${items.filter((item) => item.kind === kind).map(({ label }) => label).join(', ')}`), `first: ${change}`, ...(doc === undefined ? [] : [`told: ${doc}`])].join('\n');
}

function changedLines(before: string, after: string): readonly string[] {
  const old = before.split('\n');
  return after.split('\n').flatMap((line, index) => (line === old[index] ? [] : [`  ${index + 1}: ${line}`]));
}

function outlineText(items: readonly OutlineItem[], indent: string): string {
  return items.map(({ name, detail, kind, range, children }) => `${indent}${kind} ${name}${detail === '' ? '' : ` | ${detail}`} ${range.start.line}-${range.end.line}\n${outlineText(children, `${indent}  `)}`).join('');
}
