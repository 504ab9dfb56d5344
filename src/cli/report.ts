import type { Budget } from '../core/budget/budget';
import type { FitOutcome } from '../core/compaction/outcome';
import { ledgerCategories } from '../core/tokens/ledger';
import type { Ledger } from '../core/tokens/ledger';

/** The thresholds in force; every number is null where no window is known. */
export interface BudgetReport {
  readonly window: number | null;
  readonly target: number | null;
  readonly thresholds: { readonly soft: number; readonly hard: number } | null;
}

/** The numbers of a budget under the names of the command line's contract. */
export function budgetReport(budget: Budget): BudgetReport {
  if (budget.kind === 'unknown') return { window: null, target: null, thresholds: null };
  const { window, target, soft, hard } = budget;
  return { window, target, thresholds: { soft, hard } };
}

/** A ledger for people: its categories that hold anything, their sum, and what it is measured against. */
export function ledgerReport(ledger: Ledger, budget: Budget): (readonly (string | number)[])[] {
  const held = ledgerCategories.filter((category) => ledger.categories[category] > 0);
  return [
    ...held.map((category) => [category, ledger.categories[category]] as const),
    ['total', ledger.total] as const,
    ...(budget.kind === 'known'
      ? [
          ['target', budget.target] as const,
          ['window', budget.window] as const,
          ['reply reserve', ledger.replyReserve] as const,
        ]
      : []),
  ];
}

/** Tokens before and after; the same where nothing left the request. */
export function beforeAndAfter(outcome: FitOutcome): { before: number; after: number } {
  if (outcome.kind === 'compacted') return { before: outcome.before, after: outcome.after };
  return { before: outcome.ledger.total, after: outcome.ledger.total };
}

/** Why nothing moved, where there is a reason. */
export function reasonOf(outcome: FitOutcome): string | undefined {
  if (outcome.kind === 'irreducible') return outcome.diagnosis.advice;
  return 'reason' in outcome ? outcome.reason : undefined;
}
