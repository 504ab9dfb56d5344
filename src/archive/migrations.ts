import type { Database } from 'sql.js';
import { ArchiveError } from '../core/archive/store';

/** One step from a schema to the next one. Never changed once it was released. */
export interface Migration {
  readonly name: string;
  run(db: Database): void;
}

/** All steps, oldest first. A file's `user_version` says how many of them it has seen. */
export const migrations: readonly Migration[] = [{ name: 'messages, passages and boundaries', run: createTables }];

/** What this build writes. */
export const schemaVersion = migrations.length;

/** How many of the {@link migrations} a database has seen; 0 for a new one. */
export function versionOf(db: Database): number {
  return Number(db.exec('PRAGMA user_version')[0]?.values[0]?.[0] ?? 0);
}

/** Brings a database up to {@link schemaVersion}, in one transaction. A newer one is left alone. */
export function migrate(db: Database): void {
  const version = versionOf(db);
  if (version >= schemaVersion) return;
  db.run('BEGIN');
  for (const migration of migrations.slice(version)) {
    try {
      migration.run(db);
    } catch (cause) {
      db.run('ROLLBACK');
      throw new ArchiveError('damaged', `The archive could not be brought up to date (${migration.name}).`, { cause });
    }
  }
  db.run(`PRAGMA user_version = ${schemaVersion}`);
  db.run('COMMIT');
}

/**
 * The text of a passage is not stored: it is `text.slice(start_unit, end_unit)` of its message's text. The index holds
 * our own analyser's terms (see `ftsTerms.ts`), so its tokenizer only has to split at spaces, and neither text
 * (`content=""`) nor lengths (`matchinfo=fts3`), which `passage` has.
 */
function createTables(db: Database): void {
  db.run(`
    CREATE TABLE message (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      parent TEXT NOT NULL,
      role TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      turn_offset INTEGER NOT NULL,
      synthetic INTEGER,
      time REAL,
      archived_at REAL NOT NULL,
      parts TEXT NOT NULL,
      checksum INTEGER NOT NULL
    );
    CREATE INDEX message_by_ordinal ON message (ordinal);
    CREATE TABLE passage (
      row INTEGER PRIMARY KEY,
      message INTEGER NOT NULL REFERENCES message (row),
      start_unit INTEGER NOT NULL,
      end_unit INTEGER NOT NULL,
      terms INTEGER NOT NULL,
      traits INTEGER NOT NULL
    );
    CREATE VIRTUAL TABLE word USING fts4 (content="", matchinfo="fts3", tokenize=simple, terms);
    CREATE TABLE boundary (
      row INTEGER PRIMARY KEY,
      body TEXT NOT NULL,
      checksum INTEGER NOT NULL
    );
  `);
}
