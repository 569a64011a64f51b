/**
 * Reads one YAML file: guards, parsing, mending of torn values so that one missing pair of quotes does not hide the other
 * problems, and the tree. Not responsible for what the keys mean.
 */
import type { Document, ParsedNode } from 'yaml';
import type { CardNode } from './cardNode';
import { oneSideOf } from './conflicts';
import { Findings } from './findings';
import { parseYaml } from './parseYaml';
import { SourceText, type Insertion } from './sourceText';
import { quoted, quotesFor, tornValueOn } from './tornValue';
import { reportBeforeParsing, reportConflicts } from './yamlGuards';
import { readParts } from './yamlParts';
import { reportSyntax, syntaxProblems, type SyntaxProblem } from './yamlProblems';
import { TreeBuilder } from './yamlTree';

export interface YamlFile {
  readonly source: SourceText;
  /** Null when the file is empty or cannot be used. */
  readonly root: CardNode | null;
  /** True when syntax errors are left: what the tree holds may not be what was meant. */
  readonly broken: boolean;
  /** True when there is a second document, which is not in the tree. */
  readonly hasMore: boolean;
}

/** Rounds of mending: each can uncover torn values that an earlier one hid. Each parses all of the file, so that a large one gets fewer. */
const maxRounds = 8;
const fullRoundsUpTo = 32 * 1024;

/** Parsing less is not felt. */
const partsFrom = 16 * 1024;

/** More problems than that of one file tell nothing new. */
const maxProblems = 100;

export function readYaml(file: string, text: string, findings: Findings): YamlFile {
  const own = new Findings();
  const read = readMended(new SourceText(file, text.startsWith('\uFEFF') ? text.slice(1) : text), own);
  findings.addAll(own.all.slice(0, maxProblems));
  return read;
}

function readMended(original: SourceText, findings: Findings): YamlFile {
  let source = original;
  if (!reportBeforeParsing(source, findings)) return { source, root: null, broken: true, hasMore: false };
  if (reportConflicts(source, findings)) return readOneSide(source);
  const parts = source.original.length < partsFrom ? null : readParts(source);
  if (parts !== null) return { source, root: parts, broken: false, hasMore: false };
  const rounds = Math.max(2, Math.floor((maxRounds * fullRoundsUpTo) / Math.max(fullRoundsUpTo, source.original.length)));
  for (let round = 0; ; round++) {
    const documents = parseYaml(source.parsed);
    const problems = syntaxProblems(documents, source.parsed);
    // A file that is wrong all over gets one round: each error costs, and only the first are told.
    const mayMend = round === 0 || (round < rounds && problems.length < maxProblems);
    const mends = mayMend ? mendsFor(source, problems, findings) : [];
    if (mends.length === 0) return finish(source, documents, problems, findings);
    source = source.withInsertions(mends);
  }
}

/** Our side of each conflict, so that names in it can be looked up. What is wrong with it is not told: there are two versions of it. */
function readOneSide({ file, original }: SourceText): YamlFile {
  const source = new SourceText(file, original, [], oneSideOf(original));
  const documents = parseYaml(source.parsed);
  return { ...finish(source, documents, syntaxProblems(documents, source.parsed), new Findings()), broken: true };
}

function mendsFor(source: SourceText, problems: readonly SyntaxProblem[], findings: Findings): readonly Insertion[] {
  const mends: Insertion[] = [];
  const lines = new Set<number>();
  for (const problem of problems) {
    if (problem.code === 'TAB_AS_INDENT') continue;
    const text = source.parsed;
    const lineStart = text.lastIndexOf('\n', problem.start - 1) + 1;
    const nextBreak = text.indexOf('\n', lineStart);
    const lineEnd = nextBreak < 0 ? text.length : nextBreak;
    if (lines.has(lineStart)) continue;
    const torn = tornValueOn(text, lineStart, lineEnd, problem.start);
    if (torn === null) continue;
    lines.add(lineStart);
    reportTorn(source, torn.start, torn.end, torn.isExpression, findings);
    mends.push(...quotesFor(text, torn.start, torn.end));
  }
  return mends;
}

function reportTorn(source: SourceText, start: number, end: number, isExpression: boolean, findings: Findings): void {
  const range = source.range(start, end);
  const fix = { title: 'Put the value in quotes', range, text: quoted(source.written(start, end)) };
  if (isExpression) findings.add('torn-expression', range, 'YAML tears this expression apart: it needs quotes.', { fix });
  else findings.add('unquoted-text', range, 'YAML cannot read this text without quotes.', { fix });
}

function finish(source: SourceText, documents: readonly Document.Parsed<ParsedNode>[], problems: readonly SyntaxProblem[], findings: Findings): YamlFile {
  const { isRefused, hasMore } = reportSyntax(source, documents, problems, findings);
  const first = documents[0];
  if (isRefused || first === undefined) return { source, root: null, broken: isRefused, hasMore };
  const root = new TreeBuilder(source, findings).build(first.contents);
  return { source, root, broken: problems.length > 0 || (root === null && first.contents !== null), hasMore };
}
