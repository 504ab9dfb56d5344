import { ledgerCategories, type Ledger } from '../../core/tokens/ledger';
import { formatShare, formatTokens } from '../../shared/figures';
import { ledgerLabels } from '../../shared/ledgerLabels';

/** The categories of a request as a Markdown table, largest first; empty ones are left out. */
export function ledgerTable({ categories, total }: Ledger): string {
  const rows = ledgerCategories
    .filter((category) => categories[category] > 0)
    .toSorted((a, b) => categories[b] - categories[a])
    .map(
      (category) =>
        `| ${ledgerLabels[category]} | ${formatTokens(categories[category])} | ${formatShare(categories[category] / total)} |`,
    );
  return ['| Part | Tokens | Share |', '|:--|--:|--:|', ...rows, `| **Total** | **${formatTokens(total)}** | |`].join(
    '\n',
  );
}

/** Two requests side by side, category by category, in the ledger's order. */
export function ledgerComparison(before: Ledger, after: Ledger): string {
  const rows = ledgerCategories
    .filter((category) => before.categories[category] > 0 || after.categories[category] > 0)
    .map(
      (category) =>
        `| ${ledgerLabels[category]} | ${formatTokens(before.categories[category])} | ${formatTokens(after.categories[category])} |`,
    );
  return [
    '| Part | Before | After |',
    '|:--|--:|--:|',
    ...rows,
    `| **Total** | **${formatTokens(before.total)}** | **${formatTokens(after.total)}** |`,
  ].join('\n');
}
