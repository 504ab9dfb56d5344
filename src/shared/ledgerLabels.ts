import type { BudgetRule } from '../core/budget/budget';
import type { LedgerCategory } from '../core/tokens/ledger';

/** What people read for a category of the ledger. */
export const ledgerLabels: Readonly<Record<LedgerCategory, string>> = {
  instructions: 'Instructions',
  tools: 'Tool schemas',
  checkpoint: 'Checkpoint',
  carried: 'Carried instructions',
  memory: 'Memory',
  recalled: 'Recalled passages',
  history: 'History',
  toolCalls: 'Tool calls',
  toolResults: 'Tool results',
  attachments: 'Attachments',
  images: 'Images',
  current: 'Current message',
};

export const ruleLabels: Readonly<Record<BudgetRule['name'], string>> = {
  window: 'Window',
  hard: 'Hard threshold',
  soft: 'Soft threshold',
  replyReserve: 'Reply reserve',
  target: 'Target',
};
