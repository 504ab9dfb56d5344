import { setTimeout as sleep } from 'node:timers/promises';
import { ArchiveError } from '../core/archive/store';
import type { ArchiveFiles } from './files';

/** Who holds a lock, and how others see that a holder is gone. */
export interface LockOwner {
  /** Names this process (or window) for others. */
  readonly name: string;
  /** Whether the owner of that name may still be at work; `true` where it cannot be told. */
  isAlive(name: string): boolean;
}

export interface LockTimes {
  readonly now: () => number;
  /** How long to wait for a lock before giving up. */
  readonly waitMs: number;
}

/**
 * Runs `work` while no other window or process does the same under this name. Waits a bounded time, then rejects with
 * an {@link ArchiveError} `locked`. A lock whose owner is gone, or that is older than any write takes, is broken.
 */
export async function withLock<T>(
  files: ArchiveFiles,
  name: string,
  owner: LockOwner,
  times: LockTimes,
  work: () => Promise<T>,
): Promise<T> {
  const record = await acquire(files, name, owner, times);
  try {
    return await work();
  } finally {
    // What was done is done: a lock that cannot be removed is broken by the next one once its time is up.
    await release(files, name, record).catch(() => undefined);
  }
}

/** No write takes this long: an older lock was left behind. */
export const staleAfterMs = 30_000;

/** A lock is written in one go: one that stays unreadable this long was cut off by the end of its process. */
const unreadableAfterMs = 500;

/** Pauses between two tries: short at first, since most writes are; spread, so that waiters do not march in step. */
const shortestPauseMs = 5;
const longestPauseMs = 60;

async function acquire(files: ArchiveFiles, name: string, owner: LockOwner, times: LockTimes): Promise<LockRecord> {
  const giveUpAt = times.now() + times.waitMs;
  let unreadableSince: number | undefined;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const record = { owner: owner.name, since: times.now() };
    if (await files.create(name, encode(record))) return record;
    const held = await files.read(name);
    unreadableSince = held && !decode(held) ? (unreadableSince ?? record.since) : undefined;
    const cutOff = unreadableSince !== undefined && record.since - unreadableSince > unreadableAfterMs;
    if (await breakStale(files, name, owner, record.since, cutOff)) continue;
    if (times.now() >= giveUpAt) {
      throw new ArchiveError(
        'locked',
        'Another window is writing to the archive of this conversation. The next request tries again.',
      );
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/** Removes the lock if it is still ours: a very slow holder may have been taken for dead. */
async function release(files: ArchiveFiles, name: string, { owner, since }: LockRecord): Promise<void> {
  const held = decode(await files.read(name));
  if (held?.owner === owner && held.since === since) await files.remove(name);
}

/**
 * Removes a lock that was left behind. Only the holder of a second lock may, and it looks again: two waiters must not
 * both remove the lock, the second one that of the first. `cutOff`: the lock has been unreadable for too long.
 */
async function breakStale(
  files: ArchiveFiles,
  name: string,
  owner: LockOwner,
  now: number,
  cutOff: boolean,
): Promise<boolean> {
  const isStale = async (file: string) => {
    const bytes = await files.read(file);
    const lock = decode(bytes);
    if (!lock) return bytes !== undefined && cutOff;
    return now - lock.since > staleAfterMs || !owner.isAlive(lock.owner);
  };
  if (!(await isStale(name))) return false;
  const breaking = `${name}.break`;
  if (!(await files.create(breaking, encode({ owner: owner.name, since: now })))) {
    if (await isStale(breaking)) await files.remove(breaking);
    return false;
  }
  try {
    if (!(await isStale(name))) return false;
    await files.remove(name);
    return true;
  } finally {
    await files.remove(breaking);
  }
}

interface LockRecord {
  readonly owner: string;
  readonly since: number;
}

function encode(record: LockRecord): Uint8Array {
  return Buffer.from(JSON.stringify([record.owner, record.since]));
}

/** `undefined` for a lock that is gone, or that another one is writing this moment. */
function decode(bytes: Uint8Array | undefined): LockRecord | undefined {
  const [, owner, since] = /^\["([^"\\]*)",(\d+)\]$/.exec(Buffer.from(bytes ?? []).toString('utf8')) ?? [];
  return owner === undefined ? undefined : { owner, since: Number(since) };
}
