import type { Budget } from './budget';

/** `hard`: the request does not fit and the fit runs; `soft`: it will soon; `unknown`: no budget or no count. */
export type BudgetState = 'normal' | 'soft' | 'hard' | 'unknown';

/** Whether a request of `total` tokens may be sent as it is: the target itself may be used. */
export function fits(total: number, budget: Budget): boolean {
  return budget.kind === 'known' && total <= budget.target;
}

/**
 * Where a request of `total` tokens stands. The trigger and the meter both follow from this, so that no display tells
 * of a threshold the trigger does not use.
 */
export function budgetState(total: number, budget: Budget): BudgetState {
  if (budget.kind === 'unknown' || Number.isNaN(total)) return 'unknown';
  if (!fits(total, budget)) return 'hard';
  return total > budget.soft ? 'soft' : 'normal';
}

/** Length of the bar, from 0 to 1, of the target and never past its ends; `undefined` where the state is unknown. */
export function fillShare(total: number, budget: Budget): number | undefined {
  if (budget.kind === 'unknown' || Number.isNaN(total)) return undefined;
  return Math.min(1, Math.max(0, total / budget.target));
}

/**
 * Used percent of the target for people to read. More than 100 where a request is too large: a bar can be full, a
 * number must be true. Rounded up past 100 and down below it, so that 100 means "exactly full".
 */
export function fillPercent(total: number, budget: Budget): number | undefined {
  if (budget.kind === 'unknown' || !Number.isFinite(total)) return undefined;
  const percent = (Math.max(0, total) / budget.target) * 100;
  return percent > 100 ? Math.ceil(percent) : Math.floor(percent);
}
