export interface ViewHtmlOptions {
  /** Addresses the page may load: of the script and of the style sheet. */
  readonly scriptUri: string;
  readonly styleUri: string;
  /** Source of our own files, as the webview names it for a content security policy. */
  readonly cspSource: string;
  /** Fresh for every page. Letters, digits and `-` only. */
  readonly nonce: string;
  /** Language of the page for screen readers, such as `en`. */
  readonly language: string;
}

/** The page of the Context view: only our script runs, only our style applies, nothing is fetched from anywhere. */
export function viewHtml({ scriptUri, styleUri, cspSource, nonce, language }: ViewHtmlOptions): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${styleUri}">
<script defer nonce="${nonce}" src="${scriptUri}"></script>
<title>Context</title>
</head>
<body></body>
</html>
`;
}
