import type { ArchiveState } from '../archive/store';
import type { KnownBudget } from '../budget/budget';
import type { Boundary } from './boundary';
import type { FitInput } from './fitInput';
import { checkpointMaxTokens, checkpointTargetShare, recallReserveTokens } from './tunables';

/** The user asked for this compaction; nothing is about to be sent. */
export function isManual({ trigger }: FitInput): boolean {
  return trigger === 'compact' || trigger === 'compactAnyway';
}

/** The policy whose promise can be kept: a checkpoint points to what can be looked up (C8). */
export function promisedPolicy({ policy, archive, retrieval }: FitInput): Boundary['policy'] {
  return policy === 'checkpoint' && archive && retrieval.kind !== 'none' ? 'checkpoint' : 'rolling';
}

/**
 * The tokens a compaction aims for (C6). Headroom, and room for recalled passages where some will come, count only where
 * the cut can be stored and searched.
 */
export function goalTokens(input: FitInput, { target }: KnownBudget, state: ArchiveState): number {
  if (state.kind !== 'available') return target;
  const headroom = Math.floor((target * input.headroomPercent) / 100);
  const reserve = input.recall && input.trigger === 'request' ? recallReserveTokens : 0;
  return Math.max(0, target - headroom - reserve);
}

/** The most tokens a checkpoint may take. */
export function checkpointRoom({ target }: KnownBudget): number {
  return Math.min(checkpointMaxTokens, Math.floor(target * checkpointTargetShare));
}
