/**
 * `npm start`: builds the extension and opens it in a real editor in your browser, until Ctrl+C. What you do there is
 * kept for the next start. `--port N` chooses the port, `--no-open` only prints the address.
 */
import './plainErrors.mjs';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './freePort.mjs';
import { cacheFolder } from './install/cache.mjs';
import { findCodeServer } from './install/codeServer.mjs';
import { hasDisplay } from './install/machine.mjs';
import { findNode, withNode } from './install/node.mjs';
import { installDependencies, ROOT } from './project.mjs';
import { startServer } from './server.mjs';
import { supervised } from './supervised.mjs';

const { port: wantedPort, 'no-open': noOpen } = parseArgs({
  options: { port: { type: 'string' }, 'no-open': { type: 'boolean', default: false } },
}).values;

/** The same at every start, because the browser keeps the layout of the window under the address. */
const USUAL_PORT = 8123;

const port = await freePort(wantedPort, USUAL_PORT);
await installDependencies();
const node = await findNode();
const codeServer = await findCodeServer();
console.log('Building the extension …');
const built = await supervised(node, ['esbuild.mjs'], { cwd: ROOT, env: withNode(node) }).ended;
if (built !== 0) throw new Error('The extension could not be built: see the errors above.');

const home = join(cacheFolder(), 'start');
const workspace = join(home, 'workspace');
const user = join(home, 'data', 'data', 'User');
await mkdir(workspace, { recursive: true });
await mkdir(user, { recursive: true });
/** @type {[string, string][]} */
const firstContents = [
  [
    join(workspace, 'README.md'),
    '# A place to try Throughline\n\nOpen the chat and type `@throughline` and a question.\n',
  ],
  [join(user, 'settings.json'), '{}\n'],
  // What "Add Models" would write, so that the model that needs no endpoint is in the picker.
  [join(user, 'chatLanguageModels.json'), '[{ "name": "Throughline", "vendor": "throughline" }]\n'],
];
for (const [file, content] of firstContents) if (!existsSync(file)) await writeFile(file, content);

const server = await startServer({
  node,
  codeServer,
  dataDir: join(home, 'data'),
  port,
  installed: [ROOT],
});
const address = server.url({ workspace, extensions: [] });
console.log(`\nThroughline runs at ${address}\nCtrl+C ends it.`);
if (!noOpen && hasDisplay()) open(address);
process.exitCode = await server.ended;

/** @param {string} url */
function open(url) {
  const commands = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
  const [command = '', ...args] = commands[/** @type {keyof typeof commands} */ (process.platform)] ?? ['xdg-open'];
  // The address is printed; where no browser opens, that is enough.
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
