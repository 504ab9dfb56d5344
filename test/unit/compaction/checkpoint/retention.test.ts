import assert from 'node:assert/strict';
import { retentionOf, sampleFacts } from '../../../../src/core/compaction/checkpoint/retention';
import { identify } from '../../../../src/core/conversation/identity';
import { talk } from '../../../support/checkpointCase';

const branch = identify(
  talk(
    ...Array.from(
      { length: 40 },
      (_, turn) => `The service number ${turn} listens on port ${7000 + turn} of the staging host`,
    ),
  ),
);

describe('retention', () => {
  it('samples facts spread over the conversation, the same each time', () => {
    const facts = sampleFacts(branch, 10);
    assert.equal(facts.length, 10);
    assert.deepEqual(facts, sampleFacts(branch, 10));
    assert.ok((facts.at(-1)?.turn ?? 0) - (facts[0]?.turn ?? 0) >= 30);
  });
  it('asks without giving the value away', () => {
    for (const { question, value } of sampleFacts(branch, 100)) assert.ok(!question.includes(value), question);
  });
  it('counts what is in the checkpoint or in the first four passages', async () => {
    const facts = sampleFacts(branch, 4);
    const [first, second, third] = facts.map(({ value }) => value);
    const passages = (question: string) =>
      question === facts[1]?.question
        ? [`port ${second}`]
        : question === facts[2]?.question
          ? ['', '', '', '', `port ${third}`]
          : [];
    const retention = await retentionOf(facts, `port ${first}`, (question) => Promise.resolve(passages(question)));
    assert.deepEqual(retention, { share: 0.5, found: 2, sampled: 4 });
  });
  it('a search that fails found nothing', async () => {
    const retention = await retentionOf(sampleFacts(branch, 2), '', () => Promise.reject(new Error('locked')));
    assert.deepEqual(retention, { share: 0, found: 0, sampled: 2 });
  });
  it('nothing to judge is not zero', async () => {
    assert.deepEqual(await retentionOf([], '', () => Promise.resolve([])), { share: undefined, found: 0, sampled: 0 });
  });
});
