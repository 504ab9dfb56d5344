import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Budget, BudgetSettings, KnownBudget, ModelLimits } from '../../../src/core/budget/budget';
import { computeBudget } from '../../../src/core/budget/computeBudget';

function known(limits: ModelLimits, settings: BudgetSettings = {}): KnownBudget {
  const budget = computeBudget(limits, settings);
  assert.equal(budget.kind, 'known', 'reason' in budget ? budget.reason : '');
  if (budget.kind !== 'known') throw new Error('unreachable');
  return budget;
}

/** window / hard / soft / reply reserve / target, as one line. */
function numbersOf({ window, hard, soft, replyReserve, target }: KnownBudget): string {
  return [window, hard, soft, replyReserve, target].join(' ');
}

const apart = (maxInputTokens: number): ModelLimits => ({ maxInputTokens });
const shared = (contextLength: number, maxOutputTokens?: number): ModelLimits => ({
  contextLength,
  ...(maxOutputTokens !== undefined && { maxOutputTokens }),
});

describe('the budget', () => {
  const table: [name: string, limits: ModelLimits, settings: BudgetSettings, numbers: string][] = [
    ['takes 80 % of the window', apart(10_000), {}, '10000 8000 5600 0 8000'],
    ['takes at most 160,000 tokens by default', apart(1_000_000), {}, '1000000 160000 112000 0 160000'],
    ['meets the ceiling at 200,000', apart(200_000), {}, '200000 160000 112000 0 160000'],
    ['rounds down', apart(8191), {}, '8191 6552 4586 0 6552'],
    ['takes hardPercent instead', apart(10_000), { hardPercent: 50 }, '10000 5000 3500 0 5000'],
    ['knows no ceiling with hardPercent', apart(1_000_000), { hardPercent: 80 }, '1000000 800000 560000 0 800000'],
    ['may use the whole input limit', apart(10_000), { hardPercent: 100 }, '10000 10000 7000 0 10000'],
    ['takes fractions of a percent', apart(10_000), { hardPercent: 12.5 }, '10000 1250 875 0 1250'],
    ['is capped by maxTokens', apart(10_000), { maxTokens: 3000 }, '10000 3000 2100 0 3000'],
    [
      'is capped by maxTokens under hardPercent',
      apart(10_000),
      { hardPercent: 50, maxTokens: 4000 },
      '10000 4000 2800 0 4000',
    ],
    ['is not raised by maxTokens', apart(10_000), { maxTokens: 9000 }, '10000 8000 5600 0 8000'],
    ['takes softPercent of the hard threshold', apart(10_000), { softPercent: 50 }, '10000 8000 4000 0 8000'],
    ['reserves the maximum output', shared(10_000, 1000), {}, '10000 8000 5600 1000 8000'],
    ['reserves a quarter at most', shared(10_000, 4096), {}, '10000 8000 5600 2500 7500'],
    ['reserves a quarter where the maximum output is not known', shared(10_000), {}, '10000 8000 5600 2500 7500'],
    ['reserves a quarter where all may be output', shared(10_000, 10_000), {}, '10000 8000 5600 2500 7500'],
    [
      'reserves nothing where the input limit is apart',
      { maxInputTokens: 10_000, maxOutputTokens: 4096 },
      {},
      '10000 8000 5600 0 8000',
    ],
    ['prefers the input limit', { maxInputTokens: 10_000, contextLength: 20_000 }, {}, '10000 8000 5600 0 8000'],
    ['takes the smaller window: the set one', apart(10_000), { window: 5000 }, '5000 4000 2800 0 4000'],
    ['takes the smaller window: the declared one', apart(10_000), { window: 50_000 }, '10000 8000 5600 0 8000'],
    // Case 42.
    ['takes the set window where the model declares none', {}, { window: 10_000 }, '10000 8000 5600 2500 7500'],
    ['takes the set window where the declared one is none', apart(0), { window: 10_000 }, '10000 8000 5600 2500 7500'],
    [
      'lets the set window be smaller than the output',
      shared(128_000, 16_384),
      { window: 8192 },
      '8192 6553 4587 2048 6144',
    ],
    [
      'lets the output be larger than an input limit apart',
      { maxInputTokens: 8000, maxOutputTokens: 16_000 },
      {},
      '8000 6400 4480 0 6400',
    ],
    ['drops fractions of a token', apart(1000.9), { maxTokens: 500.5 }, '1000 500 350 0 500'],
    ['has no zero in it, however small the window', shared(1), {}, '1 1 1 0 1'],
  ];
  for (const [name, limits, settings, numbers] of table) {
    it(name, () => {
      const budget = known(limits, settings);
      assert.equal(numbersOf(budget), numbers);
    });
  }

  it('gives each number with the rule it comes from', () => {
    const { rules } = known(shared(1_000_000, 8000), { window: 500_000, maxTokens: 100_000 });
    assert.deepEqual(rules, [
      { name: 'window', tokens: 500_000, because: 'set as the window; the model declares 1000000' },
      { name: 'hard', tokens: 100_000, because: 'the cap set as "maxTokens"' },
      { name: 'soft', tokens: 70_000, because: '70 % of the hard threshold' },
      { name: 'replyReserve', tokens: 8000, because: 'the most the model can answer' },
      { name: 'target', tokens: 100_000, because: 'the hard threshold' },
    ]);
  });

  // Case 55.
  it('is the same on each turn', () => {
    assert.deepEqual(known(shared(32_768, 4096)), known(shared(32_768, 4096)));
  });

  // Case 36.
  it('moves with the output limit only where input and output share the window', () => {
    const targets = (limits: ModelLimits) =>
      [2000, 20_000].map((maxOutputTokens) => known({ ...limits, maxOutputTokens }).target);
    assert.deepEqual(targets({ contextLength: 20_000 }), [16_000, 15_000]);
    assert.deepEqual(targets({ maxInputTokens: 20_000 }), [16_000, 16_000]);
  });
});

describe('a budget from senseless numbers', () => {
  const senseless = [0, -1, Number.NaN, Infinity, -Infinity, 0.5, 1e300];

  /** Unknown, with one sentence that names the thing and the next step, and no warnings about the same. */
  function checkUnknown(budget: Budget, pattern: RegExp): void {
    assert.equal(budget.kind, 'unknown');
    if (budget.kind !== 'unknown') return;
    assert.deepEqual(budget.warnings, []);
    assert.match(budget.reason, pattern);
    assert.match(budget.reason, /^[A-Z].+, so compaction is off: .+[^.]\.$/);
  }

  // Cases 24 and 56.
  for (const value of senseless) {
    it(`is unknown for a window of ${value}`, () => {
      checkUnknown(computeBudget(apart(value), {}), /input limit/);
      checkUnknown(computeBudget(shared(value), {}), /context length/);
    });

    it(`passes over a setting of ${value} and says so once`, () => {
      const budget = known(apart(10_000), { window: value, hardPercent: value, softPercent: value, maxTokens: value });
      assert.equal(numbersOf(budget), '10000 8000 5600 0 8000');
      assert.deepEqual(
        budget.warnings.map((warning) => /"(\w+)" is/.exec(warning)?.[1]),
        ['window', 'hardPercent', 'maxTokens', 'softPercent'],
      );
    });
  }

  it('is unknown where nothing is known', () => {
    checkUnknown(computeBudget({}, {}), /set "window"/);
    checkUnknown(computeBudget({ maxOutputTokens: 4096 }, { hardPercent: 50 }), /set "window"/);
    checkUnknown(computeBudget({}, { window: -5 }), /-5/);
  });

  it('is unknown where the output is larger than the window', () => {
    checkUnknown(computeBudget(shared(8192, 8193), {}), /8193.*8192/);
    checkUnknown(computeBudget({ maxOutputTokens: 8193 }, { window: 8192 }), /8193.*8192/);
    checkUnknown(computeBudget(shared(8192, Infinity), {}), /Infinity/);
  });

  for (const value of [0, -1, Number.NaN]) {
    it(`is unknown for a maximum output of ${value}`, () => {
      checkUnknown(computeBudget(shared(8192, value), {}), /maximum output/);
    });
  }

  it('warns about a percentage past 100', () => {
    const budget = known(apart(10_000), { hardPercent: 101, softPercent: 250 });
    assert.equal(numbersOf(budget), '10000 8000 5600 0 8000');
    assert.equal(budget.warnings.length, 2);
  });

  it('never holds a number that is not a whole one within the window', () => {
    const number = fc.option(fc.oneof(fc.double(), fc.integer(), fc.constantFrom(...senseless)), { nil: undefined });
    const present = <T extends object>(record: T) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
    fc.assert(
      fc.property(
        fc.record({ contextLength: number, maxInputTokens: number, maxOutputTokens: number }).map(present),
        fc.record({ window: number, hardPercent: number, softPercent: number, maxTokens: number }).map(present),
        (limits, settings) => {
          const budget = computeBudget(limits, settings);
          if (budget.kind === 'unknown') return;
          const { window, hard, soft, replyReserve, target } = budget;
          for (const tokens of [window, hard, soft, replyReserve, target]) assert.ok(Number.isInteger(tokens));
          assert.ok(1 <= soft && soft <= hard && hard <= window);
          assert.ok(0 <= replyReserve && replyReserve < window);
          assert.ok(1 <= target && target <= hard && target + replyReserve <= window);
        },
      ),
    );
  });
});
