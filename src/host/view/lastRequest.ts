import type { Event } from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { Budget } from '../../core/budget/budget';
import type { Ledger } from '../../core/tokens/ledger';
import type { SearchScope } from '../../engine/api';

/** The request that was measured or sent last, in any chat of this window. */
export interface LastRequest {
  readonly conversation: ConversationId;
  readonly ledger: Ledger;
  readonly budget: Budget;
  /** The model's name as the picker shows it. */
  readonly modelLabel: string;
  /** Ids of its branch and of what is still verbatim in it; absent while nothing could be recorded. */
  readonly scope?: SearchScope;
  readonly lastCompaction?: LastCompaction;
}

/** What the notice of the newest compaction of the conversation says; absent where there was none. */
export interface LastCompaction {
  /** Tokens of the request before and after, by one counter. */
  readonly before: number;
  readonly after: number;
  /** Turns that left the request. */
  readonly turnsMoved: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Where the views of the host learn what the chat does. Implemented in `chat/`, which alone writes it. */
export interface LastRequestSource {
  /** Fires after each request and after anything else that changed an archive: an undo, a deletion, an import. */
  readonly onDidChange: Event<void>;
  /** `undefined` until the first request of this window. */
  readonly current: LastRequest | undefined;
}
