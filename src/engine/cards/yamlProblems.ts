/** The YAML library's errors, and what it lets pass but we do not, in plain words and once each. */
import { isCollection, isPair, isScalar, type Document, type Node, type ParsedNode, type YAMLError } from 'yaml';
import type { SourceRange } from '../shared/source';
import type { Findings } from './findings';
import type { SourceText } from './sourceText';
import { suspiciousPlaces } from './suspiciousKeys';

export interface SyntaxProblem {
  /** The library's code, or TORN for what it did not notice. */
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

const sentences: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'A `*` that starts a value means an alias, and this is none.',
  BAD_COLLECTION_TYPE: 'The tag does not fit what follows it.',
  BAD_DIRECTIVE: 'This is no valid YAML directive.',
  BAD_DQ_ESCAPE: 'This `\\` escape does not exist in a double-quoted text.',
  BAD_INDENT: 'The indentation does not fit the lines around it, or a bracket above is not closed.',
  BAD_PROP_ORDER: 'An anchor or tag stands in the wrong place.',
  BAD_SCALAR_START: 'A value without quotes cannot start with this character.',
  BLOCK_AS_IMPLICIT_KEY: 'A `key: value` cannot follow on the same line as another key, nor be indented below a value.',
  BLOCK_IN_FLOW: 'Inside `[ ]` and `{ }` everything has to stay on brackets and commas.',
  DUPLICATE_ANCHOR: 'A value has two anchors.',
  KEY_OVER_1024_CHARS: 'The key is longer than 1,024 characters.',
  MISSING_CHAR: 'Something is not closed, or a `:`, `,` or space is missing here.',
  MULTILINE_IMPLICIT_KEY: 'A key has to stand on one line, with `:` behind it.',
  MULTIPLE_ANCHORS: 'A value has two anchors.',
  MULTIPLE_DOCS: 'The file holds more than one document.',
  MULTIPLE_TAGS: 'A value has two tags.',
  NON_STRING_KEY: 'A key has to be a text.',
  UNEXPECTED_TOKEN: 'This does not belong here; something before it is not closed or not in quotes.',
  TORN: 'This is no key that means anything: a value before it has been torn apart.',
};

/** Of one document. More would not be told, and each can cost a walk through the document. */
const maxErrors = 200;

export function syntaxProblems(documents: readonly Document.Parsed<ParsedNode>[], text: string): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  for (const document of documents) {
    for (const error of [...document.errors, ...document.warnings].slice(0, maxErrors)) {
      const opened = openedAt(document.contents, error, text);
      if (opened !== null) problems.push({ code: 'UNCLOSED', message: '', start: opened, end: opened + 1 });
      else problems.push({ code: error.code, message: error.message, start: error.pos[0], end: Math.min(error.pos[1], text.length) });
    }
    for (const [start, end] of suspiciousPlaces(document.contents)) problems.push({ code: 'TORN', message: '', start, end });
  }
  return problems.sort((a, b) => a.start - b.start);
}

/** The library says where it gave up looking for a closing quote or bracket; a person wants to know which one is not closed: the last that is open there. */
function openedAt(root: unknown, { message, pos: [end] }: YAMLError, text: string): number | null {
  const isQuote = /^Missing closing ["']quote/.test(message);
  if (!isQuote && !/^Flow (map|sequence) in block collection must/.test(message)) return null;
  const ranges = openersOf(root, isQuote).filter(([start]) => start < end);
  const open = isQuote ? ranges : notClosed(ranges, text);
  return (open.length === 0 ? ranges : open).reduce<number | null>((last, [start]) => Math.max(last ?? 0, start), null);
}

type Range = readonly [start: number, end: number];

/** All quoted texts, or all collections in brackets. */
function openersOf(root: unknown, isQuote: boolean): readonly Range[] {
  const ranges: Range[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (isPair(node)) pending.push(node.key, node.value);
    else if (isCollection(node)) pending.push(...node.items);
    const isOne = isQuote ? isScalar(node) && node.type?.startsWith('QUOTE') === true : isCollection(node) && node.flow === true;
    const range = isOne ? (node as Node).range : null;
    if (range) ranges.push([range[0], range[1]]);
  }
  return ranges;
}

/** A closing bracket belongs to the innermost collection that ends with it. */
function notClosed(ranges: readonly Range[], text: string): readonly Range[] {
  const innermost = new Map<number, number>();
  for (const [start, end] of ranges) innermost.set(end, Math.max(start, innermost.get(end) ?? 0));
  return ranges.filter(([start, end]) => innermost.get(end) !== start || text[end - 1] !== (text[start] === '[' ? ']' : '}'));
}

/** Reports all that is left, the first of each line. `isRefused`: the file must not be used at all; `hasMore`: a second document was reported. */
export function reportSyntax(source: SourceText, documents: readonly Document.Parsed<ParsedNode>[], problems: readonly SyntaxProblem[], findings: Findings): { readonly isRefused: boolean; readonly hasMore: boolean } {
  const lines = new Set<number>();
  for (const problem of problems) {
    const range = source.range(problem.start, problem.end);
    if (lines.has(range.start.line)) continue;
    lines.add(range.start.line);
    reportOne(source, problem, findings);
  }
  return { isRefused: reportDirective(source, documents, findings), hasMore: reportSecondDocument(source, documents, findings) };
}

/** What the library says where a `key:value` was meant for a key. */
const spaceless = new Set(['MULTILINE_IMPLICIT_KEY', 'MISSING_CHAR', 'BLOCK_AS_IMPLICIT_KEY']);

function reportOne(source: SourceText, problem: SyntaxProblem, findings: Findings): void {
  const start = source.toOriginal(problem.start);
  const line = source.lineAt(start);
  if (reportTab(source, problem, line, findings)) return;
  if (spaceless.has(problem.code) && reportMissingSpace(source, line, findings)) return;
  // What starts here may only end lines below: the line it starts in is enough to find it.
  const end = Math.max(start, Math.min(source.toOriginal(problem.end), line.end));
  reportAt(source.originalRange(start, end), problem, source.original.slice(start, end), findings);
}

function reportAt(range: SourceRange, { code, message }: SyntaxProblem, written: string, findings: Findings): void {
  if (code === 'TAG_RESOLVE_FAILED') {
    findings.add('unknown-tag', range, `The tag \`${written}\` means nothing here.`);
  } else if (code === 'UNCLOSED') {
    const hint = '[{'.includes(written) ? 'Close it, or indent what belongs to it.' : 'Close it, or put the other kind of quotes around a text that holds one.';
    findings.add('yaml-syntax', range, `${written} opens something here that is not closed.`, { hint });
  } else {
    findings.add('yaml-syntax', range, sentences[code] ?? message);
  }
}

type Line = ReturnType<SourceText['lineAt']>;

/** Whatever the library says of a line that a tab indents, the tab is what is wrong. */
function reportTab(source: SourceText, { code, start }: SyntaxProblem, line: Line, findings: Findings): boolean {
  const indent = /^[ \t]*/.exec(source.original.slice(line.start, line.end))?.[0] ?? '';
  const tab = indent.indexOf('\t');
  if (code !== 'TAB_AS_INDENT' && tab < 0) return false;
  const at = tab >= 0 ? line.start + tab : source.toOriginal(start);
  findings.add('tab-indent', source.originalRange(at, at + 1), 'A tab indents this line; YAML takes only spaces there.');
  return true;
}

function reportMissingSpace(source: SourceText, line: Line, findings: Findings): boolean {
  const written = source.original.slice(line.start, line.end);
  const colon = /^\s*(?:- )*[\w-]+:(?=[^\s/])/.exec(written)?.[0];
  if (colon === undefined) return false;
  const at = line.start + colon.length;
  const range = source.originalRange(line.start + (colon.length - colon.trimStart().length), at);
  const fix = { title: 'Put a space behind the colon', range: source.originalRange(at, at), text: ' ' };
  findings.add('yaml-syntax', range, `A space is missing behind \`${colon.trim()}\`.`, { fix, hint: 'Put a space behind the colon.' });
  return true;
}

function reportDirective(source: SourceText, documents: readonly Document.Parsed<ParsedNode>[], findings: Findings): boolean {
  if (!documents.some((document) => document.directives.yaml.explicit === true)) return false;
  const at = /^%YAML.*$/m.exec(source.original);
  const start = at?.index ?? 0;
  findings.add('yaml-directive', source.originalRange(start, start + (at?.[0].trimEnd().length ?? 0)), 'A %YAML directive would change what `no`, `on` and numbers mean.');
  return true;
}

function reportSecondDocument(source: SourceText, documents: readonly Document.Parsed<ParsedNode>[], findings: Findings): boolean {
  const second = documents.slice(1).find((document) => document.contents !== null);
  if (second === undefined) return false;
  const contents = second.contents?.range?.[0] ?? second.range[0];
  const mark = source.parsed.lastIndexOf('---', contents);
  const range = mark >= second.range[0] ? source.range(mark, mark + 3) : source.range(contents, contents + 1);
  findings.add('second-document', range, 'A second document starts here; a file holds one, so this one would be lost.');
  return true;
}
