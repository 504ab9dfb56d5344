import assert from 'node:assert/strict';
import { resolveModelSettings, type RawSettings } from '../../../src/host/modelSettings';

const model = { vendor: 'ollama', family: 'llama', id: 'llama3:8b' };

describe('settings of a model', () => {
  it('are the defaults where nothing is set', () => {
    assert.deepEqual(resolveModelSettings({ window: null, policy: undefined }, {}, model), {
      budget: {},
      compaction: { policy: 'checkpoint', recall: true, archive: true },
      warnings: [],
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

  const key = 'ollama/llama';
  const unusable: [general: RawSettings, models: unknown, warning: string][] = [
    [{ hardPercent: '80' }, {}, 'The setting "hardPercent" is "80", not a number, and was not used.'],
    [
      { headroomPercent: 200 },
      {},
      'The setting "headroomPercent" is 200, not a number from 0 to 90, and was not used.',
    ],
    [{ policy: 'x' }, {}, 'The setting "policy" is "x", not "checkpoint", "rolling" or "off", and was not used.'],
    [{ archive: 'off' }, {}, 'The setting "archive" is "off", not true or false, and was not used.'],
    [{ instructions: 5 }, {}, 'The setting "instructions" is 5, not a text, and was not used.'],
    [{}, 'x', 'The setting "models" is "x", not settings by model, and was not used.'],
    [{}, { [key]: 7 }, 'The setting "models" of ollama/llama is 7, not settings by name, and was not used.'],
    [{}, { [key]: { window: 'q' } }, 'The setting "window" of ollama/llama is "q", not a number, and was not used.'],
    [
      {},
      { [key]: { wimdow: 8 } },
      'The setting "models" names "wimdow" for ollama/llama, which is no setting of a model.',
    ],
  ];
  for (const [general, models, warning] of unusable) {
    it(`pass over a value of the wrong kind, in one sentence: ${warning}`, () => {
      const { budget, compaction, warnings } = resolveModelSettings(general, models, model);
      assert.deepEqual(warnings, [warning]);
      assert.deepEqual(
        { budget, compaction },
        { budget: {}, compaction: { policy: 'checkpoint', recall: true, archive: true } },
      );
    });
  }

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
