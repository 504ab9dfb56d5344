import assert from 'node:assert/strict';
import type { Budget } from '../../../src/core/budget/budget';
import { budgetState, fits } from '../../../src/core/budget/budgetState';
import { computeBudget } from '../../../src/core/budget/computeBudget';
import { meterOf } from '../../../src/shared/meter';
import { ledgerOf } from '../shared/budgetSamples';

const budget = computeBudget({ maxInputTokens: 1000 }, {});
const unknown = computeBudget({ maxInputTokens: 0 }, {});

describe('the state of a budget', () => {
  const table: [total: number, state: string][] = [
    [0, 'normal'],
    [560, 'normal'],
    [561, 'soft'],
    [800, 'soft'],
    [801, 'hard'],
    [1e9, 'hard'],
    [Infinity, 'hard'],
    [-5, 'normal'],
    [Number.NaN, 'unknown'],
  ];
  for (const [total, state] of table) {
    it(`is ${state} at ${total} of 800 tokens, soft threshold 560`, () => {
      assert.equal(budgetState(total, budget), state);
    });
  }

  // Case 37: every percentage of use against every setting.
  it('turns hard exactly where the set percentage is passed', () => {
    for (let hardPercent = 1; hardPercent <= 100; hardPercent += 1) {
      const set = computeBudget({ maxInputTokens: 1000 }, { hardPercent });
      for (let used = 0; used <= 100; used += 1) {
        assert.equal(budgetState(used * 10, set) === 'hard', used > hardPercent, `${used} % of ${hardPercent} %`);
      }
    }
  });

  // Case 35: what triggers is what is shown.
  it('is hard exactly where the bar is past full and the request does not fit', () => {
    const shared = computeBudget({ contextLength: 997 }, {});
    for (let total = 0; total <= 1000; total += 1) {
      const isHard = budgetState(total, shared) === 'hard';
      assert.equal(isHard, !fits(total, shared));
      assert.equal(isHard, (meterOf(ledgerOf({ history: total }), shared).share ?? 0) > 1);
    }
  });

  it('is measured against the target, not the window', () => {
    const reserving = computeBudget({ contextLength: 1000 }, { hardPercent: 100 });
    assert.equal(budgetState(751, reserving), 'hard');
  });

  // Case 56.
  it('is unknown without a window', () => {
    assert.equal(budgetState(10, unknown), 'unknown');
    assert.equal(fits(10, unknown), false);
  });

  // Case 46, B12.
  it('is another one as soon as the model is another one', () => {
    const at = (window: number): Budget => computeBudget({ maxInputTokens: window }, {});
    assert.equal(budgetState(100_000, at(200_000)), 'normal');
    assert.equal(budgetState(100_000, at(32_000)), 'hard');
  });
});
