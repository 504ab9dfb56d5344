import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BoundedCache } from '../../../src/core/caches/boundedCache';

describe('a bounded cache', () => {
  it('gives back what was put in', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    assert.equal(cache.get('a'), 1);
    assert.equal(cache.get('b'), undefined);
  });

  it('forgets what was not used for long and keeps what was', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('kept', 1);
    cache.set('unused', 2);
    for (const key of ['x', 'y', 'z', 'u', 'v']) {
      cache.set(key, 0);
      assert.equal(cache.get('kept'), 1);
    }
    assert.equal(cache.get('unused'), undefined);
  });

  it('never holds more than twice its cost', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (costs) => {
        const cache = new BoundedCache<number, number>(20, (cost) => cost);
        for (const cost of costs) cache.set(cost, cost);
        const held = [...new Set(costs)].filter((cost) => cache.get(cost) !== undefined);
        assert.ok(held.reduce((sum, cost) => sum + cost, 0) <= 40);
      }),
    );
  });

  it('does not keep what alone is too large, nor lose the rest for it', () => {
    const cache = new BoundedCache<string, number>(3, (key) => key.length);
    cache.set('ab', 1);
    cache.set('abcd', 2);
    assert.deepEqual([cache.get('ab'), cache.get('abcd')], [1, undefined]);
  });
});
