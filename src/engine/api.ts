import type { ConversationId, ConversationSummary, Passage, SearchResult, StoredMessage } from '../core/archive/store';
import type { BudgetSettings, ModelLimits } from '../core/budget/budget';
import type { Boundary, Policy } from '../core/compaction/boundary';
import type { FitTrigger } from '../core/compaction/fitInput';
import type { FitOutcome } from '../core/compaction/outcome';
import type { Retrieval } from '../core/compaction/retrieval';
import type { Message, MessageId, ToolSchema } from '../core/conversation/message';

/** The model a request goes to: decides the tokenizer and how images are priced. */
export interface ModelIdentity {
  readonly vendor?: string;
  readonly family?: string;
  readonly id?: string;
}

/** How one request is compacted, where that is needed. */
export interface CompactionSettings {
  readonly policy: Policy;
  /** 0–90: share of the target left free by a compaction. Default 25. */
  readonly headroomPercent?: number;
  /** Bring passages back on the compacting request, and keep room for them. Default true. */
  readonly recall?: boolean;
  /** False = off the record: nothing is written. Default true. */
  readonly archive?: boolean;
  /** What a checkpoint should pay attention to: from the setting, or typed after `/compact`. */
  readonly focus?: string;
}

/** One request to fit, as its sender holds it. */
export interface FitRequest {
  readonly conversation: ConversationId;
  /** The whole branch as the editor holds it, instructions as `system` messages, the last user message current. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  readonly model: ModelIdentity;
  readonly limits: ModelLimits;
  readonly budget: BudgetSettings;
  readonly compaction: CompactionSettings;
  readonly retrieval: Retrieval;
  readonly trigger: FitTrigger;
  /** The passages an earlier fit of the same turn brought in: recall happens once per turn, tool rounds included. */
  readonly recalled?: readonly Passage[];
}

/** Which messages a search may serve: those of the branch that are not in the request. */
export interface SearchScope {
  readonly branch: readonly MessageId[];
  readonly live: readonly MessageId[];
}

/** One search in the archive of a conversation. */
export interface EngineSearch {
  readonly conversation: ConversationId;
  readonly query: string;
  /** The most passages; whoever asks on behalf of a model keeps within what models may have (R5). */
  readonly limit: number;
  /** Absent: search everything the conversation's archive holds, for people; hits are not told apart by branch. */
  readonly scope?: SearchScope;
  /** Drop the lowest-ranked passages until the rendered result fits. */
  readonly maxTokens?: number;
  readonly model?: ModelIdentity;
}

/** A place of the archive to open. */
export interface EngineRead {
  readonly conversation: ConversationId;
  readonly citation: string;
  /** Messages before and after the cited one. */
  readonly before?: number;
  readonly after?: number;
  /** Where the page starts, as an earlier answer's `nextCursor` gave it. */
  readonly cursor?: string;
  readonly branch?: readonly MessageId[];
  readonly maxTokens?: number;
  readonly model?: ModelIdentity;
}

/** A page of verbatim source. `kind: 'missing'` says in one sentence what is not there and what to do next. */
export type ReadResult =
  | {
      readonly kind: 'page';
      readonly text: string;
      readonly messages: readonly MessageId[];
      readonly nextCursor?: string;
    }
  | { readonly kind: 'missing'; readonly reason: string };

/** A page of what is archived of one conversation, with its compactions, newest first. */
export interface ArchiveOverview {
  readonly messages: readonly StoredMessage[];
  readonly total: number;
  readonly boundaries: readonly Boundary[];
}

/**
 * Everything heavy, behind one typed door: tokenizer, fit, archive, search. In the editor it runs in a worker thread
 * (`client.ts` ↔ `worker.ts`), in the command line in process; both are this interface.
 *
 * Values in and out are plain data (they cross a thread). Every method takes an optional signal; an aborted call
 * rejects with an `AbortError` and leaves the stored state as it was.
 */
export interface Engine {
  /** Never rejects for a fault of ours: those are outcomes (`failed`), and the turn goes on. */
  fit(request: FitRequest, signal?: AbortSignal): Promise<FitOutcome>;
  search(request: EngineSearch, signal?: AbortSignal): Promise<SearchResult>;
  read(request: EngineRead, signal?: AbortSignal): Promise<ReadResult>;
  /**
   * Stores the whole branch up to now (tool rounds need their bodies after a reload). Returns the ids of `messages`,
   * or `undefined` where nothing can be stored.
   */
  record(
    conversation: ConversationId,
    messages: readonly Message[],
    signal?: AbortSignal,
  ): Promise<MessageId[] | undefined>;
  /** Recorded messages by id, in the order asked for; unknown ones are left out. */
  fetch(conversation: ConversationId, ids: readonly MessageId[], signal?: AbortSignal): Promise<StoredMessage[]>;
  overview(
    conversation: ConversationId,
    page: { offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<ArchiveOverview>;
  conversations(signal?: AbortSignal): Promise<ConversationSummary[]>;
  /** Takes the newest boundary back; `undefined` when there is none. */
  undo(conversation: ConversationId, signal?: AbortSignal): Promise<Boundary | undefined>;
  delete(conversation: ConversationId, signal?: AbortSignal): Promise<void>;
  dispose(): Promise<void>;
}
