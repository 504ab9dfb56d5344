import assert from 'node:assert/strict';
import { computeBudget } from '../../../src/core/budget/computeBudget';
import { fixedCostDiagnosis, type FixedCost } from '../../../src/core/budget/fixedCost';
import { ledgerCategories, type Ledger, type LedgerCategory } from '../../../src/core/tokens/ledger';

function diagnose(instructions: number, tools: number, history = 0): FixedCost | undefined {
  const budget = computeBudget({ maxInputTokens: 1000 }, {});
  if (budget.kind !== 'known') throw new Error('unreachable');
  const tokens = new Map<LedgerCategory, number>([
    ['instructions', instructions],
    ['tools', tools],
    ['history', history],
  ]);
  const categories = Object.fromEntries(
    ledgerCategories.map((category) => [category, tokens.get(category) ?? 0]),
  ) as Ledger['categories'];
  const total = instructions + tools + history;
  return fixedCostDiagnosis({ categories, total, replyReserve: 0, method: 'estimate', uncertainty: 0 }, budget);
}

// Cases 22 and 25.
describe('the diagnosis of fixed costs', () => {
  it('names the tools where they are the larger part', () => {
    assert.deepEqual(diagnose(250, 700), {
      category: 'tools',
      tokens: 700,
      fixedTokens: 950,
      target: 800,
      advice:
        'Your tools take 700 of the 800 tokens a request may use, so compaction cannot help: switch some tools off, or choose a model with a larger window.',
    });
  });

  it('names the instructions where they are', () => {
    const diagnosis = diagnose(700, 250);
    assert.equal(diagnosis?.category, 'instructions');
    assert.match(diagnosis.advice, /700 of the 800 tokens.*shorten them/);
  });

  it('holds as soon as no room is left for a message', () => {
    assert.equal(diagnose(400, 399), undefined);
    assert.notEqual(diagnose(400, 400), undefined);
  });

  it('leaves alone what compaction can make smaller', () => {
    assert.equal(diagnose(100, 100, 5000), undefined);
  });
});
