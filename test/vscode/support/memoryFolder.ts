/** A folder that lies on no disk, as on a web page or behind another protocol: files in memory, known to VS Code by a scheme of their own. */
import * as vscode from 'vscode';

export class MemoryFolder implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly files = new Map<string, Uint8Array>();
  readonly onDidChangeFile = this.changed.event;

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.files.set(path, Buffer.from(text));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const file = this.files.get(path);
    if (file) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: file.length };
    if ([...this.files.keys()].some((each) => each.startsWith(`${path.replace(/\/$/, '')}/`))) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw vscode.FileSystemError.FileNotFound(path);
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const base = `${path.replace(/\/$/, '')}/`;
    const inside = [...this.files.keys()].filter((each) => each.startsWith(base)).map((each) => each.slice(base.length).split('/'));
    if (inside.length === 0) throw vscode.FileSystemError.FileNotFound(path);
    return [...new Map(inside.map(([name = '', ...rest]) => [name, rest.length > 0 ? vscode.FileType.Directory : vscode.FileType.File]))];
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const file = this.files.get(path);
    if (!file) throw vscode.FileSystemError.FileNotFound(path);
    return file;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.files.set(uri.path, content);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  delete({ path }: vscode.Uri): void {
    this.files.delete(path);
  }

  createDirectory(): void {}

  rename(): void {
    throw vscode.FileSystemError.NoPermissions('a memory folder renames nothing');
  }
}
