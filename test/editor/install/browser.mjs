import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { execute } from './execute.mjs';
import { inPath } from './machine.mjs';
import { installPackage } from './npm.mjs';

const COMMANDS = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
const { LOCALAPPDATA = '', ProgramFiles = '' } = process.env;
const PROGRAMS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
const USUAL_PLACES = {
  darwin: ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: [ProgramFiles, `${ProgramFiles} (x86)`, LOCALAPPDATA].flatMap((folder) =>
    PROGRAMS.map((file) => join(folder, file)),
  ),
};
const PACKAGE = '@sparticuz/chromium';
const VERSION = '153.0.0';

/**
 * A browser that can run without a window: the one named by `THROUGHLINE_BROWSER`, an installed Chrome, Edge or Chromium,
 * or a headless Chromium from the registry. `env` is what its process needs on top of ours.
 * @param {string} node path of a Node that can unpack the registry's one
 * @returns {Promise<{ executable: string, env: Record<string, string> }>}
 */
export async function findBrowser(node) {
  const named = process.env['THROUGHLINE_BROWSER'];
  if (named && !existsSync(named))
    throw new Error(
      `THROUGHLINE_BROWSER names ${named}, which does not exist: correct it, or unset it to have a browser found.`,
    );
  const found = named || installed();
  if (found) return { executable: found, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return fromRegistry(node);
  return fromDebian('no browser was found');
}

function installed() {
  const usual = USUAL_PLACES[/** @type {keyof typeof USUAL_PLACES} */ (process.platform)] ?? [];
  return inPath(COMMANDS) ?? usual.find((file) => existsSync(file));
}

/** @param {string} node */
async function fromRegistry(node) {
  const folder = await cached(`chromium-${VERSION}`, 'a headless Chromium', (into) => unpack(node, into));
  const executable = join(folder, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  for (const env of [fonts, { ...fonts, ...libraries }])
    if (!(await missingLibraries(executable, env)).length) return { executable, env };
  const missing = await missingLibraries(executable, libraries);
  return fromDebian(`the browser in ${folder} lacks ${missing.join(', ')}`);
}

/**
 * Unpacks the program, its fonts and the libraries it brings into `folder`; the package itself unpacks into the folder for temporary files.
 * @param {string} node
 * @param {string} folder
 */
async function unpack(node, folder) {
  await installPackage(folder, `${PACKAGE}@${VERSION}`);
  const bin = join(folder, 'node_modules', PACKAGE, 'bin');
  const script = `const { default: chromium, inflate } = await import('${PACKAGE}');
    await chromium.executablePath();
    await inflate(${JSON.stringify(join(bin, 'al2023.tar.br'))});`;
  await execute(node, ['--input-type=module', '-e', script], { cwd: folder, env: { ...process.env, TMPDIR: folder } });
  await writeFile(
    join(folder, 'fonts.conf'),
    '<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
  );
  await rm(join(folder, 'node_modules'), { recursive: true });
}

/**
 * @param {string} executable
 * @param {Record<string, string>} env
 */
async function missingLibraries(executable, env) {
  const output = await execute('ldd', [executable], { env: { ...process.env, ...env } });
  return output
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0]);
}

/**
 * The distribution's Chromium, where we may install it.
 * @param {string} why
 * @returns {Promise<{ executable: string, env: Record<string, string> }>}
 */
async function fromDebian(why) {
  const executable = '/usr/bin/chromium';
  if (process.getuid?.() === 0 && inPath(['apt-get'])) {
    console.log(`Installing Chromium with apt-get (${why}) …`);
    await execute('apt-get', ['update']);
    await execute('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
    if (existsSync(executable)) return { executable, env: {} };
  }
  throw new Error(
    `No browser for the tests: ${why}. Install Chrome, Edge or Chromium, or name one in THROUGHLINE_BROWSER.`,
  );
}
