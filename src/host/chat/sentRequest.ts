import type { Budget } from '../../core/budget/budget';
import type { FitOutcome } from '../../core/compaction/outcome';
import { ledgerCategories, type Ledger } from '../../core/tokens/ledger';
import type { LastCompaction } from '../view/lastRequest';
import { isRecord } from './messageShape';
import { untoldCompaction, type NoticeFigures } from './notice';

/** The numbers of one request as sent: what the status bar, the notice and `/context` show. */
export interface SentRequest {
  readonly ledger: Ledger;
  readonly budget: Budget;
  /** The model's name as the picker shows it. */
  readonly modelLabel: string;
  readonly lastCompaction?: LastCompaction;
}

/** The numbers of an outcome; the compaction told before it stays the last one unless this one is to be told. */
export function sentRequest(
  outcome: FitOutcome,
  modelLabel: string,
  earlier: LastCompaction | undefined,
  now: number,
): SentRequest {
  const untold = untoldCompaction(outcome, earlier);
  const compaction = untold ? compactionOf(untold, now) : earlier;
  return {
    ledger: outcome.ledger,
    budget: outcome.budget,
    modelLabel,
    ...(compaction && { lastCompaction: compaction }),
  };
}

function compactionOf({ before, after, turnsMoved, boundary }: NoticeFigures, now: number): LastCompaction {
  return { before, after, turnsMoved, createdAt: boundary?.createdAt ?? now };
}

/** Whether a stored value still has the numbers that are shown. */
export function isSentRequest(value: unknown): value is SentRequest {
  return (
    isRecord(value) && isLedger(value['ledger']) && isBudget(value['budget']) && typeof value['modelLabel'] === 'string'
  );
}

function isLedger(value: unknown): value is Ledger {
  if (!isRecord(value) || !isRecord(value['categories'])) return false;
  const { categories } = value;
  return (
    [value['total'], value['replyReserve'], value['uncertainty']].every(Number.isFinite) &&
    typeof value['method'] === 'string' &&
    ledgerCategories.every((category) => Number.isFinite(categories[category]))
  );
}

function isBudget(value: unknown): value is Budget {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'unknown') return typeof value['reason'] === 'string' && Array.isArray(value['warnings']);
  return (
    value['kind'] === 'known' &&
    ['window', 'hard', 'soft', 'replyReserve', 'target'].every((field) => Number.isFinite(value[field])) &&
    Array.isArray(value['rules']) &&
    Array.isArray(value['warnings'])
  );
}
