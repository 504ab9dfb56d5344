import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { LockOwner } from './lock';

/** This process as the owner of locks. A process on another machine cannot be looked at, so it counts as alive. */
export function processOwner(): LockOwner {
  const host = hostname();
  return {
    name: [host, process.pid, randomUUID()].join('|'),
    isAlive: (name) => {
      const [otherHost, pid] = name.split('|');
      if (otherHost !== host) return true;
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
