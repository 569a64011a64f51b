// Chooses the VS Code that the extension's tests run in: a desktop one where it can show a window, else the browser host.
import path from 'node:path';
import { provisionHost } from '../host/provisionHost.mjs';
import { recipeFolder } from '../host/hostPaths.mjs';
import { canDownloadVscode, downloadVscode, hasDisplay } from '../desktopVscode.mjs';

/**
 * Rejects with what is missing when there is neither.
 * ROLECALL_VSCODE names the executable of a desktop VS Code, or is `browser` for the browser host.
 * @param {(line: string) => void} say
 * @returns {Promise<string>} an executable for runTests()
 */
export async function chooseVscode(say) {
  const named = process.env.ROLECALL_VSCODE;
  if (named && named !== 'browser') return named;
  if (named !== 'browser' && hasDisplay() && (await canDownloadVscode())) {
    say('Using desktop VS Code; @vscode/test-electron gets it when it is not there yet.');
    return downloadVscode();
  }
  await provisionHost(say);
  return path.join(recipeFolder, 'hostAsVscode.mjs');
}
