import assert from 'node:assert/strict';
import { meterOf } from '../../../src/shared/meter';
import { budget8k, ledgerOf, unknownBudget } from './budgetSamples';

describe('meter', () => {
  const levels: [number, string][] = [
    [0, 'normal'],
    [4587, 'normal'],
    [4588, 'soft'],
    [6553, 'soft'],
    [6554, 'over'],
  ];
  for (const [used, level] of levels)
    it(`reads ${used} tokens as ${level}`, () =>
      assert.equal(meterOf(ledgerOf({ history: used }), budget8k).level, level));

  it('measures against the target that triggers a compaction', () =>
    assert.equal(meterOf(ledgerOf({ history: 4128 }), budget8k).sentence, '4,128 of 6,553 tokens used (63 %).'));

  // Case 54: the room for the answer is not used.
  it('does not count the reply reserve as used', () =>
    assert.equal(meterOf(ledgerOf({ history: 4128 }, 2048), budget8k).usedTokens, 4128));

  it('says unknown where no window is known', () => {
    const meter = meterOf(ledgerOf({ history: 4128 }), unknownBudget);
    assert.equal(meter.level, 'unknown');
    assert.equal(meter.share, undefined);
    assert.match(meter.sentence, /4,128 tokens used; .* unknown/);
  });

  // Case 56: a window of zero must not divide.
  for (const target of [0, -1, Number.NaN])
    it(`says unknown for a target of ${target}`, () =>
      assert.equal(meterOf(ledgerOf({ history: 5 }), { ...budget8k, target }).level, 'unknown'));
});
