/**
 * Shows rows in a tree view and keeps them current: only rows that changed are drawn again, a few times a second, and none
 * while the view is hidden. What the rows are is the source's part.
 */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { coalesce } from '../adapters/coalesce';
import { toEditorPoint } from '../adapters/editorRange';
import { uriOfPath } from '../adapters/uriPath';
import { changedRows, type RowColor, type RowTarget, type ShownTree, type TreeRow } from './treeRow';

/** VS Code waits with what comes within 200 ms of the refresh before, until nothing comes any more: oftener, and a busy run would stand still. */
const refreshEveryMs = 300;
/** How long a row that was told to be drawn again may take to be asked for, before it is taken for one that nobody draws. */
const drawLimitMs = 2000;
/** Stands for the top level among the ids. */
const topLevel = '';

/** LOOK.md's colours; every theme defines them or their default. */
const themeColors: Readonly<Record<RowColor, string>> = {
  done: 'charts.green',
  failed: 'list.errorForeground',
  attention: 'list.warningForeground',
  active: 'charts.blue',
};

export interface RowSource {
  /** The rows of the top level, as things are now. */
  rows(): readonly TreeRow[];
  /** Where a document target is found. */
  documentUri?(id: string): vscode.Uri | undefined;
}

/** Row ids are the elements that VS Code holds: they stay the same through every refresh. */
export class LiveTree implements vscode.TreeDataProvider<string>, Disposable {
  private readonly owned = new DisposableStore();
  private readonly refreshed = this.owned.add(new vscode.EventEmitter<string[] | undefined>());
  private readonly refresh = this.owned.add(coalesce(refreshEveryMs, () => this.refreshNow()));
  private rows: readonly TreeRow[] = [];
  /** The children of every row that was ever opened, as they were given to VS Code: what they are made from may have changed since. */
  private opened = new Map<string, readonly TreeRow[]>();
  private readonly byId = new Map<string, TreeRow>();
  private readonly parents = new Map<string, string>();
  private view: vscode.TreeView<string> | undefined;
  private refreshCount = 0;
  /** Rows that VS Code was told of and has not asked for yet: a busy window is not given more to do than it can. */
  private undrawn = new Set<string>();
  private toldAt = 0;
  private isBehind = false;
  private later: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeTreeData = this.refreshed.event;

  constructor(private readonly source: RowSource) {}

  /** Rows that VS Code was told to draw again, for the test that a hidden tree does nothing. */
  get refreshesMade(): number {
    return this.refreshCount;
  }

  /** From now on the view's being hidden counts. */
  attach(view: vscode.TreeView<string>): void {
    this.view = view;
    this.owned.add(view);
    this.owned.add(view.onDidChangeVisibility(({ visible }) => {
      if (visible) this.refresh();
    }));
  }

  /** Something may have changed; cheap to call. */
  update(): void {
    if (this.view?.visible !== false) this.refresh();
  }

  /** Without waiting for the time between two refreshes. */
  refreshNow(): void {
    if (this.view?.visible === false) return;
    const waited = performance.now() - this.toldAt;
    this.isBehind = this.undrawn.size > 0 && waited < drawLimitMs;
    if (this.isBehind) return this.refreshLater(drawLimitMs - waited);
    const before = { rows: this.rows, childrenOf: (row: TreeRow) => this.opened.get(row.id) };
    const after = this.look();
    const change = changedRows(before, after);
    this.take(after);
    if (change.isWhole) this.fire(undefined);
    else if (change.rows.length > 0) this.fire([...change.rows]);
  }

  /** The row as it is now. */
  row(id: string): TreeRow | undefined {
    return this.byId.get(id);
  }

  getTreeItem(id: string): vscode.TreeItem {
    this.noteDrawn(id);
    const row = this.byId.get(id);
    if (!row) return new vscode.TreeItem('');
    return this.toItem(row);
  }

  getChildren(id?: string): string[] {
    if (id === undefined) {
      this.noteDrawn(topLevel);
      const shown = this.look();
      this.take(shown);
      return shown.rows.map((row) => row.id);
    }
    const children = this.byId.get(id)?.children?.() ?? [];
    this.opened.set(id, children);
    return this.adopt(children, id);
  }

  getParent(id: string): string | undefined {
    return this.parents.get(id);
  }

  resolveTreeItem(item: vscode.TreeItem, id: string): vscode.TreeItem {
    const text = this.byId.get(id)?.tooltip?.();
    if (text) item.tooltip = new vscode.MarkdownString(text, true);
    return item;
  }

  dispose(): void {
    clearTimeout(this.later);
    this.owned.dispose();
  }

  private refreshLater(ms: number): void {
    this.later ??= setTimeout(() => {
      this.later = undefined;
      this.refresh();
    }, ms);
  }

  private noteDrawn(id: string): void {
    this.undrawn.delete(id);
    if (this.undrawn.size === 0 && this.isBehind) this.refresh();
  }

  /** The tree as it is now; each row's children are made once. */
  private look(): ShownTree {
    const made = new Map<string, readonly TreeRow[]>();
    return {
      rows: this.source.rows(),
      childrenOf: (row) => {
        if (!row.children || !this.opened.has(row.id)) return undefined;
        const known = made.get(row.id) ?? row.children();
        made.set(row.id, known);
        return known;
      },
    };
  }

  private fire(ids: string[] | undefined): void {
    this.refreshCount++;
    this.undrawn = new Set(ids ?? [topLevel]);
    this.toldAt = performance.now();
    this.refreshed.fire(ids);
  }

  /** Opened rows are taken over with their children: VS Code asks for a row by its id, not by its place. */
  private take({ rows, childrenOf }: ShownTree): void {
    const opened = new Map<string, readonly TreeRow[]>();
    this.byId.clear();
    const visit = (level: readonly TreeRow[], parent: string | undefined): void => {
      this.adopt(level, parent);
      for (const row of level) {
        const children = childrenOf(row);
        if (!children) continue;
        opened.set(row.id, children);
        visit(children, row.id);
      }
    };
    visit(rows, undefined);
    this.rows = rows;
    this.opened = opened;
  }

  private adopt(rows: readonly TreeRow[], parent: string | undefined): string[] {
    for (const row of rows) {
      this.byId.set(row.id, row);
      if (parent !== undefined) this.parents.set(row.id, parent);
    }
    return rows.map((row) => row.id);
  }

  private toItem(row: TreeRow): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.children ? (row.open ? Expanded : Collapsed) : None);
    item.id = row.id;
    item.description = row.description;
    item.contextValue = row.kind;
    if (row.icon) item.iconPath = new vscode.ThemeIcon(row.icon, row.color && new vscode.ThemeColor(themeColors[row.color]));
    if (row.spoken) item.accessibilityInformation = { label: row.spoken };
    if (row.target) item.command = this.openCommand(row.target);
    return item;
  }

  private openCommand(target: RowTarget): vscode.Command | undefined {
    const title = vscode.l10n.t('Open');
    if (target.kind === 'file') {
      const selection = toEditorPoint(target);
      return { command: 'vscode.open', title, arguments: [uriOfPath(target.path), { selection, preview: true }] };
    }
    if (target.kind === 'command') return { command: target.command, title, arguments: [target.argument] };
    const uri = this.source.documentUri?.(target.id);
    return uri && { command: 'vscode.open', title, arguments: [uri, { preview: true }] };
  }
}
