import assert from 'node:assert/strict';
import type { BudgetSettings } from '../../../src/core/budget/budget';
import { mergeSettings } from '../../../src/core/budget/mergeSettings';

describe('merging settings', () => {
  it('lets the most specific scope win, key by key', () => {
    const merged = mergeSettings<BudgetSettings>(
      { window: 100, hardPercent: 10, softPercent: 1 },
      { hardPercent: 20, softPercent: 2 },
      { softPercent: 3, maxTokens: 5 },
    );
    assert.deepEqual(merged, { window: 100, hardPercent: 20, softPercent: 3, maxTokens: 5 });
  });

  it('takes a key that is left out, or set to nothing, from the scope before', () => {
    assert.deepEqual(mergeSettings({ window: 100 }, undefined, {}), { window: 100 });
    assert.deepEqual(mergeSettings<{ window: number | undefined }>({ window: 100 }, { window: undefined }), {
      window: 100,
    });
  });

  it('keeps a wrong value of the most specific scope, so that the budget can warn about it', () => {
    assert.deepEqual(mergeSettings({ window: 100 }, { window: -1 }), { window: -1 });
  });

  it('changes none of the scopes', () => {
    const global = { window: 100 };
    mergeSettings(global, { window: 1 });
    assert.deepEqual(global, { window: 100 });
  });
});
