/** Finds the team files of this window: those in its folders, and those that an open file outside of them belongs to. It reads no team. */
import * as vscode from 'vscode';
import { dirname } from '../../engine/shared/paths';
import { isTeamFile, isYamlFile } from '../../engine/team/findTeams';
import { pathOfUri, uriOfPath } from '../adapters/uriPath';

const teamPattern = '**/{team.yaml,team.yml,*.team.yaml,*.team.yml}';
const notSearched = '**/{node_modules,.git,.rolecall,dist}/**';
/** More are not shown: nobody would read the list. */
const maxTeams = 500;

export interface TeamFinder {
  /** Team files with the workspace folder each lies in, in the order they are shown. */
  find(): Promise<ReadonlyMap<string, vscode.WorkspaceFolder | null>>;
  isTeamFile(path: string): boolean;
  /** True for a YAML file that no search finds: outside the window's folders, or on no disk. */
  isLoose(uri: vscode.Uri): boolean;
}

/** Older versions, outputs and drafts are texts in no folder. */
const noFolders: ReadonlySet<string> = new Set(['git', 'output', 'untitled', 'vscode-userdata', 'vscode-settings']);

/** What can be searched of a virtual folder is up to whoever brings it, so that an open file of it has to do. */
function isFolderLike(scheme: string): boolean {
  return !noFolders.has(scheme) && vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `teamFileOf` tells which team file a card belongs to, or null. */
export function teamFinder(teamFileOf: (path: string) => Promise<string | null>): TeamFinder {
  const isLoose = (uri: vscode.Uri): boolean => isYamlFile(uri.path) && isFolderLike(uri.scheme) && (uri.scheme !== 'file' || !vscode.workspace.getWorkspaceFolder(uri));

  const looseTeams = async (): Promise<readonly string[]> => {
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(isLoose);
    const found = await Promise.all(open.map((uri) => teamFileOf(pathOfUri(uri))));
    return found.filter((file) => file !== null);
  };

  return {
    isLoose,
    isTeamFile,
    async find() {
      const uris = await vscode.workspace.findFiles(teamPattern, notSearched, maxTeams);
      const found = uris.map((uri) => ({ file: pathOfUri(uri), root: vscode.workspace.getWorkspaceFolder(uri) ?? null }));
      found.sort((a, b) => (a.root?.index ?? 0) - (b.root?.index ?? 0) || compare(dirname(a.file), dirname(b.file)) || compare(a.file, b.file));
      const teams = new Map<string, vscode.WorkspaceFolder | null>(found.map(({ file, root }) => [file, root]));
      for (const file of await looseTeams()) {
        const root = vscode.workspace.getWorkspaceFolder(uriOfPath(file)) ?? null;
        if (!teams.has(file)) teams.set(file, root);
      }
      return teams;
    },
  };
}
