import { pairingViolations } from '../conversation/pairing';
import { messagesOf } from '../tokens/request';
import type { Draft, Drafts } from './drafts';
import type { Cut } from './layout';
import type { Compacted, Failed, Replayed, Unchanged } from './outcome';

/** The request as far as the branch is compacted already: what goes out where nothing further happens. */
export interface InForce {
  readonly cut: Cut;
  readonly outcome: Unchanged | Replayed;
}

/**
 * Makes a compaction of a draft, if what would really be sent is smaller than what is in force by the same counter (C9)
 * and keeps calls and results together (C2). Else the step is undone: `failed`, with what is in force.
 */
export function proveProgress(drafts: Drafts, draft: Draft, inForce: InForce, searchable: boolean): Compacted | Failed {
  const sent = drafts.sent(draft);
  const [before, after] = [inForce.outcome.ledger.total, sent.ledger.total];
  const [violation] = pairingViolations(messagesOf(draft.request));
  if (violation !== undefined || after >= before) {
    const reason =
      violation ??
      `Compacting would not make the request smaller (${before} tokens before, ${after} after), so nothing was moved.`;
    return { ...inForce.outcome, kind: 'failed', reason };
  }
  // A message that is only shown shorter is still there: its turn did not move.
  const covered = drafts.newlyEvicted({ ...draft.cut, shortened: [] }, { ...inForce.cut, shortened: [] });
  return {
    ...sent,
    kind: 'compacted',
    before,
    after,
    ledgerBefore: inForce.outcome.ledger,
    turnsMoved: covered.filter(({ role }) => role === 'user').length,
    searchable,
  };
}
