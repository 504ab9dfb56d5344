import { formatCount, formatTokens } from '../../shared/figures';
import { ruleLabels } from '../../shared/ledgerLabels';
import { meterOf } from '../../shared/meter';
import { ledgerTable } from './ledgerTable';
import type { SentRequest } from './sentRequest';

/** What `/context` shows: the request by category, the thresholds with their reasons, the last compaction. Markdown. */
export function contextReport(
  { ledger, budget, modelLabel, lastCompaction }: SentRequest,
  origin: 'sent' | 'measured',
): string {
  const what = origin === 'sent' ? 'Last request' : 'Measured now, nothing was sent yet';
  if (budget.kind === 'unknown') return `**${what}** to ${modelLabel}: unknown. ${budget.reason}`;
  const thresholds = budget.rules.map(
    ({ name, tokens, because }) => `| ${ruleLabels[name]} | ${formatTokens(tokens)} | ${because} |`,
  );
  const uncertainty = ledger.uncertainty > 0 ? `, give or take ${Math.round(ledger.uncertainty * 100)} %` : '';
  return [
    `**${what}** to ${modelLabel}: ${meterOf(ledger, budget).sentence}`,
    ledgerTable(ledger),
    ['| Threshold | Tokens | Why |', '|:--|--:|:--|', ...thresholds].join('\n'),
    `Counted by ${ledger.method}${uncertainty}.`,
    ...(lastCompaction
      ? [
          `Last compaction: ${formatTokens(lastCompaction.before)} → ${formatTokens(lastCompaction.after)} tokens, ${formatCount(lastCompaction.turnsMoved, 'turn')} moved.`,
        ]
      : []),
    ...budget.warnings.map((warning) => `⚠ ${warning}`),
  ].join('\n\n');
}
