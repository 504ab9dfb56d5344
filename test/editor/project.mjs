import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './install/npm.mjs';

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm ci` unless the installed packages are those of the lock file. */
export async function installDependencies() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  const wanted = join(ROOT, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.log('Installing the packages of package-lock.json …');
  await npm(ROOT, ['ci']);
}
