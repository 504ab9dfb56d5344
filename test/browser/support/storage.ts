import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from './workbench';

/**
 * Makes the folder in which the extension keeps archives unusable, whoever runs the test: a file takes its place.
 * Resolves to what brings it back, with all it held.
 */
export async function breakStorage({ dataDir }: Workbench): Promise<() => Promise<void>> {
  const storages = join(dataDir, 'data', 'User', 'workspaceStorage');
  const [workspace, ...others] = await readdir(storages);
  if (workspace === undefined || others.length > 0) throw new Error(`No single workspace has a storage in ${storages}`);
  const folder = join(storages, workspace, 'throughline.throughline');
  const aside = `${folder}.aside`;
  await mkdir(folder, { recursive: true });
  await rename(folder, aside);
  await writeFile(folder, 'not a folder');
  return async () => {
    await rm(folder);
    await rename(aside, folder);
  };
}
