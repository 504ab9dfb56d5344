import type { KnownBudget, UnknownBudget } from '../../../src/core/budget/budget';
import { ledgerCategories, type Ledger, type LedgerCategory } from '../../../src/core/tokens/ledger';

/** A ledger with these categories and zero in the others. */
export function ledgerOf(categories: Partial<Record<LedgerCategory, number>>, replyReserve = 0): Ledger {
  const all = Object.fromEntries(ledgerCategories.map((name) => [name, categories[name] ?? 0]));
  const total = Object.values(categories).reduce((sum, tokens) => sum + tokens, 0);
  return {
    categories: all as Record<LedgerCategory, number>,
    total,
    replyReserve,
    method: 'tokenizer',
    uncertainty: 0,
  };
}

/** An 8k window with the thresholds the rules give. */
export const budget8k: KnownBudget = {
  kind: 'known',
  window: 8192,
  hard: 6553,
  soft: 4587,
  replyReserve: 0,
  target: 6553,
  rules: [],
  warnings: [],
};

export const unknownBudget: UnknownBudget = { kind: 'unknown', reason: 'The model declares no window.', warnings: [] };
