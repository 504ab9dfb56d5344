import type { ConversationId, ConversationSummary } from '../core/archive/store';
import type { Budget } from '../core/budget/budget';
import type { Boundary } from '../core/compaction/boundary';
import type { MessageId } from '../core/conversation/message';
import type { Ledger } from '../core/tokens/ledger';
import type { ArchiveRow, HitRow } from './archiveRow';

/**
 * All that passes between the extension host and the Context view.
 *
 * The host owns the data and keeps nothing about the page. The page owns what is selected, typed and scrolled to, asks
 * for what it shows, and asks again after `changed`. Answers carry what they answer, so a late one is recognised.
 */
export type ToView =
  | { readonly kind: 'request'; readonly request: RequestView | undefined }
  | { readonly kind: 'conversations'; readonly conversations: readonly ConversationSummary[] }
  | ArchivePage
  | SearchHits
  /** The archive is not what it was: pages and hits must be asked for again. */
  | { readonly kind: 'changed' }
  | Fault;

export type ToHost =
  /** The page is loaded: answered with `changed`, `request` and `conversations`. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'page';
      readonly conversation: ConversationId;
      readonly offset: number;
      readonly limit: number;
    }
  | { readonly kind: 'search'; readonly conversation: ConversationId; readonly query: string }
  | { readonly kind: 'open'; readonly conversation: ConversationId; readonly message: MessageId }
  | { readonly kind: 'undo'; readonly conversation: ConversationId }
  | { readonly kind: 'delete'; readonly conversation: ConversationId }
  /** What a first-time reader is offered: the chat with the participant named, or the guided sample. */
  | { readonly kind: 'openChat' }
  | { readonly kind: 'loadSample' };

/** The request that was measured last. */
export interface RequestView {
  readonly conversation: ConversationId;
  readonly modelLabel: string;
  readonly ledger: Ledger;
  readonly budget: Budget;
  readonly lastCompaction: CompactionFigures | undefined;
}

/** Tokens before and after, turns that left, milliseconds since the epoch. */
export type CompactionFigures = Pick<Boundary, 'before' | 'after' | 'turnsMoved' | 'createdAt'>;

export interface CompactionRow extends CompactionFigures {
  readonly id: string;
  readonly policy: Boundary['policy'];
  readonly origin: Boundary['origin'];
}

/** Rows `offset … offset + rows.length - 1` of `total`, with the compactions of the conversation, newest first. */
export interface ArchivePage {
  readonly kind: 'page';
  readonly conversation: ConversationId;
  readonly offset: number;
  readonly rows: readonly ArchiveRow[];
  readonly total: number;
  readonly compactions: readonly CompactionRow[];
}

export interface SearchHits {
  readonly kind: 'hits';
  readonly conversation: ConversationId;
  readonly query: string;
  readonly hits: readonly HitRow[];
}

/** Something asked for could not be done; `sentence` says what, where, and what to do. */
export interface Fault {
  readonly kind: 'fault';
  readonly about: 'conversations' | 'archive' | 'search' | 'open' | 'undo' | 'delete';
  readonly sentence: string;
}
