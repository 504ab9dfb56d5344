import assert from 'node:assert/strict';
import type { Passage } from '../../../src/core/archive/store';
import { toolCallsOf, userMessage } from '../../../src/core/conversation/message';
import { unicodeViolations } from '../../../src/core/conversation/sanitiseUnicode';
import { placeRecalled } from '../../../src/core/recall/placement';
import type { RequestEntry } from '../../../src/core/tokens/request';

const passage: Passage = {
  messageId: 'a',
  citation: '#1',
  turn: 1,
  ordinal: 0,
  role: 'tool',
  text: 'cut off \ud83d',
  state: 'evicted',
  score: 1,
};

describe('placeRecalled', () => {
  // Case 90: the archive holds what was said, half characters included; an endpoint refuses the request for one.
  for (const [shape, toolName] of [
    ['as a call of the search tool', 'search_conversation'],
    ['in front of the message', undefined],
  ] as const) {
    it(`brings back well-formed text ${shape}`, () => {
      const current: RequestEntry = { message: userMessage('What was it?'), segment: 'current' };
      const sent = placeRecalled([current], [passage], toolName).map(({ message }) => message);
      assert.match(JSON.stringify(sent), /cut off \ufffd/);
      assert.deepEqual(unicodeViolations(sent), []);
    });
  }

  it('gives its call an id that no call of the request has', () => {
    const earlier: RequestEntry = {
      message: {
        role: 'assistant',
        parts: [{ kind: 'toolCall', callId: 'throughline_recall', name: 'search_conversation', argumentsJson: '{}' }],
      },
      segment: 'history',
    };
    const current: RequestEntry = { message: userMessage('What was it?'), segment: 'current' };
    const sent = placeRecalled([earlier, current], [passage], 'search_conversation');
    const ids = sent.flatMap(({ message }) => toolCallsOf(message)).map(({ callId }) => callId);
    assert.equal(new Set(ids).size, 2);
  });
});
