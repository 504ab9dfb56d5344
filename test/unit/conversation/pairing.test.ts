import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import type { Message } from '../../../src/core/conversation/message';
import { conversations } from '../../support/generateConversation';
import { historyOf } from '../../support/historyLine';

describe('the pairing check', () => {
  const sound = [
    'u:hi',
    'u:hi a:ok u:go',
    'u:q c:x r:x a:ok',
    'u:q c:x,y r:x,y',
    'u:q c:x,y r:y r:x a:ok c:z r:z',
    's:s u:q c:x+t r:x',
  ];
  for (const line of sound) {
    it(`accepts ${line}`, () => {
      assert.deepEqual(pairingViolations(historyOf(line)), []);
    });
  }

  const broken = [
    'r:x u:q',
    'u:q r:x',
    'u:q c:x',
    'u:q c:x a:ok',
    'u:q c:x u:stop r:x',
    'u:q c:x s:s r:x',
    'u:q c:x,y r:x a:ok',
    'u:q c:x r:x,y',
    'u:q c:x r:x r:x',
    'u:q c:x r:x c:x r:x',
    'u:q c:x,x r:x,x',
    'u:q r:x c:x',
    'u:q c: r:',
    'u:q a: u:go',
  ];
  for (const line of broken) {
    it(`refuses ${line}`, () => {
      assert.notEqual(pairingViolations(historyOf(line)).length, 0);
    });
  }

  const text = { kind: 'text', text: 'x' } as const;
  const call = { kind: 'toolCall', callId: 'x', name: 'n', argumentsJson: '{}' } as const;
  const result = { kind: 'toolResult', callId: 'x', content: [] } as const;
  const misplaced: [name: string, messages: Message[]][] = [
    [
      'a call in a user message',
      [
        { role: 'user', parts: [text, call] },
        { role: 'tool', parts: [result] },
      ],
    ],
    [
      'a result in a user message',
      [
        { role: 'assistant', parts: [call] },
        { role: 'user', parts: [result] },
      ],
    ],
    [
      'text beside a result',
      [
        { role: 'assistant', parts: [call] },
        { role: 'tool', parts: [result, text] },
      ],
    ],
    ['thinking of a user', [{ role: 'user', parts: [text, { kind: 'thinking', text: 'hm' }] }]],
    ['a message without parts', [{ role: 'user', parts: [] }]],
    ['thinking that led to nothing', [{ role: 'assistant', parts: [{ kind: 'thinking', text: 'hm' }] }]],
  ];
  for (const [name, messages] of misplaced) {
    it(`refuses ${name}`, () => {
      assert.notEqual(pairingViolations(messages).length, 0);
    });
  }

  it('says which message and which call', () => {
    assert.deepEqual(pairingViolations(historyOf('u:q c:x a:ok')), [
      'Message 1: the call "x" has no result behind it.',
    ]);
  });

  it('accepts every history as a chat makes it', () => {
    fc.assert(
      fc.property(conversations(), (messages) => {
        assert.deepEqual(pairingViolations(messages), []);
      }),
    );
  });
});
