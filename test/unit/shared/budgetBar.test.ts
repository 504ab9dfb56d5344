import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ledgerCategories } from '../../../src/core/tokens/ledger';
import { budgetBar } from '../../../src/shared/budgetBar';
import { budget8k, ledgerOf, unknownBudget } from './budgetSamples';

describe('budget bar', () => {
  it('lays categories out in the ledger’s order, empty ones left out', () => {
    const { segments } = budgetBar(ledgerOf({ current: 1024, instructions: 2048 }), budget8k);
    assert.deepEqual(
      segments.map(({ category, startPercent, widthPercent }) => [category, startPercent, widthPercent]),
      [
        ['instructions', 0, 25],
        ['current', 25, 12.5],
      ],
    );
  });

  it('puts the reply reserve at the right end', () => {
    const { segments } = budgetBar(ledgerOf({ history: 2048 }, 2048), budget8k);
    assert.deepEqual(segments[1], {
      category: 'replyReserve',
      label: 'Reply reserve',
      tokens: 2048,
      startPercent: 75,
      widthPercent: 25,
    });
  });

  it('marks soft, hard and target at their place in the window', () => {
    const { marks } = budgetBar(ledgerOf({}), budget8k);
    assert.deepEqual(
      marks.map(({ name, percent }) => [name, Math.round(percent)]),
      [
        ['soft', 56],
        ['hard', 80],
        ['target', 80],
      ],
    );
  });

  it('has no marks while the budget is unknown, and says so', () => {
    const bar = budgetBar(ledgerOf({ history: 100 }), unknownBudget);
    assert.deepEqual(bar.marks, []);
    assert.match(bar.textAlternative, /History 100\. Window unknown\./);
  });

  it('tells the whole bar in one text', () =>
    assert.equal(
      budgetBar(ledgerOf({ history: 4128 }), budget8k).textAlternative,
      '4,128 of 6,553 tokens used (63 %). History 4,128. Window 8,192 tokens, soft mark at 4,587, hard mark at 6,553, target mark at 6,553.',
    ));

  // Case 60: -5, 0, 101 %, 1e9, NaN.
  it('never passes its ends, whatever the numbers', () => {
    const figure = fc.oneof(
      fc.integer({ min: -5, max: 300_000 }),
      fc.constantFrom(0, 1e9, Number.NaN, Number.POSITIVE_INFINITY, -1e9),
    );
    fc.assert(
      fc.property(
        fc.tuple(...ledgerCategories.map(() => figure)),
        figure,
        fc.tuple(figure, figure, figure),
        (tokens, reserve, [window, hard, soft]) => {
          const ledger = ledgerOf(Object.fromEntries(ledgerCategories.map((name, at) => [name, tokens[at]])), reserve);
          const { segments, marks } = budgetBar(ledger, { ...budget8k, window, hard, soft, target: hard });
          let end = 0;
          for (const { startPercent, widthPercent } of segments) {
            assert.ok(startPercent >= end - 1e-6 && widthPercent >= 0);
            end = startPercent + widthPercent;
          }
          assert.ok(end <= 100 + 1e-6, `the bar ends at ${end} %`);
          for (const { percent } of marks) assert.ok(percent >= 0 && percent <= 100);
        },
      ),
    );
  });
});
