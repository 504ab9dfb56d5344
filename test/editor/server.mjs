import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withNode } from './install/node.mjs';
import { supervised } from './supervised.mjs';

const START_MS = 60_000;

/**
 * What a window shows: a folder, extensions under development, and optionally a module whose `run()` is called in the
 * extension host once the window is up.
 * @typedef {{ workspace: string, extensions: string[], tests?: string | undefined }} Window
 */

/**
 * Starts the Code OSS server and resolves when it answers. It ends with `stop()` or with this process.
 *
 * `dataDir` holds all the state of the editor; a second server on it finds what the first one left. `settings`, when
 * given, replaces the user settings there. `port` 0 takes a free one.
 *
 * `installed` names folders of extensions that are there as if the user had installed them; any number. With `forTests` a
 * window loads also the one extension under development that its address names, and notices wait behind the bell instead
 * of popping up. That is the default where nothing is installed.
 * @param {{
 *   node: string, codeServer: string, dataDir: string, settings?: Record<string, unknown> | undefined, port?: number,
 *   installed?: string[], forTests?: boolean
 * }} options
 */
export async function startServer({
  node,
  codeServer,
  dataDir,
  settings,
  port = 0,
  installed = [],
  forTests = installed.length === 0,
}) {
  if (settings) {
    const user = join(dataDir, 'data', 'User');
    await mkdir(user, { recursive: true });
    await writeFile(join(user, 'settings.json'), JSON.stringify(settings, null, 2));
  }
  const server = supervised(
    node,
    [
      join(codeServer, 'out', 'server-main.js'),
      ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
      ...['--server-data-dir', dataDir, '--disable-telemetry', '--disable-workspace-trust'],
      ...(installed.length > 0 ? ['--extensions-dir', await linkExtensions(dataDir, installed)] : []),
      ...(forTests ? ['--enable-smoke-test-driver'] : []),
    ],
    { env: withNode(node), output: 'pipe' },
  );
  const authority = `127.0.0.1:${await listeningPort(server)}`;
  return {
    /** @param {Window} window */
    url({ workspace, extensions, tests }) {
      const remote = (/** @type {string} */ path) => `vscode-remote://${authority}${pathToFileURL(path).pathname}`;
      const payload = [
        ...extensions.map((path) => ['extensionDevelopmentPath', remote(path)]),
        ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
        ['skipWelcome', 'true'],
      ];
      const url = new URL(`http://${authority}/`);
      url.searchParams.set('folder', workspace);
      url.searchParams.set('payload', JSON.stringify(payload));
      return url.href;
    },
    ended: server.ended,
    stop: server.stop,
  };
}

/**
 * A fresh folder of extensions that holds links to these.
 * @param {string} dataDir
 * @param {string[]} extensions
 */
async function linkExtensions(dataDir, extensions) {
  const folder = join(dataDir, 'linked-extensions');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const extension of extensions) await symlink(extension, join(folder, basename(extension)), 'junction');
  return folder;
}

/**
 * The port the server says it listens on; rejects with its last words when it ends or stays silent.
 * @param {ReturnType<typeof supervised>} server
 * @returns {Promise<string>}
 */
async function listeningPort({ stdout, stderr, ended, stop }) {
  let said = '';
  const port = new Promise((resolve) => {
    const listen = (/** @type {Buffer} */ data) => {
      // Read on for ever, or the server would block; remember only the beginning.
      if (said.length > 10_000) return;
      said += data;
      const match = /Extension host agent listening on (\d+)/.exec(said);
      if (match) resolve(match[1]);
    };
    stdout?.on('data', listen);
    stderr?.on('data', listen);
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const silent = new Promise((resolve) => (timer = setTimeout(resolve, START_MS)));
  const answer = await Promise.race([port, ended, silent]).finally(() => clearTimeout(timer));
  if (typeof answer === 'string') return answer;
  await stop();
  throw new Error(`The editor's server did not start: ${said.trim().split('\n').at(-1) ?? 'it said nothing'}`);
}
