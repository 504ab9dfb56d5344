import { basename } from 'node:path';
import { execute } from './execute.mjs';

/**
 * Runs npm in `folder`, the same npm that runs us where there is one. Throws one line that names the folder and the command.
 * @param {string} folder
 * @param {string[]} args
 */
export async function npm(folder, args) {
  const ours = process.env['npm_execpath'];
  const shared = [...args, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  if (ours && basename(ours).startsWith('npm')) return execute(process.execPath, [ours, ...shared], { cwd: folder });
  return execute('npm', shared, { cwd: folder, shell: process.platform === 'win32' });
}

/**
 * Installs one package with its dependencies into `folder` without running any package's scripts: nothing is compiled,
 * nothing downloaded from anywhere but the registry.
 * @param {string} folder
 * @param {string} spec
 */
export function installPackage(folder, spec) {
  return npm(folder, ['install', '--no-save', '--ignore-scripts', spec]);
}
