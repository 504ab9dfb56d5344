import type { Budget } from '../core/budget/budget';
import { budgetState, type BudgetState } from '../core/budget/budgetState';
import type { Ledger } from '../core/tokens/ledger';
import { formatShare, formatTokens } from './figures';

/** `soft`: past the soft threshold. `over`: past the target, so the next request is compacted. */
export type MeterLevel = 'unknown' | 'normal' | 'soft' | 'over';

/** The one reading of a request against its budget, for the status bar and the Context view alike. */
export interface Meter {
  readonly level: MeterLevel;
  readonly usedTokens: number;
  /** Tokens a request may use; `undefined` while the budget is not known. */
  readonly targetTokens: number | undefined;
  /** Used over target; `undefined` while the budget is not known. More than 1 where a request could not be made to fit. */
  readonly share: number | undefined;
  /** One sentence for people and screen readers. */
  readonly sentence: string;
}

/**
 * Reads the ledger against the target, not the window: the target is what triggers a compaction, so 100 % means what
 * it says.
 */
export function meterOf(ledger: Ledger, budget: Budget): Meter {
  const used = formatTokens(ledger.total);
  if (budget.kind === 'unknown' || !(budget.target > 0))
    return {
      level: 'unknown',
      usedTokens: ledger.total,
      targetTokens: undefined,
      share: undefined,
      sentence: `${used} tokens used; how many a request may use is unknown.`,
    };
  const share = ledger.total / budget.target;
  return {
    level: levels[budgetState(ledger.total, budget)],
    usedTokens: ledger.total,
    targetTokens: budget.target,
    share,
    sentence: `${used} of ${formatTokens(budget.target)} tokens used (${formatShare(share)}).`,
  };
}

const levels: Readonly<Record<BudgetState, MeterLevel>> = {
  unknown: 'unknown',
  normal: 'normal',
  soft: 'soft',
  hard: 'over',
};
