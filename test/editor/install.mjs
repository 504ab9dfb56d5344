/** Finds or installs what running the extension in a real editor needs. `node test/editor/install.mjs` does it and prints where all is. */
import { pathToFileURL } from 'node:url';
import { findBrowser } from './install/browser.mjs';
import { findCodeServer } from './install/codeServer.mjs';
import { findNode } from './install/node.mjs';

/**
 * What runs the editor in a browser: a Node for its server, the server's folder, and a browser to show it in.
 * @typedef {{ node: string, codeServer: string, browser: { executable: string, env: Record<string, string> } }} WebEditor
 */

/**
 * Installs what is missing; a later call only looks. Throws one line that says what is missing and what to do.
 * @returns {Promise<WebEditor>}
 */
export async function installWebEditor() {
  const node = await findNode();
  const [codeServer, browser] = await Promise.all([findCodeServer(), findBrowser(node)]);
  return { node, codeServer, browser };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) installWebEditor().then(console.log, fail);

/** @param {Error} error */
function fail(error) {
  console.error(error.message);
  process.exitCode = 1;
}
