/** Translates between VS Code's addresses and the engine's paths (absolute, with `/`). It touches no file. */
import * as vscode from 'vscode';

/** A folder that is not on disk becomes a path of its own, so that the engine can join and compare it like any other. */
const virtualRoot = '/@';

export function pathOfUri(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath.replaceAll('\\', '/');
  return `${virtualRoot}${uri.scheme}+${encodeURIComponent(uri.authority)}${uri.path}`;
}

export function uriOfPath(path: string): vscode.Uri {
  const virtual = /^\/@([^+/]+)\+([^/]*)(\/.*)?$/.exec(path);
  if (!virtual) return vscode.Uri.file(path);
  const [, scheme, authority, rest] = virtual;
  return vscode.Uri.from({ scheme: scheme!, authority: decodeURIComponent(authority!), path: rest ?? '/' });
}

/** False for what VS Code reads from elsewhere: it can be checked and shown, but no run can keep its log there. */
export function isOnDisk(path: string): boolean {
  return !path.startsWith(virtualRoot);
}
