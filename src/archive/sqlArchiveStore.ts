import {
  ArchiveError,
  type ArchiveState,
  type ArchiveStore,
  type ConversationId,
  type ConversationSummary,
  type SearchRequest,
  type SearchResult,
  type StoredMessage,
} from '../core/archive/store';
import type { Boundary } from '../core/compaction/boundary';
import { isConversation, type Branch, type MessageId } from '../core/conversation/message';
import { Analyser } from '../core/recall/analyser';
import { searchDatabase } from './archiveSearch';
import type { ArchivedMessage, MessageRow } from './codec';
import type { Addition } from './conversationDatabase';
import { ConversationFile, fileNameOf, type ArchiveSurroundings } from './conversationFile';
import { capResults } from './resultCap';
import { trailerMaxBytes, trailerOf } from './trailer';

/** What a store stands on. Without `onNotice` nobody hears that a damaged file was set aside. */
export type SqlArchiveOptions = Omit<ArchiveSurroundings, 'analyser' | 'onNotice'> &
  Partial<Pick<ArchiveSurroundings, 'onNotice'>>;

/** The archive in SQLite, one file per conversation. Any number of stores, in any process, may share a folder. */
export class SqlArchiveStore implements ArchiveStore {
  private readonly around: ArchiveSurroundings;
  /** Least recently used first. */
  private readonly open = new Map<ConversationId, ConversationFile>();

  constructor(options: SqlArchiveOptions) {
    this.around = { onNotice: () => undefined, ...options, analyser: new Analyser() };
  }

  async probe(conversation: ConversationId): Promise<ArchiveState> {
    try {
      await this.file(conversation).probe();
      return { kind: 'available' };
    } catch (error) {
      return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async archive(conversation: ConversationId, branch: Branch, ids: ReadonlySet<MessageId>): Promise<number> {
    const wanted = toArchive(branch, ids, this.around.now());
    let added: readonly Addition[] = [];
    let rows: MessageRow[] = [];
    await this.file(conversation).write(
      (db) => {
        added = db.missing(wanted);
        return added.length > 0;
      },
      (db) => {
        rows = db.insert(added, this.around.analyser);
      },
      (db) => {
        if (!db.holds(rows)) throw notAsWritten();
      },
    );
    return added.length;
  }

  async read(conversation: ConversationId, ids: readonly MessageId[]): Promise<StoredMessage[]> {
    return (await this.file(conversation).read((db) => db.read(ids))).map(toStored);
  }

  async boundaries(conversation: ConversationId): Promise<Boundary[]> {
    return this.file(conversation).read((db) => db.boundaries());
  }

  async commitBoundary(conversation: ConversationId, boundary: Boundary): Promise<void> {
    await this.file(conversation).write(
      () => true,
      (db) => {
        db.addBoundary(boundary);
      },
      (db) => {
        if (JSON.stringify(db.boundaries()[0]) !== JSON.stringify(boundary)) throw notAsWritten();
      },
    );
  }

  async undoBoundary(conversation: ConversationId): Promise<Boundary | undefined> {
    let undone: Boundary | undefined;
    await this.file(conversation).write(
      (db) => {
        undone = db.boundaries()[0];
        return undone !== undefined;
      },
      (db) => {
        db.removeNewestBoundary();
      },
      () => undefined,
    );
    return undone;
  }

  async search(conversation: ConversationId, request: SearchRequest): Promise<SearchResult> {
    return this.file(conversation).read((db) => searchDatabase(db, request, this.around.analyser));
  }

  async list(conversation: ConversationId, page: { offset: number; limit: number }): Promise<StoredMessage[]> {
    return (await this.file(conversation).read((db) => db.list(page.offset, page.limit))).map(toStored);
  }

  async conversations(): Promise<ConversationSummary[]> {
    const entries = await this.around.files.list().catch((cause: unknown) => {
      throw new ArchiveError('unreadable', 'The list of archived conversations could not be read.', { cause });
    });
    const sizes = new Map<ConversationId, number>();
    for (const { name, bytes } of entries) {
      const id = /^([A-Za-z0-9-]+)\.db(?:\.new|\.previous)?$/.exec(name)?.[1];
      if (id !== undefined) sizes.set(id, name === fileNameOf(id) ? bytes : (sizes.get(id) ?? bytes));
    }
    const summaries = await Promise.all(Array.from(sizes, ([id, bytes]) => this.summarise(id, bytes)));
    return summaries.flat().sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async delete(conversation: ConversationId): Promise<void> {
    await this.file(conversation).remove();
    this.open.delete(conversation);
  }

  async close(): Promise<void> {
    const files = Array.from(this.open.values());
    this.open.clear();
    await Promise.all(files.map((file) => file.close()));
  }

  /** Reads the entry at the file's end; where there is none, the file is opened, which mends it. */
  private async summarise(id: ConversationId, bytes: number): Promise<ConversationSummary[]> {
    const entry = async () => {
      for (const suffix of ['', '.new', '.previous']) {
        const end = await this.around.files.readEnd(fileNameOf(id) + suffix, trailerMaxBytes);
        const found = end && trailerOf(end);
        if (found) return found.trailer;
        if (end && suffix === '') return undefined;
      }
      return undefined;
    };
    try {
      const trailer = (await entry()) ?? (await this.file(id).read(() => undefined), await entry());
      return trailer ? [{ id, bytes, ...trailer }] : [];
    } catch {
      return [{ id, title: '', messages: 0, bytes, updatedAt: 0 }];
    }
  }

  private file(id: ConversationId): ConversationFile {
    if (!/^[A-Za-z0-9-]{1,128}$/.test(id)) {
      throw new ArchiveError('unreadable', `“${id}” is no name of a conversation: letters, digits and “-” only.`);
    }
    const file = this.open.get(id) ?? new ConversationFile(id, this.around);
    this.open.delete(id);
    this.open.set(id, file);
    for (const [oldest, other] of this.open) {
      if (this.open.size <= mostOpen) break;
      this.open.delete(oldest);
      void other.close();
    }
    return file;
  }
}

/** Databases kept in memory: the chat in front and the one looked at beside it. */
const mostOpen = 2;

/** What is stored of the branch: not what only belongs to the request, which is made afresh each time. */
function toArchive(branch: Branch, ids: ReadonlySet<MessageId>, archivedAt: number): ArchivedMessage[] {
  const firstOrdinals = new Map<number, number>();
  const wanted: ArchivedMessage[] = [];
  let parent: MessageId = '';
  for (const message of branch) {
    const first = firstOrdinals.get(message.turn) ?? message.ordinal;
    firstOrdinals.set(message.turn, first);
    if (!isConversation(message)) continue;
    if (ids.has(message.id)) {
      const { id, role, ordinal, turn, synthetic, time } = message;
      wanted.push({
        id,
        parent,
        role,
        ordinal,
        turn,
        turnOffset: ordinal - first,
        ...(synthetic !== undefined && { synthetic }),
        ...(time !== undefined && { time }),
        archivedAt,
        parts: capResults(message.parts),
      });
    }
    parent = message.id;
  }
  return wanted;
}

function toStored({ turnOffset: _turnOffset, ...message }: ArchivedMessage): StoredMessage {
  return message;
}

function notAsWritten(): ArchiveError {
  return new ArchiveError('verify', 'The archive did not give back what was written to it. Check the disk.');
}
