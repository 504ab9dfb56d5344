import * as vscode from 'vscode';
import type { ConversationId } from '../../core/archive/store';
import type { FitOutcome } from '../../core/compaction/outcome';
import type { SearchScope } from '../../engine/api';
import type { LastRequest, LastRequestSource } from '../view/lastRequest';
import { isRecord } from './messageShape';
import { isSentRequest, type SentRequest } from './sentRequest';

const stateKey = 'throughline.lastRequest';

/**
 * Ids of longer branches are not kept over a reload: the editor writes this state on each request, and until the next
 * one a search only loses its filter by branch.
 */
const longestKeptBranch = 4_000;

/**
 * The one place that knows the request sent or measured last in this window. Status bar, Context view and retrieval
 * tools read it; only the chat writes it. Survives a reload in the workspace's state.
 */
export class LastRequests implements LastRequestSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private last: LastRequest | undefined;
  private working = 0;

  constructor(private readonly state: vscode.Memento) {
    this.last = readStored(state.get(stateKey));
  }

  get current(): LastRequest | undefined {
    return this.last;
  }

  /** Whether a fit is running that may compact. */
  get isWorking(): boolean {
    return this.working > 0;
  }

  set(conversation: ConversationId, sent: SentRequest, outcome?: FitOutcome): void {
    const scope = outcome && scopeOf(outcome);
    this.last = { conversation, ...sent, ...(scope && { scope }) };
    const keepsScope = scope !== undefined && scope.branch.length <= longestKeptBranch;
    void this.state.update(stateKey, { conversation, ...sent, ...(keepsScope && { scope }) });
    this.changed.fire();
  }

  /** Something else changed an archive: an undo, a deletion. */
  archiveChanged(): void {
    this.changed.fire();
  }

  /** Shows that work is going on until the promise settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.working += 1;
    this.changed.fire();
    try {
      return await work;
    } finally {
      this.working -= 1;
      this.changed.fire();
    }
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** What a search on behalf of this request may serve; `undefined` where the branch is not known. */
export function scopeOf({ branch, evicted }: FitOutcome): SearchScope | undefined {
  if (branch.length === 0) return undefined;
  const gone = new Set(evicted);
  return { branch, live: branch.filter((id) => !gone.has(id)) };
}

function readStored(value: unknown): LastRequest | undefined {
  if (!isRecord(value) || typeof value['conversation'] !== 'string' || !isSentRequest(value)) return undefined;
  const scope = value['scope'];
  return { ...value, conversation: value['conversation'], ...(isScope(scope) && { scope }) };
}

function isScope(value: unknown): value is SearchScope {
  return isRecord(value) && [value['branch'], value['live']].every(isIds);
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
