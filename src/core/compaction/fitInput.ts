import type { ArchiveStore, ConversationId, Passage } from '../archive/store';
import type { Budget } from '../budget/budget';
import type { Branch, ToolSchema } from '../conversation/message';
import type { TokenCounter } from '../tokens/counter';
import type { Policy } from './boundary';
import type { Retrieval } from './retrieval';

/**
 * Why a fit is asked for. `request`: about to be sent. `measure`: only look, move nothing. `compact`: the user asked;
 * does nothing below the hard threshold. `compactAnyway`: the user asked again, knowing that.
 */
export type FitTrigger = 'request' | 'measure' | 'compact' | 'compactAnyway';

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
  readonly retrieval: Retrieval;
  readonly trigger: FitTrigger;
  /** Passages an earlier fit of this turn brought in. */
  readonly recalled?: readonly Passage[];
}

/** The world as a fit sees it. */
export interface FitPorts {
  readonly store: ArchiveStore;
  readonly now: () => number;
  readonly newId: () => string;
}
