import assert from 'node:assert/strict';
import { noCut } from '../../../src/core/compaction/layout';
import { planCut } from '../../../src/core/compaction/planCut';
import { identify } from '../../../src/core/conversation/identity';
import type { Message } from '../../../src/core/conversation/message';
import { stubCounter } from '../../support/stubCounter';

describe('planCut', () => {
  // A message with many short results is large, but no receipt is shorter than any of them.
  it('counts as shortened only what is shown shorter', () => {
    const calls = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const rounds = Array.from({ length: 8 }, (_, round): Message[] => [
      {
        role: 'assistant',
        parts: calls.map((id) => ({ kind: 'toolCall', callId: `${round}${id}`, name: 'list', argumentsJson: '{}' })),
      },
      {
        role: 'tool',
        parts: calls.map((id) => ({
          kind: 'toolResult',
          callId: `${round}${id}`,
          content: [{ kind: 'text', text: 'x'.repeat(round === 0 ? 2000 : 40) }],
        })),
      },
    ]).flat();
    const branch = identify([{ role: 'user', parts: [{ kind: 'text', text: 'Look around.' }] }, ...rounds]);
    const { cut, request, kind } = planCut({
      branch,
      policy: 'checkpoint',
      counter: stubCounter,
      surroundings: { tools: [] },
      previous: noCut,
      target: 16_000,
      goal: 16_000,
      checkpointTokens: 0,
    });
    const sent = new Set<Message>(request.entries.map(({ message }) => message));
    const notVerbatim = branch.filter((message) => !sent.has(message)).map(({ id }) => id);
    assert.equal(kind, 'fits');
    assert.deepEqual(
      cut.shortened.map(({ id }) => id),
      notVerbatim,
    );
    assert.equal(notVerbatim.length, 1);
  });
});
