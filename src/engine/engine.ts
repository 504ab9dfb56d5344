import type {
  ArchiveStore,
  ConversationId,
  ConversationSummary,
  SearchResult,
  StoredMessage,
} from '../core/archive/store';
import { ArchiveError } from '../core/archive/store';
import { computeBudget } from '../core/budget/computeBudget';
import type { Boundary } from '../core/compaction/boundary';
import { archiveAll } from '../core/compaction/archiveEvicted';
import { fitRequest } from '../core/compaction/fitRequest';
import type { FitOutcome } from '../core/compaction/outcome';
import { defaultHeadroomPercent } from '../core/compaction/tunables';
import { identify, type IdentityMemo } from '../core/conversation/identity';
import type { Message, MessageId } from '../core/conversation/message';
import type { TokenCounter } from '../core/tokens/counter';
import type { ArchiveOverview, Engine, EngineRead, EngineSearch, FitRequest, ModelIdentity, ReadResult } from './api';
import { readPage } from './readPage';
import { searchArchive } from './searchArchive';

/** What an engine is made of. */
export interface EngineParts {
  readonly store: ArchiveStore;
  /** The counter of a model; the same one for the same model, so that its caches last. */
  readonly counterOf: (model: ModelIdentity) => TokenCounter;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** The engine in this very thread. Calls on one conversation run one after the other, in the order they came. */
export class LocalEngine implements Engine {
  private readonly queues = new Map<ConversationId, Promise<unknown>>();
  private readonly identities: IdentityMemo = new WeakMap();

  constructor(private readonly parts: EngineParts) {}

  fit(request: FitRequest, signal?: AbortSignal): Promise<FitOutcome> {
    return this.inOrder(request.conversation, signal, () => {
      const { compaction, retrieval } = request;
      return fitRequest(
        {
          conversation: request.conversation,
          branch: identify(request.messages, this.identities),
          tools: request.tools,
          budget: computeBudget(request.limits, request.budget),
          counter: this.parts.counterOf(request.model),
          policy: compaction.policy,
          headroomPercent: compaction.headroomPercent ?? defaultHeadroomPercent,
          recall: compaction.recall ?? true,
          archive: compaction.archive ?? true,
          ...(compaction.focus !== undefined && { focus: compaction.focus }),
          retrieval,
          trigger: request.trigger,
          ...(request.recalled && { recalled: request.recalled }),
        },
        this.parts,
        signal,
      );
    });
  }

  async search(request: EngineSearch, signal?: AbortSignal): Promise<SearchResult> {
    signal?.throwIfAborted();
    return searchArchive(this.parts.store, this.parts.counterOf(request.model ?? {}), request);
  }

  async read(request: EngineRead, signal?: AbortSignal): Promise<ReadResult> {
    signal?.throwIfAborted();
    return readPage(this.parts.store, this.parts.counterOf(request.model ?? {}), request);
  }

  record(
    conversation: ConversationId,
    messages: readonly Message[],
    signal?: AbortSignal,
  ): Promise<MessageId[] | undefined> {
    return this.inOrder(conversation, signal, async () => {
      const branch = identify(messages, this.identities);
      try {
        await archiveAll(this.parts.store, conversation, branch);
      } catch (error) {
        if (error instanceof ArchiveError) return undefined;
        throw error;
      }
      return branch.map(({ id }) => id);
    });
  }

  fetch(conversation: ConversationId, ids: readonly MessageId[]): Promise<StoredMessage[]> {
    return this.parts.store.read(conversation, ids);
  }

  async overview(conversation: ConversationId, page: { offset: number; limit: number }): Promise<ArchiveOverview> {
    const { store } = this.parts;
    const summary = (await store.conversations()).find(({ id }) => id === conversation);
    if (!summary) return { messages: [], total: 0, boundaries: [] };
    return {
      messages: await store.list(conversation, page),
      total: summary.messages,
      boundaries: await store.boundaries(conversation),
    };
  }

  conversations(): Promise<ConversationSummary[]> {
    return this.parts.store.conversations();
  }

  undo(conversation: ConversationId, signal?: AbortSignal): Promise<Boundary | undefined> {
    return this.inOrder(conversation, signal, () => this.parts.store.undoBoundary(conversation));
  }

  delete(conversation: ConversationId, signal?: AbortSignal): Promise<void> {
    return this.inOrder(conversation, signal, () => this.parts.store.delete(conversation));
  }

  async dispose(): Promise<void> {
    await Promise.allSettled(this.queues.values());
    await this.parts.store.close();
  }

  /** Runs `work` behind the conversation's earlier calls, unless it was cancelled while it waited. */
  private inOrder<T>(
    conversation: ConversationId,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const running = (this.queues.get(conversation) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted();
      return work();
    });
    const settled = running
      .catch(() => undefined)
      .then(() => {
        if (this.queues.get(conversation) === settled) this.queues.delete(conversation);
      });
    this.queues.set(conversation, settled);
    return running;
  }
}
