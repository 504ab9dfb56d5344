import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';
import { ArchiveError } from '../core/archive/store';
import type { Boundary } from '../core/compaction/boundary';
import { textOf, type MessageId, type Part, type Role } from '../core/conversation/message';
import type { Analyser } from '../core/recall/analyser';
import { passagesOf } from '../core/recall/passages';
import { traitsOf } from '../core/recall/traits';
import type { FoundMatches, PassageMatch, RankedCollection, RankedMessage } from '../core/recall/rank';
import {
  checksumOf,
  decodeMessage,
  encodeMessage,
  messageColumns,
  type ArchivedMessage,
  type MessageRow,
} from './codec';
import { encodeTerms, matchAny } from './ftsTerms';
import { migrate, schemaVersion, versionOf } from './migrations';

/** A message as it will be stored, and how many units of its text already are. */
export interface Addition {
  readonly message: ArchivedMessage;
  readonly storedUnits: number;
}

/** One conversation's SQLite database in memory. Whoever opens it closes it. */
export class ConversationDatabase {
  private readonly sql: Database;
  private directory: Directory | undefined;
  /** Written by a newer version of the extension: may be read as far as it is understood, must not be changed. */
  readonly isNewer: boolean;

  /** An empty one without `bytes`. Throws where SQLite cannot make sense of them. */
  constructor(sqlJs: SqlJsStatic, bytes?: Uint8Array) {
    this.sql = new sqlJs.Database(bytes);
    try {
      this.sql.run(pragmas);
      this.isNewer = versionOf(this.sql) > schemaVersion;
      migrate(this.sql);
    } catch (error) {
      this.sql.close();
      throw error;
    }
  }

  close(): void {
    this.sql.close();
  }

  /** The bytes of the whole database. */
  export(): Uint8Array {
    const bytes = this.sql.export();
    // An export closes and reopens the database, which forgets its settings.
    this.sql.run(pragmas);
    return bytes;
  }

  /** All changes of `work`, or none. */
  transaction<T>(work: () => T): T {
    this.sql.run('BEGIN');
    try {
      const result = work();
      this.sql.run('COMMIT');
      return result;
    } catch (error) {
      this.sql.run('ROLLBACK');
      throw error;
    } finally {
      this.directory = undefined;
    }
  }

  /**
   * What of these messages is still to be stored: whole messages, and attachments whose contents are not there yet. A
   * message keeps its id when what was attached to it is read anew, so its contents may differ from one sending to the
   * next; later ones are added behind what is stored.
   */
  missing(messages: readonly ArchivedMessage[]): Addition[] {
    const statement = this.sql.prepare(`SELECT ${messageColumns} FROM message WHERE id = ?`);
    try {
      return messages.flatMap((message): Addition[] => {
        const [row] = firstRow(statement, [message.id]);
        if (!row) return [{ message, storedUnits: 0 }];
        if (!message.parts.some(hasContents)) return [];
        const stored = decodeOrThrow(row);
        const added = message.parts.filter((part) => hasContents(part) && !stored.parts.some(isSameAs(part)));
        if (added.length === 0) return [];
        return [{ message: { ...stored, parts: [...stored.parts, ...added] }, storedUnits: textOf(stored).length }];
      });
    } finally {
      statement.free();
    }
  }

  /** Stores what is missing, with its passages and terms. Returns the rows as they must be read back. */
  insert(additions: readonly Addition[], analyser: Analyser): MessageRow[] {
    const rows = additions.map(({ message }) => encodeMessage(message));
    const addMessage = this.sql.prepare(
      `INSERT INTO message (${messageColumns}) VALUES (?,?,?,?,?,?,?,?,?,?,?)
       ON CONFLICT (id) DO UPDATE SET parts = excluded.parts, checksum = excluded.checksum RETURNING row`,
    );
    const addPassage = this.sql.prepare('INSERT INTO passage VALUES (?,?,?,?,?,?)');
    const addWords = this.sql.prepare('INSERT INTO word (docid, terms) VALUES (?,?)');
    try {
      let passageRow = this.number('SELECT max(row) FROM passage');
      for (const [index, { message, storedUnits }] of additions.entries()) {
        const [returned] = firstRow(addMessage, [...(rows[index] ?? [])]);
        const text = textOf(message).slice(storedUnits);
        for (const { start, end } of passagesOf(text)) {
          passageRow += 1;
          const piece = text.slice(start, end);
          const terms = analyser.analyse(piece).map((term) => term.text);
          const place = [storedUnits + start, storedUnits + end];
          addPassage.run([passageRow, returned?.[0] ?? null, ...place, terms.length, traitsOf(piece)]);
          addWords.run([passageRow, encodeTerms(terms)]);
        }
      }
    } finally {
      for (const statement of [addMessage, addPassage, addWords]) statement.free();
    }
    return rows;
  }

  /** Whether each of these rows is stored exactly so. */
  holds(rows: readonly MessageRow[]): boolean {
    const statement = this.sql.prepare(`SELECT ${messageColumns} FROM message WHERE id = ?`);
    try {
      return rows.every((row) => {
        const [stored] = firstRow(statement, [row[0] ?? null]);
        return stored !== undefined && row.every((value, column) => value === stored[column]);
      });
    } finally {
      statement.free();
    }
  }

  /** By id, in the order asked for; unknown ids are left out. */
  read(ids: readonly MessageId[]): ArchivedMessage[] {
    const statement = this.sql.prepare(`SELECT ${messageColumns} FROM message WHERE id = ?`);
    try {
      return ids.flatMap((id) => firstRow(statement, [id])).map(decodeOrThrow);
    } finally {
      statement.free();
    }
  }

  /** By ordinal. */
  list(offset: number, limit: number): ArchivedMessage[] {
    const sql = `SELECT ${messageColumns} FROM message ORDER BY ordinal, row LIMIT ? OFFSET ?`;
    return this.rows(sql, [limit, offset]).map(decodeOrThrow);
  }

  /** Number of messages. */
  count(): number {
    return this.number('SELECT count(*) FROM message');
  }

  /** The first message a person wrote. */
  opening(): ArchivedMessage | undefined {
    const sql = `SELECT ${messageColumns} FROM message WHERE role = 'user' AND synthetic IS NOT 1 ORDER BY ordinal LIMIT 1`;
    return this.rows(sql).map(decodeOrThrow)[0];
  }

  /** Newest first. */
  boundaries(): Boundary[] {
    return this.rows('SELECT body, checksum FROM boundary ORDER BY row DESC').map(([body, checksum]) => {
      if (typeof body !== 'string' || checksum !== checksumOf([body])) throw unreadable();
      return JSON.parse(body) as Boundary;
    });
  }

  addBoundary(boundary: Boundary): void {
    const body = JSON.stringify(boundary);
    this.sql.run('INSERT INTO boundary (body, checksum) VALUES (?,?)', [body, checksumOf([body])]);
  }

  removeNewestBoundary(): void {
    this.sql.run('DELETE FROM boundary WHERE row = (SELECT max(row) FROM boundary)');
  }

  /**
   * The passages that hold one of the rare ones among the terms, with the counts of all terms that are used. Common
   * terms only help to rank: a passage that has nothing but these is worth the look only where nothing else is asked.
   * `passage` and `message` are row numbers.
   */
  matches(terms: readonly string[]): FoundMatches {
    const holding = this.passagesHolding(terms.slice(0, mostTermsLookedUp));
    const used = Array.from(holding.keys())
      .filter((term) => (holding[term] ?? 0) > 0)
      .sort((a, b) => (holding[a] ?? 0) - (holding[b] ?? 0))
      .slice(0, mostTermsUsed);
    let candidates = 0;
    const rare = used.filter((term) => {
      const wanted = candidates < enoughCandidates;
      if (wanted) candidates += holding[term] ?? 0;
      return wanted;
    });
    if (rare.length === 0) return { holding, matches: [] };
    const textOfTerm = (term: number) => terms[term] ?? '';
    const expression = `(${matchAny(rare.map(textOfTerm))}) AND (${matchAny(used.map(textOfTerm))})`;
    const directory = this.readDirectory();
    const matches: PassageMatch[] = [];
    this.each("SELECT docid, matchinfo(word, 'y') FROM word WHERE terms MATCH ?", [expression], ([docid, info]) => {
      if (typeof docid !== 'number' || !(info instanceof Uint8Array)) return;
      const found = new Uint32Array(info.buffer, info.byteOffset, rare.length + used.length);
      const counts = new Uint32Array(terms.length);
      used.forEach((term, index) => {
        counts[term] = found[rare.length + index] ?? 0;
      });
      matches.push({
        passage: docid,
        message: directory.passageMessage[docid] ?? 0,
        length: directory.passageTerms[docid] ?? 0,
        traits: directory.passageTraits[docid] ?? 0,
        counts,
      });
    });
    return { holding, matches };
  }

  /** Of each term, how many passages hold it. */
  private passagesHolding(terms: readonly string[]): number[] {
    const holding = terms.map(() => 0);
    if (terms.length === 0) return holding;
    const sql = "SELECT matchinfo(word, 'x') FROM word WHERE terms MATCH ? LIMIT 1";
    this.each(sql, [matchAny(terms)], ([info]) => {
      if (!(info instanceof Uint8Array)) return;
      const figures = new Uint32Array(info.buffer, info.byteOffset, terms.length * 3);
      for (let term = 0; term < terms.length; term += 1) holding[term] = figures[term * 3 + 2] ?? 0;
    });
    return holding;
  }

  /** What ranking needs to know about everything that is stored. */
  collection(): RankedCollection & { messageId(row: number): MessageId } {
    const directory = this.readDirectory();
    const unknown: RankedMessage = { role: 'assistant', ordinal: 0, previous: -1 };
    return {
      passages: directory.passages,
      meanLength: directory.meanLength,
      meanMessageLength: directory.meanMessageLength,
      message: (row) => directory.messages[row] ?? unknown,
      messageId: (row) => directory.ids[row] ?? '',
    };
  }

  /** The message of a passage and the passage's text. */
  passage(row: number): { message: ArchivedMessage; text: string } | undefined {
    const [found] = this.rows(
      `SELECT start_unit, end_unit, ${messageColumns} FROM passage JOIN message ON message.row = passage.message WHERE passage.row = ?`,
      [row],
    );
    if (!found) return undefined;
    const message = decodeOrThrow(found.slice(2));
    return { message, text: textOf(message).slice(Number(found[0]), Number(found[1])) };
  }

  private each(sql: string, values: SqlValue[], use: (row: SqlValue[]) => void): void {
    const statement = this.sql.prepare(sql);
    try {
      statement.bind(values);
      while (statement.step()) use(statement.get());
    } finally {
      statement.free();
    }
  }

  private readDirectory(): Directory {
    this.directory ??= readDirectory((sql, use) => {
      this.each(sql, [], use);
    });
    return this.directory;
  }

  private rows(sql: string, values: SqlValue[] = []): SqlValue[][] {
    return this.sql.exec(sql, values)[0]?.values ?? [];
  }

  private number(sql: string): number {
    return Number(this.rows(sql)[0]?.[0] ?? 0);
  }
}

/** The journal lives in memory, like the database: what is not saved is gone with the process either way. */
const pragmas =
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;';

/** A long message pasted as a query: what comes later in it is not looked up. */
const mostTermsLookedUp = 256;
/** Of these, the rarest ones: each costs a pass over its passages. */
const mostTermsUsed = 48;
/** Further, more common terms bring no candidates of their own once there are this many. */
const enoughCandidates = 2000;

/** Columns that ranking looks at for every match, by row number. */
interface Directory {
  readonly passages: number;
  readonly meanLength: number;
  readonly meanMessageLength: Record<Role, number>;
  readonly passageMessage: number[];
  readonly passageTerms: number[];
  readonly passageTraits: number[];
  readonly messages: RankedMessage[];
  readonly ids: MessageId[];
}

function readDirectory(each: (sql: string, use: (row: SqlValue[]) => void) => void): Directory {
  const rowOfId = new Map<MessageId, number>();
  const ids: MessageId[] = [];
  each('SELECT row, id FROM message', ([row, id]) => {
    rowOfId.set(String(id), Number(row));
    ids[Number(row)] = String(id);
  });
  const messages: RankedMessage[] = [];
  const messagesOfRole = { system: 0, user: 0, assistant: 0, tool: 0 };
  each('SELECT row, parent, role, ordinal FROM message', ([row, parent, role, ordinal]) => {
    const previous = rowOfId.get(String(parent)) ?? -1;
    messages[Number(row)] = { role: role as Role, ordinal: Number(ordinal), previous };
    messagesOfRole[role as Role] += 1;
  });
  const passageMessage: number[] = [];
  const passageTerms: number[] = [];
  const passageTraits: number[] = [];
  const termsOfRole = { system: 0, user: 0, assistant: 0, tool: 0 };
  let passages = 0;
  each('SELECT row, message, terms, traits FROM passage', ([row, message, terms, traits]) => {
    passageMessage[Number(row)] = Number(message);
    passageTerms[Number(row)] = Number(terms);
    passageTraits[Number(row)] = Number(traits);
    passages += 1;
    termsOfRole[messages[Number(message)]?.role ?? 'assistant'] += Number(terms);
  });
  const mean = (role: Role) => termsOfRole[role] / Math.max(1, messagesOfRole[role]);
  const allTerms = Object.values(termsOfRole).reduce((sum, terms) => sum + terms, 0);
  return {
    passages,
    meanLength: allTerms / Math.max(1, passages),
    meanMessageLength: { system: mean('system'), user: mean('user'), assistant: mean('assistant'), tool: mean('tool') },
    passageMessage,
    passageTerms,
    passageTraits,
    messages,
    ids,
  };
}

function firstRow(statement: Statement, values: SqlValue[]): SqlValue[][] {
  statement.bind(values);
  const rows = statement.step() ? [statement.get()] : [];
  statement.reset();
  return rows;
}

function decodeOrThrow(row: SqlValue[]): ArchivedMessage {
  const message = decodeMessage(row);
  if (!message) throw unreadable();
  return message;
}

function hasContents(part: Part): boolean {
  return part.kind === 'attachment' && part.text !== undefined;
}

function isSameAs(part: Part): (other: Part) => boolean {
  const written = JSON.stringify(part);
  return (other) => JSON.stringify(other) === written;
}

function unreadable(): ArchiveError {
  return new ArchiveError(
    'damaged',
    'A message of this archive is not what was stored; open it again to recover the rest.',
  );
}
