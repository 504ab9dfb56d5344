import { MemoryFiles } from './memoryFiles';
import type { SqlJsLoader } from './openSqlJs';
import { SqlArchiveStore } from './sqlArchiveStore';

/** An archive that lives as long as the process: the same code as the one on disk, over files in memory. */
export class MemoryArchiveStore extends SqlArchiveStore {
  constructor(sql: SqlJsLoader, now: () => number = Date.now) {
    super({ files: new MemoryFiles(), sql, now, owner: { name: 'memory', isAlive: () => true } });
  }
}
