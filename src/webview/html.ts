/** The document around the panel's page: what it may load and run. The page itself is panel.tsx. */

export interface PanelHtml {
  /** The host's source for its own files, e.g. `webview.cspSource`. */
  readonly cspSource: string;
  /** New for each document. */
  readonly nonce: string;
  /** Addresses of panel.js and panel.css; the icon font lies beside the style sheet. */
  readonly script: string;
  readonly style: string;
  readonly title: string;
}

/** Nothing from outside, no inline script and no inline style: what the page shows is written by models. */
export function panelHtml({ cspSource, nonce, script, style, title }: PanelHtml): string {
  const policy = `default-src 'none'; style-src ${cspSource}; font-src ${cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escaped(style)}">
<title>${escaped(title)}</title>
</head>
<body>
<div id="panel"></div>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
