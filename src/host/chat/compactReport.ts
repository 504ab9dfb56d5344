import type { FitOutcome } from '../../core/compaction/outcome';
import { formatCount, formatTokens } from '../../shared/figures';
import { ledgerComparison } from './ledgerTable';
import { diagnosisSentence } from './notice';

/** What `/compact` reports (C17). `reduced` and `nothingToDo` come with buttons of their own. */
export interface CompactReport {
  readonly kind: 'reduced' | 'nothingToDo' | 'disabled' | 'failed';
  /** Markdown. */
  readonly text: string;
}

/** `isAnyway`: asked for below the threshold too. */
/** Tells the outcome of a fit that the user asked for. */
export function compactReport(outcome: FitOutcome, isAnyway = false): CompactReport {
  switch (outcome.kind) {
    case 'compacted': {
      const { before, after, turnsMoved, searchable } = outcome;
      const moved =
        turnsMoved > 0 ? `${formatCount(turnsMoved, 'turn')} left the request` : 'tool outputs left the request';
      return {
        kind: 'reduced',
        text: [
          `**Reduced** ${formatTokens(before)} → ${formatTokens(after)} tokens: ${moved}${searchable ? ', word for word in the archive.' : '. Nothing was archived, so it cannot be searched.'}`,
          ledgerComparison(outcome.ledgerBefore, outcome.ledger),
        ].join('\n\n'),
      };
    }
    case 'unchanged':
    case 'replayed':
      return {
        kind: 'nothingToDo',
        text: `**Nothing to do.** ${isAnyway ? nothingLeft(outcome) : belowBudget(outcome)}`,
      };
    case 'disabled':
      return { kind: 'disabled', text: `**Compaction is disabled.** ${outcome.reason}` };
    case 'failed':
      return { kind: 'failed', text: `**Compaction failed, nothing changed.** ${outcome.reason}` };
    case 'irreducible':
      return {
        kind: 'failed',
        text: `**Compaction failed, nothing changed.** ${diagnosisSentence(outcome.diagnosis)}`,
      };
  }
}

/** Said to who asked for it whatever the size: the size is not why. */
function nothingLeft({ ledger }: FitOutcome): string {
  return `Moving more to the archive would not make the conversation smaller. It holds ${formatTokens(ledger.total)} tokens.`;
}

function belowBudget({ ledger, budget }: FitOutcome): string {
  const total = formatTokens(ledger.total);
  if (budget.kind === 'unknown') return `The conversation holds ${total} tokens.`;
  return `The conversation holds ${total} tokens, and a request may use ${formatTokens(budget.target)} of the window's ${formatTokens(budget.window)}.`;
}
