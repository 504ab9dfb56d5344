import type { ArchiveStore, ConversationId, Passage } from '../archive/store';
import type { Budget } from '../budget/budget';
import type { Branch, ToolSchema } from '../conversation/message';
import type { TokenCounter } from '../tokens/counter';
import type { Policy } from './boundary';
import type { Surroundings } from './layout';

/** One request to fit: what the editor holds, and the rules that apply to it. */
export interface FitInput {
  readonly conversation: ConversationId;
  /** As the editor holds it: not repaired, instructions as system messages, the last user message current. */
  readonly branch: Branch;
  readonly tools: readonly ToolSchema[];
  readonly budget: Budget;
  readonly counter: TokenCounter;
  readonly policy: Policy;
  /** 0–90. */
  readonly headroomPercent: number;
  readonly recall: boolean;
  /** False = off the record. */
  readonly archive: boolean;
  readonly focus?: string;
  /** What is declared to the model once something left; see `Surroundings.retrieval`. */
  readonly retrieval:
    | { readonly kind: 'tools'; readonly offer: NonNullable<Surroundings['retrieval']> }
    | { readonly kind: 'inline'; readonly when: 'compacting' | 'always' }
    | { readonly kind: 'none' };
  readonly trigger: 'request' | 'measure' | 'compact' | 'compactAnyway';
  /** Passages an earlier fit of this turn brought in. */
  readonly recalled?: readonly Passage[];
}

/** The world as a fit sees it. */
export interface FitPorts {
  readonly store: ArchiveStore;
  readonly now: () => number;
  readonly newId: () => string;
}
