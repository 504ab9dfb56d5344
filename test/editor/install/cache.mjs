import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder outside the work tree that keeps what was installed: `THROUGHLINE_CACHE`, else the user's own cache folder. */
export function cacheFolder() {
  const { THROUGHLINE_CACHE, XDG_CACHE_HOME } = process.env;
  return THROUGHLINE_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'throughline-editor');
}

/**
 * Folder `name` of the cache, filled by `fill(folder)` if it is not there yet.
 *
 * The folder appears under its name only when it is complete: a killed install leaves nothing that looks finished,
 * and of two installs at once the first to finish wins.
 * @param {string} name names the content and its version
 * @param {string} what said to the user while it is being fetched
 * @param {(folder: string) => Promise<unknown>} fill
 */
export async function cached(name, what, fill) {
  const folder = join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  await removeAbandoned();
  const partial = join(cacheFolder(), `partial-${process.pid}-${randomUUID()}`);
  await mkdir(partial, { recursive: true });
  console.log(`Installing ${what} (once, into ${folder}) …`);
  try {
    await fill(partial);
    await rename(partial, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return folder;
}

/** Removes what installs left behind that were killed half-way, as far as their children let go of it already. */
async function removeAbandoned() {
  const names = existsSync(cacheFolder()) ? await readdir(cacheFolder()) : [];
  for (const name of names) {
    const pid = Number(/^partial-(\d+)-/.exec(name)?.[1]);
    if (pid && !isRunning(pid))
      await rm(join(cacheFolder(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
