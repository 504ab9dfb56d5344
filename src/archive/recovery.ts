import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import type { Boundary } from '../core/compaction/boundary';
import { checksumOf, decodeMessage, messageColumns, type ArchivedMessage } from './codec';
import { schemaVersion, versionOf } from './migrations';

/** What could be read of a damaged file: only rows that are, byte for byte, what was written. */
export interface Rescue {
  readonly messages: readonly ArchivedMessage[];
  /** Oldest first. */
  readonly boundaries: readonly Boundary[];
  /** The file says it was written by a newer version: what it means is not for this one to decide. */
  readonly isNewer: boolean;
}

/** Reads row by row, since one bad page fails every query that crosses it but not its neighbours. Never throws. */
export function rescue(sqlJs: SqlJsStatic, bytes: Uint8Array): Rescue {
  const nothing: Rescue = { messages: [], boundaries: [], isNewer: false };
  let db: Database | undefined;
  try {
    db = new sqlJs.Database(bytes);
    const opened = db;
    if ((attempt(() => versionOf(opened)) ?? 0) > schemaVersion) return { ...nothing, isNewer: true };
    const messages = rowsOf(opened, 'message', messageColumns).flatMap(
      (row) => attempt(() => decodeMessage(row)) ?? [],
    );
    const boundaries = rowsOf(opened, 'boundary', 'body, checksum').flatMap(([body, checksum]) =>
      typeof body === 'string' && checksum === checksumOf([body]) ? [JSON.parse(body) as Boundary] : [],
    );
    return { messages, boundaries, isNewer: false };
  } catch {
    return nothing;
  } finally {
    attempt(() => db?.close());
  }
}

function rowsOf(db: Database, table: string, columns: string): SqlValue[][] {
  const rows: SqlValue[][] = [];
  const last = lastRow(db, table);
  for (let row = 1; row <= last; row += 1) {
    const found = attempt(() => db.exec(`SELECT ${columns} FROM ${table} WHERE row = ?`, [row])[0]?.values[0]);
    if (found) rows.push(found);
  }
  return rows;
}

/** The highest row number any query still tells; a little further where the end of the table is what broke. */
function lastRow(db: Database, table: string): number {
  const told = [
    `SELECT max(row) FROM ${table}`,
    `SELECT count(*) FROM ${table}`,
    `SELECT max(message) FROM passage`,
    `SELECT row FROM ${table}`,
  ].flatMap((sql) => attempt(() => furthest(db, sql)) ?? []);
  return Math.max(0, ...told);
}

function furthest(db: Database, sql: string): number {
  const statement = db.prepare(sql);
  let highest = 0;
  try {
    while (statement.step()) highest = Math.max(highest, Number(statement.get()[0] ?? 0));
  } catch {
    // What was seen before the bad page counts.
  } finally {
    statement.free();
  }
  return highest;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
