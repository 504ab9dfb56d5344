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
