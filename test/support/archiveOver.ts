import type { ArchiveFiles } from '../../src/archive/files';
import type { LockOwner } from '../../src/archive/lock';
import { SqlArchiveStore } from '../../src/archive/sqlArchiveStore';
import { sqlJs } from './sqlJs';

/** A store over the given files, as one window opens it. Locks of owners named `dead…` count as left behind. */
export function archiveOver(
  files: ArchiveFiles,
  more: { name?: string; now?: () => number; onNotice?: (sentence: string) => void } = {},
): SqlArchiveStore {
  const owner: LockOwner = { name: more.name ?? 'window', isAlive: (name) => !name.startsWith('dead') };
  return new SqlArchiveStore({ files, sql: sqlJs, now: more.now ?? Date.now, owner, ...more });
}
