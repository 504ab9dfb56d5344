import { formatCount, formatShare, formatTokens } from '../../shared/figures';
import { meterOf, type MeterLevel } from '../../shared/meter';
import { ledgerTable } from '../chat/ledgerTable';
import { commandIds } from '../ids';
import type { LastRequest } from '../view/lastRequest';

/** What the status bar says of the last request. */
export interface BudgetText {
  readonly text: string;
  /** Markdown with command links. */
  readonly tooltip: string;
  /** For screen readers. */
  readonly label: string;
  readonly level: MeterLevel;
}

/** `isWorking`: a fit is running that may compact. */
export function budgetText(last: LastRequest | undefined, isWorking: boolean): BudgetText {
  const icon = isWorking ? '$(loading~spin)' : '$(comment-discussion)';
  if (!last) {
    return {
      text: `${icon} Throughline`,
      tooltip: `Nothing was sent to @throughline in this window yet.\n\n${links}`,
      label: 'Throughline: no request yet',
      level: 'normal',
    };
  }
  const { ledger, budget, modelLabel, lastCompaction } = last;
  const meter = meterOf(ledger, budget);
  if (budget.kind === 'unknown' || meter.targetTokens === undefined || meter.share === undefined) {
    const reason = budget.kind === 'unknown' ? budget.reason : meter.sentence;
    return {
      text: `${icon} unknown`,
      tooltip: `**${modelLabel}**: unknown. ${reason}\n\n${links}`,
      label: `Throughline: token use unknown. ${reason}`,
      level: 'unknown',
    };
  }
  return {
    text: `${icon} ${formatTokens(meter.usedTokens)} / ${formatTokens(meter.targetTokens)} · ${formatShare(meter.share)}`,
    tooltip: [
      `**${modelLabel}**: ${meter.sentence}`,
      ledgerTable(ledger),
      `Soft ${formatTokens(budget.soft)} · hard ${formatTokens(budget.hard)} · window ${formatTokens(budget.window)}`,
      ...(lastCompaction
        ? [
            `Last compaction: ${formatTokens(lastCompaction.before)} → ${formatTokens(lastCompaction.after)} tokens, ${formatCount(lastCompaction.turnsMoved, 'turn')} moved.`,
          ]
        : []),
      links,
    ].join('\n\n'),
    label: `Throughline: ${meter.sentence}`,
    level: meter.level,
  };
}

const links = [
  `[Compact](command:${commandIds.compactConversation})`,
  `[Search](command:${commandIds.searchConversation})`,
  `[Context View](command:${commandIds.openContextView})`,
].join(' · ');
