import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.mjs';
import { hasDisplay, inPath } from './machine.mjs';

const { LOCALAPPDATA = '', ProgramFiles = '' } = process.env;
const USUAL_PLACES = {
  linux: [
    '/usr/share/code/code',
    '/usr/lib/code/code',
    '/opt/visual-studio-code/code',
    '/snap/code/current/usr/share/code/code',
  ],
  darwin: ['Code', 'Electron'].map((name) => `/Applications/Visual Studio Code.app/Contents/MacOS/${name}`),
  win32: [LOCALAPPDATA, ProgramFiles].map((folder, at) =>
    join(folder, at ? '' : 'Programs', 'Microsoft VS Code', 'Code.exe'),
  ),
};

/** How long the update host may stay silent; where it cannot be reached, a run loses this at most. */
const PATIENCE_MS = 3000;

/**
 * Executable of a desktop VS Code: the one named by `THROUGHLINE_EDITOR`, an installed one, or a downloaded one;
 * undefined where there is no display or none can be had.
 * @returns {Promise<string | undefined>}
 */
export async function findDesktopEditor() {
  const named = process.env['THROUGHLINE_EDITOR'];
  if (named && !existsSync(named))
    throw new Error(
      `THROUGHLINE_EDITOR names ${named}, which does not exist: correct it, or unset it to have an editor found.`,
    );
  if (named || !hasDisplay()) return named;
  return installed() ?? (await downloaded());
}

function installed() {
  const command = inPath(['code']);
  // The command is a shell script in bin/; tests need the program itself, one folder up.
  const besideCommand =
    command && process.platform === 'linux' ? [join(realpathSync(command), '..', '..', 'code')] : [];
  const usual = USUAL_PLACES[/** @type {keyof typeof USUAL_PLACES} */ (process.platform)] ?? [];
  return [...besideCommand, ...usual].find((file) => existsSync(file));
}

async function downloaded() {
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  try {
    return await downloadAndUnzipVSCode({ cachePath: join(cacheFolder(), 'desktop'), timeout: PATIENCE_MS });
  } catch {
    return undefined;
  }
}
