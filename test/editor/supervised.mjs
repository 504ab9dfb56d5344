import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SUPERVISOR = fileURLToPath(new URL('supervisor.mjs', import.meta.url));

/**
 * Starts a command that ends with all its descendants when `stop()` is called or when this process ends, even if it is killed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, output?: 'inherit' | 'pipe' }} [options]
 */
export function supervised(command, args, { env = process.env, cwd, output = 'inherit' } = {}) {
  // A process group of its own: Ctrl+C reaches only us, and the supervisor hears of it by our end.
  const child = spawn(process.execPath, [SUPERVISOR, command, ...args], {
    env,
    cwd,
    stdio: ['pipe', output, output],
    detached: process.platform !== 'win32',
  });
  child.stdin?.on('error', () => undefined);
  /** @type {Promise<number>} the command's exit code */
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    /** Ends the command and resolves when it is gone. */
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}
