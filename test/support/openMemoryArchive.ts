import { MemoryArchiveStore } from '../../src/archive/memoryArchiveStore';
import { openSqlJs } from '../../src/archive/openSqlJs';

/** SQLite is loaded once for all tests of a run. */
const sql = openSqlJs('node_modules/sql.js/dist/sql-wasm.wasm');

/** An empty archive that is gone with the test. */
export function openMemoryArchive(): MemoryArchiveStore {
  return new MemoryArchiveStore(sql);
}
