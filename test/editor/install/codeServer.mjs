import { join } from 'node:path';
import { cached } from './cache.mjs';
import { installPackage, npm } from './npm.mjs';

const VERSION = '4.139.1';

/**
 * Folder of a complete Code OSS (server, web workbench, chat), as the npm package `code-server` carries it.
 * @returns {Promise<string>}
 */
export async function findCodeServer() {
  const inside = join('node_modules', 'code-server', 'lib', 'vscode');
  const folder = await cached(
    `code-server-${VERSION}-${process.platform}-${process.arch}`,
    'Code OSS',
    async (into) => {
      await installPackage(into, `code-server@${VERSION}`);
      for (const part of [join(into, inside), join(into, inside, 'extensions')])
        await npm(part, ['install', '--omit=dev', '--ignore-scripts']);
    },
  );
  return join(folder, inside);
}
