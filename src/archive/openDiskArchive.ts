import type { ArchiveStore } from '../core/archive/store';
import { NodeFiles } from './nodeFiles';
import { openSqlJs } from './openSqlJs';
import { processOwner } from './processOwner';
import { SqlArchiveStore } from './sqlArchiveStore';

/**
 * The archive in a folder on this disk. Nothing is read or loaded before the first call.
 *
 * @param onNotice tells the user one sentence, once: a damaged file was set aside
 * @param goneThreads see {@link processOwner}
 */
export function openDiskArchive(options: {
  readonly storageFolder: string;
  readonly wasmFile: string;
  readonly onNotice?: (sentence: string) => void;
  readonly goneThreads?: readonly number[];
}): ArchiveStore {
  return new SqlArchiveStore({
    files: new NodeFiles(options.storageFolder),
    sql: openSqlJs(options.wasmFile),
    owner: processOwner(options.goneThreads),
    now: Date.now,
    ...(options.onNotice && { onNotice: options.onNotice }),
  });
}
