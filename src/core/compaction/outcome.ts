import type { Passage } from '../archive/store';
import type { Budget } from '../budget/budget';
import type { Message, MessageId, Role, ToolSchema } from '../conversation/message';
import type { Repair } from '../conversation/repair';
import type { Ledger, LedgerCategory } from '../tokens/ledger';
import type { Boundary } from './boundary';
import type { Retention } from './checkpoint/retention';

/** What every outcome of a fit carries. */
interface Fitted {
  /** The messages to send, in order. The very same objects as given wherever a message goes out untouched. */
  readonly messages: readonly Message[];
  /** The tools to declare: those given, and the retrieval tools where something left the request. */
  readonly tools: readonly ToolSchema[];
  readonly ledger: Ledger;
  readonly budget: Budget;
  /** Ids of the branch the fit was made on, oldest first. */
  readonly branch: readonly MessageId[];
  /** Ids that are not verbatim in the request. */
  readonly evicted: readonly MessageId[];
  readonly recalled: readonly Passage[];
  readonly repairs: readonly Repair[];
  /** Sentences the user should see once: an invalid setting, an archive that cannot be written. */
  readonly warnings: readonly string[];
}

/** It fits: the messages given are the messages sent. */
export interface Unchanged extends Fitted {
  readonly kind: 'unchanged';
}

/** A stored boundary was applied again; nothing moved on this request. */
export interface Replayed extends Fitted {
  readonly kind: 'replayed';
  readonly boundary: Boundary;
}

/** Something left the request. */
export interface Compacted extends Fitted {
  readonly kind: 'compacted';
  /** Absent where nothing could be stored: the same cut is then computed anew on the next request. */
  readonly boundary?: Boundary;
  readonly before: number;
  readonly after: number;
  readonly ledgerBefore: Ledger;
  /** Turns that left the request with this compaction. */
  readonly turnsMoved: number;
  readonly retention?: Retention;
  /** False where the archive is off or out of reach: what left cannot be searched. */
  readonly searchable: boolean;
}

/** Nothing that may be taken away brings the request under the target: the messages given are sent. */
export interface Irreducible extends Fitted {
  readonly kind: 'irreducible';
  readonly diagnosis: Diagnosis;
}

/** Compaction is switched off, or no window is known. */
export interface Disabled extends Fitted {
  readonly kind: 'disabled';
  readonly reason: string;
}

/**
 * A compaction was due and did not happen; no boundary was stored. What is in force goes out: the messages given, or
 * those of the boundary before.
 */
export interface Failed extends Fitted {
  readonly kind: 'failed';
  readonly reason: string;
}

/** What became of one request; `messages` go out whatever it is. */
export type FitOutcome = Unchanged | Replayed | Compacted | Irreducible | Disabled | Failed;

/** Why a request cannot be made to fit, in numbers, and what can be done about it. */
export interface Diagnosis {
  /** Tokens that nothing may take away. */
  readonly irreducibleTokens: number;
  readonly window: number;
  readonly target: number;
  readonly largest: {
    readonly tokens: number;
    readonly category: LedgerCategory;
    readonly role?: Role;
    readonly messageId?: MessageId;
  };
  /** One sentence that can work for this case. */
  readonly advice: string;
}
