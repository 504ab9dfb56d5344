import type { Branch, BranchMessage, MessageId } from '../conversation/message';
import type { Boundary } from '../compaction/boundary';
import type { Citation } from './citation';

/** Names a conversation across reloads and windows. Letters, digits and `-` only: it becomes part of a file name. */
export type ConversationId = string;

/**
 * Whether what a compaction promises can be kept now: a real probe, not a flag.
 * `off` is the user's choice, `unavailable` a fault, told in one sentence.
 */
export type ArchiveState =
  { readonly kind: 'available' } | { readonly kind: 'off' } | { readonly kind: 'unavailable'; readonly reason: string };

/** A write, read or open that did not work. `message` is one sentence: the thing, the place, the next step. */
export class ArchiveError extends Error {
  constructor(
    readonly reason: 'unwritable' | 'unreadable' | 'damaged' | 'newer' | 'locked' | 'verify',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}

/** A message as the archive holds it: the verbatim parts, at their place in the transcript. */
export interface StoredMessage extends BranchMessage {
  /** Id of the message before it on its branch; empty for the first. */
  readonly parent: MessageId;
  /** Milliseconds since the epoch at which it was archived. */
  readonly archivedAt: number;
}

/** Where a hit stands relative to the request it is searched for. */
export type PassageState = 'evicted' | 'live' | 'undone';

/** A searchable piece of an archived message. */
export interface Passage {
  readonly messageId: MessageId;
  readonly citation: Citation;
  readonly turn: number;
  readonly ordinal: number;
  readonly role: BranchMessage['role'];
  readonly time?: number;
  /** Verbatim text of the piece. */
  readonly text: string;
  readonly state: PassageState;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

/** One search in the archive of a conversation. */
export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** Ids of the branch the request is made on. A passage is served iff its message is among them. */
  readonly branch: ReadonlySet<MessageId>;
  /** Ids that are still verbatim in the request: known already, so not served. */
  readonly live: ReadonlySet<MessageId>;
  /** Also serve live and undone passages, marked as such. Default: evicted ones only. */
  readonly includeAll?: boolean;
}

/** What one search found, best first. */
export interface SearchResult {
  readonly hits: readonly Passage[];
  /** How many passages were looked at. */
  readonly searched: number;
}

/** One archived conversation, as lists show it. */
export interface ConversationSummary {
  readonly id: ConversationId;
  readonly title: string;
  /** How many are archived. */
  readonly messages: number;
  /** Of its file. */
  readonly bytes: number;
  /** Milliseconds since the epoch of the newest write. */
  readonly updatedAt: number;
}

/**
 * The verbatim store of what was evicted. Every promise "it is stored" means: on disk, synced.
 * Methods reject with {@link ArchiveError} and leave the previous state behind when they do.
 */
export interface ArchiveStore {
  /** Tries a real write beside the conversation's file. Never rejects. */
  probe(conversation: ConversationId): Promise<ArchiveState>;
  /**
   * Stores what is not there yet, in one transaction, syncs, reads it back and compares it. Idempotent by id. Returns
   * how many were new.
   */
  archive(conversation: ConversationId, branch: Branch, ids: ReadonlySet<MessageId>): Promise<number>;
  /** Reads back from what is stored, in the order asked for; unknown ids are left out. */
  read(conversation: ConversationId, ids: readonly MessageId[]): Promise<StoredMessage[]>;
  /** Boundaries made so far and not undone, newest first. */
  boundaries(conversation: ConversationId): Promise<Boundary[]>;
  /** Stores a boundary with its checkpoint in one transaction, and syncs. */
  commitBoundary(conversation: ConversationId, boundary: Boundary): Promise<void>;
  /** Takes the newest boundary back; `undefined` when there is none. */
  undoBoundary(conversation: ConversationId): Promise<Boundary | undefined>;
  search(conversation: ConversationId, request: SearchRequest): Promise<SearchResult>;
  /** Every archived message, by ordinal, without a branch filter: for browsing. */
  list(conversation: ConversationId, page: { offset: number; limit: number }): Promise<StoredMessage[]>;
  conversations(): Promise<ConversationSummary[]>;
  /** Removes every byte of a conversation. */
  delete(conversation: ConversationId): Promise<void>;
  close(): Promise<void>;
}
