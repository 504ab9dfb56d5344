import { join } from 'node:path';
import { openSqlJs } from '../../src/archive/openSqlJs';

/** SQLite from the package, loaded once for all tests of a run. */
export const sqlJs = openSqlJs(join(import.meta.dirname, '../../node_modules/sql.js/dist/sql-wasm.wasm'));
