import { createServer } from 'node:net';

/**
 * The port a server can listen on: the wanted one, or the usual one, or, where that is taken, 0 for any. Throws when the
 * wanted one is taken; the editor's server itself would wait for it without a word.
 * @param {string | undefined} wanted
 * @param {number} usual
 */
export async function freePort(wanted, usual) {
  if (await isFree(Number(wanted ?? usual))) return Number(wanted ?? usual);
  if (wanted !== undefined)
    throw new Error(`Port ${wanted} cannot be used: choose another with --port, or leave it out.`);
  return 0;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return Promise.resolve(false);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
