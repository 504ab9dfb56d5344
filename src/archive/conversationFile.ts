import type { SqlJsStatic } from 'sql.js';
import { ArchiveError, type ConversationId } from '../core/archive/store';
import { textOf } from '../core/conversation/message';
import { keepStart, toWellFormed } from '../core/conversation/unicode';
import type { Analyser } from '../core/recall/analyser';
import { ConversationDatabase } from './conversationDatabase';
import { generationNames, replaceDurably, type ArchiveFiles } from './files';
import { withLock, type LockOwner } from './lock';
import type { SqlJsLoader } from './openSqlJs';
import { rescue } from './recovery';
import { sealOf, stampBytes, stampOf, trailerOf, unseal, type SealedFile, type Trailer } from './trailer';

/** What the archive needs of the world around it. */
export interface ArchiveSurroundings {
  readonly files: ArchiveFiles;
  readonly sql: SqlJsLoader;
  readonly owner: LockOwner;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly analyser: Analyser;
  /** Tells the user one sentence, once. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * One conversation's file and the database read from it.
 *
 * Work on it happens one piece after the other. Each piece sees what is on disk now: where another window has written,
 * the file is read again first. A write holds the lock from that look until the new file is in place, so no window's
 * rows are lost; where it fails, the database in memory is dropped and the file is as it was.
 */
export class ConversationFile {
  private loaded: { readonly db: ConversationDatabase; readonly stamp: string | undefined } | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private readonly name: string;

  constructor(
    private readonly id: ConversationId,
    private readonly around: ArchiveSurroundings,
  ) {
    this.name = fileNameOf(id);
  }

  /** Runs `work` on what is stored now. */
  read<T>(work: (db: ConversationDatabase) => T): Promise<T> {
    return this.enqueue('unreadable', async () => work(await this.fresh(() => this.locked(() => this.recover()))));
  }

  /**
   * Runs `change` in one transaction and saves, synced and read back; `verify` then looks at the database as it was
   * read from the saved bytes and throws where something is missing. Without `needed`, nothing is written.
   */
  write(
    needed: (db: ConversationDatabase) => boolean,
    change: (db: ConversationDatabase) => void,
    verify: (db: ConversationDatabase) => void,
  ): Promise<void> {
    return this.enqueue('unwritable', async () => {
      if (!needed(await this.fresh(() => this.locked(() => this.recover())))) return;
      await this.locked(async () => {
        const db = await this.fresh(() => this.recover());
        if (db.isNewer) throw newer(this.id);
        if (!needed(db)) return;
        try {
          db.transaction(() => {
            change(db);
          });
          await this.save(db);
          verify(db);
        } catch (error) {
          this.drop();
          throw error;
        }
      });
    });
  }

  /** Removes every file of the conversation, the one that counts last: a stop in between leaves it to be deleted again. */
  remove(): Promise<void> {
    return this.enqueue('unwritable', () =>
      this.locked(async () => {
        this.drop();
        const { files } = this.around;
        const names = (await files.list()).map(({ name }) => name).filter((name) => name.startsWith(`${this.id}.`));
        const sideFiles = names.filter((name) => name !== this.name && !name.startsWith(this.lockName));
        for (const name of sideFiles) await files.remove(name);
        await files.remove(this.name);
        await files.syncFolder();
      }),
    );
  }

  /** Whether a write beside the file works now; rejects where it does not. */
  probe(): Promise<void> {
    return this.enqueue('unwritable', async () => {
      const { files } = this.around;
      const name = `${this.id}.probe`;
      await files.write(name, [new Uint8Array([1])]);
      await files.remove(name);
      const db = await this.fresh(() => this.locked(() => this.recover()));
      if (db.isNewer) throw newer(this.id);
    });
  }

  /** Frees the memory once the work under way is done. */
  close(): Promise<void> {
    return this.enqueue('unreadable', () => {
      this.drop();
      return Promise.resolve();
    });
  }

  private get lockName(): string {
    return `${this.id}.lock`;
  }

  private locked<T>(work: () => Promise<T>): Promise<T> {
    const { files, owner, now } = this.around;
    return withLock(files, this.lockName, owner, { now, waitMs: lockWaitMs }, work);
  }

  private enqueue<T>(reason: 'unreadable' | 'unwritable', work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work).catch((cause: unknown) => {
      if (cause instanceof ArchiveError) throw cause;
      throw faultOf(reason, cause);
    });
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** The database as it is on disk now; `recover` is called where that is damaged. */
  private async fresh(recover: () => Promise<void>): Promise<ConversationDatabase> {
    const stamp = await this.stampOnDisk();
    if (this.loaded && this.loaded.stamp === stamp) return this.loaded.db;
    this.drop();
    const sqlJs = await this.around.sql();
    let sealed = await this.readSealed();
    if (sealed === 'damaged') {
      await recover();
      sealed = await this.readSealed();
      if (sealed === 'damaged') throw damaged(this.id);
    }
    const db = new ConversationDatabase(sqlJs, sealed?.database);
    this.loaded = { db, stamp: sealed?.stamp };
    return db;
  }

  private drop(): void {
    this.loaded?.db.close();
    this.loaded = undefined;
  }

  private async stampOnDisk(): Promise<string | undefined> {
    const { current, next, previous } = generationNames(this.name);
    for (const name of [current, next, previous]) {
      const end = await this.around.files.readEnd(name, stampBytes);
      if (end && (name === current || stampOf(end) !== undefined)) return stampOf(end) ?? 'damaged';
    }
    return undefined;
  }

  /** What counts: the file; where a stop left none, the complete new one or else the previous generation. */
  private async readSealed(): Promise<SealedFile | 'damaged' | undefined> {
    const { current, next, previous } = generationNames(this.name);
    for (const name of [current, next, previous]) {
      const bytes = await this.around.files.read(name);
      const sealed = bytes && unseal(bytes);
      if (sealed) return sealed;
      if (bytes && name !== next) return 'damaged';
    }
    return undefined;
  }

  private async save(db: ConversationDatabase): Promise<void> {
    const database = db.export();
    const seal = sealOf(database, this.entryOf(db));
    if (!(await replaceDurably(this.around.files, this.name, [database, seal]))) {
      throw new ArchiveError(
        'verify',
        'What was read back from the archive is not what was written; the previous state was kept. Check the disk.',
      );
    }
    this.loaded = { db, stamp: stampOf(seal) };
  }

  private entryOf(db: ConversationDatabase): Trailer {
    return { title: titleOf(db), messages: db.count(), updatedAt: this.around.now() };
  }

  /** Sets the damaged file aside and puts a new one in its place, with every row that is still what was written. */
  private async recover(): Promise<void> {
    const { files, onNotice } = this.around;
    // Another window may have done it while this one waited for the lock.
    if ((await this.readSealed()) !== 'damaged') return;
    const sqlJs = await this.around.sql();
    const { current, next, previous } = generationNames(this.name);
    const broken = await files.read(current);
    const sources = [broken, await files.read(next), await files.read(previous)].flatMap((bytes) => bytes ?? []);
    const rescued = new ConversationDatabase(sqlJs);
    try {
      this.fill(rescued, sqlJs, sources);
      const aside = await this.nameAside();
      const entry = this.entryOf(rescued);
      const database = rescued.export();
      if (!broken) await files.rename(previous, aside);
      if (!(await replaceDurably(files, this.name, [database, sealOf(database, entry)], aside))) throw damaged(this.id);
      const expected = (broken && trailerOf(broken)?.trailer.messages) ?? rescued.count();
      onNotice(recoveryNotice(entry.title, rescued.count(), Math.max(0, expected - rescued.count()), aside));
    } finally {
      rescued.close();
    }
  }

  private fill(rescued: ConversationDatabase, sqlJs: SqlJsStatic, sources: readonly Uint8Array[]): void {
    let boundariesKnown = false;
    for (const bytes of sources) {
      const found = rescue(sqlJs, bytes);
      if (found.isNewer) throw damaged(this.id);
      rescued.transaction(() => {
        rescued.insert(rescued.missing(found.messages), this.around.analyser);
        if (!boundariesKnown)
          found.boundaries.forEach((boundary) => {
            rescued.addBoundary(boundary);
          });
      });
      boundariesKnown ||= found.boundaries.length > 0;
    }
  }

  /** A free name that tells the second; two files set aside in the same one are told apart by a number. */
  private async nameAside(): Promise<string> {
    const date = new Date(this.around.now()).toISOString().slice(0, 19).replaceAll(':', '-');
    const taken = new Set((await this.around.files.list()).map(({ name }) => name));
    for (let count = 1; ; count += 1) {
      const name = `${this.id}.damaged-${date}${count === 1 ? '' : `-${count}`}.db`;
      if (!taken.has(name)) return name;
    }
  }
}

export function fileNameOf(id: ConversationId): string {
  return `${id}.db`;
}

/** How long a write waits for another window's: those take milliseconds, and the chat must go on. */
const lockWaitMs = 2000;

const titleUnits = 80;

/** The first line of what the person asked first. */
function titleOf(db: ConversationDatabase): string {
  const opening = db.opening();
  const line = opening
    ? textOf(opening)
        .split('\n')
        .find((candidate) => candidate.trim() !== '')
    : undefined;
  return toWellFormed(keepStart((line ?? '').trim(), titleUnits));
}

function recoveryNotice(title: string, recovered: number, lost: number, aside: string): string {
  const missing = lost > 0 ? `, ${lost} could not be read` : '';
  return `The archive of “${title}” was damaged: ${recovered} messages were recovered${missing}. The damaged file was kept as ${aside}.`;
}

function damaged(id: ConversationId): ArchiveError {
  return new ArchiveError(
    'damaged',
    `The archive ${fileNameOf(id)} is damaged and could not be recovered; it was left as it is.`,
  );
}

function newer(id: ConversationId): ArchiveError {
  return new ArchiveError(
    'newer',
    `The archive ${fileNameOf(id)} was written by a newer version of Throughline; update the extension to add to it.`,
  );
}

function faultOf(reason: 'unreadable' | 'unwritable', cause: unknown): ArchiveError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ArchiveError(
    reason,
    `The archive could not be ${reason === 'unwritable' ? 'written' : 'read'} (${why}). Check the storage folder.`,
    { cause },
  );
}
