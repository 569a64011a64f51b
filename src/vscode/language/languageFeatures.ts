/** Turns what the engine knows of a team's files into the editor's own answers. Loaded when the first of them is asked for; languageProviders.ts registers it. */
import * as vscode from 'vscode';
import { completeAt } from '../../engine/language/complete';
import type { Completion } from '../../engine/language/completion';
import { coloursOf, type Coloured } from '../../engine/language/colours';
import { foldsOf } from '../../engine/language/folding';
import { hoverAt } from '../../engine/language/hover';
import { languageTeam, type LanguageTeam } from '../../engine/language/languageTeam';
import { linksOf } from '../../engine/language/links';
import { definitionsOf, nameAt, usesOf, type TeamName } from '../../engine/language/lookUp';
import { outlineOf, type OutlineItem } from '../../engine/language/outline';
import { renameEdits, renameProblem } from '../../engine/language/rename';
import type { Files } from '../../engine/shared/ports';
import type { SourcePosition, SourceRange } from '../../engine/shared/source';
import type { SourceCard } from '../../engine/team/loadedTeam';
import { toEditorRange } from '../adapters/editorRange';
import { pathOfUri, uriOfPath } from '../adapters/uriPath';
import type { RunController } from '../runs/runController';
import type { TeamStore } from '../teams/teamStore';
import { tokenTypes } from './tokenTypes';

export interface LanguageDeps {
  readonly teams: TeamStore;
  readonly runs: RunController;
  readonly files: Files;
}

interface Found {
  readonly team: LanguageTeam;
  readonly card: SourceCard;
  readonly file: string;
}

export class LanguageFeatures {
  /** The last check in which each team file could be read: while it is half typed, its names are still worth offering. */
  private readonly readable = new Map<string, LanguageTeam>();

  private readonly docs = new WeakMap<vscode.CompletionItem, NonNullable<Completion['doc']>>();

  constructor(private readonly deps: LanguageDeps) {}

  /** Does not wait for the check of what is being typed: the names of a moment ago will do. */
  async complete(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[] | undefined> {
    if (!this.deps.teams.isReady) await this.deps.teams.settled();
    const found = this.find(document);
    if (found === undefined) return undefined;
    const { card, file } = found;
    const items = completeAt({ text: document.getText(), offset: document.offsetAt(position), kind: card.kind, file, team: this.lastReadable(found.team) });
    return items.map((item, index) => {
      const made = toCompletionItem(item, index, document, position);
      if (item.doc) this.docs.set(made, item.doc);
      return made;
    });
  }

  /** What is told of the item that is looked at. */
  resolve(item: vscode.CompletionItem): vscode.CompletionItem {
    const doc = this.docs.get(item)?.() ?? null;
    if (doc !== null) item.documentation = new vscode.MarkdownString(doc);
    return item;
  }

  async hover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const found = await this.checked(document);
    if (found === undefined) return undefined;
    const run = this.deps.runs.lastOf(found.team.sources.file)?.view ?? null;
    const said = hoverAt({ team: found.team, file: found.file, at: toPlace(position), run });
    return said === null ? undefined : new vscode.Hover(new vscode.MarkdownString(said.markdown), toEditorRange(said.range));
  }

  async definition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.DefinitionLink[] | undefined> {
    const found = await this.checked(document);
    const name = found && nameAt(found.team, found.file, toPlace(position));
    if (!name) return undefined;
    const originSelectionRange = toEditorRange(name.range);
    return definitionsOf(name).map((range) => ({ originSelectionRange, targetUri: uriOfPath(range.file), targetRange: toEditorRange(range) }));
  }

  async references(document: vscode.TextDocument, position: vscode.Position, withDeclaration: boolean): Promise<vscode.Location[] | undefined> {
    const name = await this.nameAt(document, position);
    if (name === null) return undefined;
    return usesOf(name, this.allTeams()).filter(({ declares }) => withDeclaration || !declares).map(({ range }) => toLocation(range));
  }

  async highlights(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.DocumentHighlight[] | undefined> {
    const name = await this.nameAt(document, position);
    const file = pathOfUri(document.uri);
    if (name === null) return undefined;
    const kind = (declares: boolean): vscode.DocumentHighlightKind => (declares ? vscode.DocumentHighlightKind.Write : vscode.DocumentHighlightKind.Read);
    return usesOf(name, [name.team]).filter(({ range }) => range.file === file).map(({ range, declares }) => new vscode.DocumentHighlight(toEditorRange(range), kind(declares)));
  }

  async prepareRename(document: vscode.TextDocument, position: vscode.Position): Promise<{ range: vscode.Range; placeholder: string }> {
    const name = await this.nameAt(document, position);
    const problem = name === null ? vscode.l10n.t('Roles, fields, tools and models can be renamed; this is none of them.') : renameProblem(name);
    if (name === null || problem !== null) throw new Error(problem ?? '');
    return { range: toEditorRange(name.range), placeholder: name.name };
  }

  async rename(document: vscode.TextDocument, position: vscode.Position, to: string): Promise<vscode.WorkspaceEdit> {
    const name = await this.nameAt(document, position);
    if (name === null) throw new Error(vscode.l10n.t('Roles, fields, tools and models can be renamed; this is none of them.'));
    const edits = renameEdits(name, to, this.allTeams());
    if (!edits.ok) throw new Error(edits.error);
    const edit = new vscode.WorkspaceEdit();
    for (const { range, text } of edits.value) edit.replace(uriOfPath(range.file), toEditorRange(range), text);
    return edit;
  }

  async outline(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[] | undefined> {
    const found = await this.checked(document);
    return found && outlineOf(found.card).map(toSymbol);
  }

  async folds(document: vscode.TextDocument): Promise<vscode.FoldingRange[] | undefined> {
    const found = await this.checked(document);
    const folds = found ? foldsOf(found.card) : null;
    return folds?.map(({ first, last, kind }) => new vscode.FoldingRange(first - 1, last - 1, kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined));
  }

  async links(document: vscode.TextDocument): Promise<vscode.DocumentLink[] | undefined> {
    const found = await this.checked(document);
    if (found === undefined) return undefined;
    return (await linksOf(found.card, this.deps.files)).map(({ range, path, to }) => {
      const uri = uriOfPath(path);
      const reveal = vscode.Uri.from({ scheme: 'command', path: 'revealInExplorer', query: JSON.stringify([uri]) });
      const link = new vscode.DocumentLink(toEditorRange(range), to === 'folder' ? reveal : uri);
      if (to === 'folder') link.tooltip = vscode.l10n.t('Show the folder');
      return link;
    });
  }

  async colours(document: vscode.TextDocument, legend: vscode.SemanticTokensLegend): Promise<vscode.SemanticTokens | undefined> {
    const found = await this.checked(document);
    return found && toTokens(coloursOf(found.team, found.file), legend);
  }

  /** With the check of everything that was typed until now. */
  private async checked(document: vscode.TextDocument): Promise<Found | undefined> {
    await this.deps.teams.settled();
    return this.find(document);
  }

  private async nameAt(document: vscode.TextDocument, position: vscode.Position): Promise<TeamName & { readonly range: SourceRange } | null> {
    const found = await this.checked(document);
    return found === undefined ? null : nameAt(found.team, found.file, toPlace(position));
  }

  private find(document: vscode.TextDocument): Found | undefined {
    const file = pathOfUri(document.uri);
    for (const { loaded: { sources } } of this.deps.teams.teamsOf(file)) {
      const card = sources?.cards.get(file);
      if (sources && card) return { team: languageTeam(sources), card, file };
    }
    return undefined;
  }

  private lastReadable(team: LanguageTeam): LanguageTeam {
    const { file, team: card } = team.sources;
    if (card === null) return this.readable.get(file) ?? team;
    this.readable.set(file, team);
    return team;
  }

  private allTeams(): readonly LanguageTeam[] {
    return this.deps.teams.teams.flatMap(({ loaded: { sources } }) => (sources === null ? [] : [languageTeam(sources)]));
  }
}

function toPlace({ line, character }: vscode.Position): SourcePosition {
  return { line: line + 1, column: character + 1 };
}

function toLocation(range: SourceRange): vscode.Location {
  return new vscode.Location(uriOfPath(range.file), toEditorRange(range));
}

const itemKinds: Readonly<Record<Completion['kind'], vscode.CompletionItemKind>> = {
  key: vscode.CompletionItemKind.Property,
  word: vscode.CompletionItemKind.EnumMember,
  role: vscode.CompletionItemKind.User,
  field: vscode.CompletionItemKind.Field,
  tool: vscode.CompletionItemKind.Event,
  model: vscode.CompletionItemKind.Class,
  variable: vscode.CompletionItemKind.Variable,
  property: vscode.CompletionItemKind.Field,
  function: vscode.CompletionItemKind.Function,
  method: vscode.CompletionItemKind.Method,
};

function toCompletionItem({ label, kind, detail, insert, replace, filter, goesOn }: Completion, index: number, document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem {
  const item = new vscode.CompletionItem(label, itemKinds[kind]);
  const replacing = new vscode.Range(document.positionAt(replace.start), document.positionAt(replace.end));
  item.range = replacing.isSingleLine ? { inserting: replacing.with(undefined, position), replacing } : undefined;
  item.insertText = new vscode.SnippetString(insert);
  item.sortText = String(index).padStart(4, '0');
  if (detail !== undefined) item.detail = detail;
  if (filter !== undefined) item.filterText = filter;
  if (goesOn) item.command = { command: 'editor.action.triggerSuggest', title: '' };
  return item;
}

const symbolKinds: Readonly<Record<OutlineItem['kind'], vscode.SymbolKind>> = {
  key: vscode.SymbolKind.Property,
  item: vscode.SymbolKind.Event,
  role: vscode.SymbolKind.Class,
  field: vscode.SymbolKind.Field,
  tool: vscode.SymbolKind.Function,
  model: vscode.SymbolKind.Interface,
};

function toSymbol({ name, detail, kind, range, at, children }: OutlineItem): vscode.DocumentSymbol {
  const symbol = new vscode.DocumentSymbol(name, detail, symbolKinds[kind], toEditorRange(range), toEditorRange(at));
  symbol.children = children.map(toSymbol);
  return symbol;
}

function toTokens(coloured: readonly Coloured[], legend: vscode.SemanticTokensLegend): vscode.SemanticTokens {
  const builder = new vscode.SemanticTokensBuilder(legend);
  for (const { range, kind } of coloured) builder.push(toEditorRange(range), tokenTypes[kind]);
  return builder.build();
}
