import assert from 'node:assert/strict';
import { resolveModelSettings } from '../../../src/host/modelSettings';

const model = { vendor: 'ollama', family: 'llama', id: 'llama3:8b' };

describe('settings of a model', () => {
  it('are the defaults where nothing is set', () => {
    assert.deepEqual(resolveModelSettings({ window: null, policy: undefined }, {}, model), {
      budget: {},
      compaction: { policy: 'checkpoint', recall: true, archive: true },
    });
  });

  it('take the most specific value of each key: id over family over general', () => {
    const models = {
      'ollama/llama': { window: 16_000, softPercent: 60 },
      'ollama/llama3:8b': { window: 8_000 },
      'other/llama3:8b': { window: 1 },
    };
    const { budget } = resolveModelSettings({ window: 32_000, softPercent: 80, hardPercent: 90 }, models, model);
    assert.deepEqual(budget, { window: 8_000, softPercent: 60, hardPercent: 90 });
  });

  it('hand a number that is none on, so that the budget warns of it', () => {
    const { budget } = resolveModelSettings({ hardPercent: '80' }, {}, model);
    assert.ok(Number.isNaN(budget.hardPercent));
  });

  // Case 43: off must mean off, also for one model only.
  it('switch compaction off for one model', () => {
    const { compaction } = resolveModelSettings({ policy: 'rolling' }, { 'ollama/llama': { policy: 'off' } }, model);
    assert.equal(compaction.policy, 'off');
  });

  // Case 146: instructions for automatic compactions too.
  it('carry the standing instructions into every compaction', () => {
    assert.equal(resolveModelSettings({ instructions: ' keep names ' }, {}, model).compaction.focus, 'keep names');
  });

  for (const models of [undefined, null, 'x', [], { 'ollama/llama': 7 }]) {
    it(`survive ${JSON.stringify(models)} as the list of models`, () => {
      assert.deepEqual(resolveModelSettings({ window: 9 }, models, model).budget, { window: 9 });
    });
  }
});
