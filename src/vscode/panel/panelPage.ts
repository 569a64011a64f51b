/** Where the panel's page finds its files, and the policy it runs under. What stands in the page is src/webview/html.ts. */
import * as vscode from 'vscode';
import { panelHtml } from '../../webview/html';

export function panelPage(extensionUri: vscode.Uri): (webview: vscode.Webview) => string {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  return (webview) => {
    const at = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    return panelHtml({ script: at('panel.js'), style: at('panel.css'), cspSource: webview.cspSource });
  };
}
