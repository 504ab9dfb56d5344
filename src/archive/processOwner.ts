import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import type { LockOwner } from './lock';

/**
 * This thread as the owner of locks. A process on another machine cannot be looked at, so it counts as alive.
 *
 * @param goneThreads threads of this process that have ended: what they held is held by nobody
 */
export function processOwner(goneThreads: readonly number[] = []): LockOwner {
  const host = hostname();
  return {
    name: [host, process.pid, threadId, randomUUID()].join('|'),
    isAlive: (name) => {
      const [otherHost, pid, thread] = name.split('|');
      if (otherHost !== host) return true;
      if (Number(pid) === process.pid && goneThreads.includes(Number(thread))) return false;
      try {
        process.kill(Number(pid), 0);
        return true;
      } catch (error) {
        // No permission to signal a process means that it exists.
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
      }
    },
  };
}
