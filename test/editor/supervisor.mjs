/**
 * Runs a command and sees to it that nothing of it outlives its parent: `node supervisor.mjs <command> [args…]`.
 *
 * The command gets a process group of its own. When the command ends, or our standard input closes (the parent asked us
 * to stop, or is gone, however it died), the whole group is ended. Exits with the command's code.
 */
import { spawn, spawnSync } from 'node:child_process';

const GRACE_MS = 3000;
const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32' });

/** @param {NodeJS.Signals} signal */
function endGroup(signal) {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Nobody of the group is left.
    }
}

function stop() {
  endGroup('SIGTERM');
  setTimeout(() => endGroup('SIGKILL'), GRACE_MS).unref();
}

child.on('error', (error) => {
  console.error(`${command} cannot be started: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code) => {
  endGroup('SIGKILL');
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
process.stdin.on('end', stop).on('error', stop).resume();
