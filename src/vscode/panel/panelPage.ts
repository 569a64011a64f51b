/** Where the panel's page finds its files, and the policy it runs under. What stands in the page is src/webview/html.ts. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { panelHtml } from '../../webview/html';

export function panelPage(extensionUri: vscode.Uri): (webview: vscode.Webview) => string {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  return (webview) => {
    const at = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    return panelHtml({ cspSource: webview.cspSource, nonce: randomUUID(), script: at('panel.js'), style: at('panel.css'), title: vscode.l10n.t('Run') });
  };
}
