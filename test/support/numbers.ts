import type { KnownBudget } from '../../src/core/budget/budget';
import { computeBudget } from '../../src/core/budget/computeBudget';
import type { FitOutcome } from '../../src/core/compaction/outcome';
import { ledgerCategories, type Ledger, type LedgerCategory } from '../../src/core/tokens/ledger';

/** A ledger with these categories; the others hold nothing. */
export function aLedger(categories: Partial<Record<LedgerCategory, number>>): Ledger {
  const full = Object.fromEntries(ledgerCategories.map((category) => [category, categories[category] ?? 0]));
  const total = Object.values(full).reduce((sum, tokens) => sum + tokens, 0);
  return {
    categories: full as Record<LedgerCategory, number>,
    total,
    replyReserve: 0,
    method: 'tokenizer',
    uncertainty: 0,
  };
}

/** The default budget of a model that declares this input limit. */
export function knownBudget(maxInputTokens: number): KnownBudget {
  const budget = computeBudget({ maxInputTokens }, {});
  if (budget.kind === 'unknown') throw new Error(budget.reason);
  return budget;
}

/** What every outcome carries, for a request that went out as given. */
export function fitted(change: Partial<FitOutcome> = {}): Omit<FitOutcome, 'kind'> {
  return {
    messages: [],
    tools: [],
    ledger: aLedger({ history: 1_000 }),
    budget: knownBudget(8_192),
    branch: [],
    evicted: [],
    recalled: [],
    repairs: [],
    warnings: [],
    ...change,
  };
}
