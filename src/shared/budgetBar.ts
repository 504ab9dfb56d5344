import type { Budget } from '../core/budget/budget';
import { ledgerCategories, type Ledger, type LedgerCategory } from '../core/tokens/ledger';
import { formatTokens } from './figures';
import { ledgerLabels } from './ledgerLabels';
import { meterOf } from './meter';

/** A piece of the bar. Start and width are percent of the bar's length. */
export interface BarSegment {
  readonly category: LedgerCategory | 'replyReserve';
  readonly label: string;
  readonly tokens: number;
  readonly startPercent: number;
  readonly widthPercent: number;
}

/** A threshold on the bar, at `percent` of its length. */
export interface BarMark {
  readonly name: 'soft' | 'hard' | 'target';
  readonly tokens: number;
  readonly percent: number;
}

export interface BudgetBar {
  readonly segments: readonly BarSegment[];
  /** Empty while the budget is not known. */
  readonly marks: readonly BarMark[];
  /** The whole bar in one text, for screen readers. */
  readonly textAlternative: string;
}

/**
 * Lays the categories out from the left and the reply reserve at the right end. The bar is as long as the window, or as
 * what does not fit into it, so that nothing ever passes its ends, whatever the numbers.
 */
export function budgetBar(ledger: Ledger, budget: Budget): BudgetBar {
  const used = ledgerCategories.map((category) => ({ category, tokens: positive(ledger.categories[category]) }));
  const usedTokens = used.reduce((sum, { tokens }) => sum + tokens, 0);
  const reserve = positive(ledger.replyReserve);
  const window = budget.kind === 'known' ? positive(budget.window) : 0;
  const lengthTokens = Math.max(window, usedTokens + reserve, 1);
  const percent = (tokens: number) => Math.min(100, (tokens / lengthTokens) * 100);

  const segments: BarSegment[] = [];
  let start = 0;
  for (const { category, tokens } of used) {
    if (tokens === 0) continue;
    const label = ledgerLabels[category];
    segments.push({ category, label, tokens, startPercent: percent(start), widthPercent: percent(tokens) });
    start += tokens;
  }
  if (reserve > 0)
    segments.push({
      category: 'replyReserve',
      label: 'Reply reserve',
      tokens: reserve,
      startPercent: percent(lengthTokens - reserve),
      widthPercent: percent(reserve),
    });

  const marks = budget.kind === 'unknown' ? [] : marksOf(budget, percent);
  return { segments, marks, textAlternative: textAlternative(ledger, budget, segments, marks) };
}

function marksOf(budget: Extract<Budget, { kind: 'known' }>, percent: (tokens: number) => number): BarMark[] {
  return (['soft', 'hard', 'target'] as const).map((name) => {
    const tokens = positive(budget[name]);
    return { name, tokens, percent: percent(tokens) };
  });
}

function textAlternative(
  ledger: Ledger,
  budget: Budget,
  segments: readonly BarSegment[],
  marks: readonly BarMark[],
): string {
  const parts = segments.map(({ label, tokens }) => `${label} ${formatTokens(tokens)}`).join(', ');
  const places = marks.map(({ name, tokens }) => `${name} mark at ${formatTokens(tokens)}`).join(', ');
  const window = budget.kind === 'known' ? `Window ${formatTokens(budget.window)} tokens` : 'Window unknown';
  const rest = places === '' ? `${window}.` : `${window}, ${places}.`;
  return [meterOf(ledger, budget).sentence, parts && `${parts}.`, rest].filter((text) => text !== '').join(' ');
}

/** Faulty figures of a model (negative, NaN, infinite) take no room. */
function positive(tokens: number): number {
  return Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}
