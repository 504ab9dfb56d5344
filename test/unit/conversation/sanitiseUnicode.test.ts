import assert from 'node:assert/strict';
import fc from 'fast-check';
import { identify } from '../../../src/core/conversation/identity';
import type { Message, Part } from '../../../src/core/conversation/message';
import { sanitiseUnicode, unicodeViolations } from '../../../src/core/conversation/sanitiseUnicode';
import { conversations } from '../../support/generateConversation';

const lone = 'a\ud83d';

// Case 90, in every place that a string can stand.
const parts: [name: string, role: Message['role'], part: Part][] = [
  ['text', 'user', { kind: 'text', text: lone }],
  ['thinking', 'assistant', { kind: 'thinking', text: lone }],
  ['a call id', 'assistant', { kind: 'toolCall', callId: lone, name: 'n', argumentsJson: '{}' }],
  ['a tool name', 'assistant', { kind: 'toolCall', callId: 'x', name: lone, argumentsJson: '{}' }],
  ['arguments', 'assistant', { kind: 'toolCall', callId: 'x', name: 'n', argumentsJson: `{"a":"${lone}"}` }],
  ['escaped arguments', 'assistant', { kind: 'toolCall', callId: 'x', name: 'n', argumentsJson: '{"a":["\\ud83d"]}' }],
  ['an escaped key', 'assistant', { kind: 'toolCall', callId: 'x', name: 'n', argumentsJson: '{"\\ud83d":1}' }],
  ['a result', 'tool', { kind: 'toolResult', callId: 'x', content: [{ kind: 'text', text: lone }] }],
  ['a result’s call id', 'tool', { kind: 'toolResult', callId: lone, content: [] }],
  ['an image', 'user', { kind: 'image', mimeType: lone, byteLength: 1, digest: 'd' }],
  ['an attachment', 'user', { kind: 'attachment', reference: lone, text: lone }],
];

describe('sanitising Unicode', () => {
  for (const [name, role, part] of parts) {
    it(`replaces a lone surrogate in ${name}`, () => {
      const given = identify([{ role, parts: [part] }]);
      assert.notEqual(unicodeViolations(given).length, 0);
      const { branch, repairs } = sanitiseUnicode(given);
      assert.deepEqual(unicodeViolations(branch), []);
      assert.deepEqual(
        repairs.map(({ messageId, kind }) => [messageId, kind]),
        [[given[0]?.id, 'loneSurrogate']],
      );
    });
  }

  it('puts U+FFFD in its place and changes nothing else', () => {
    const given = identify([
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'x' },
          { kind: 'text', text: '\ude00b' },
        ],
      },
    ]);
    const { branch } = sanitiseUnicode(given);
    assert.deepEqual(branch, [
      {
        ...given[0],
        parts: [
          { kind: 'text', text: 'x' },
          { kind: 'text', text: '\ufffdb' },
        ],
      },
    ]);
    assert.equal(branch[0]?.parts[0], given[0]?.parts[0]);
  });

  it('returns well-formed branches as they are', () => {
    fc.assert(
      fc.property(conversations(), (messages) => {
        const branch = identify(messages);
        assert.deepEqual(unicodeViolations(branch), []);
        assert.equal(sanitiseUnicode(branch).branch, branch);
      }),
    );
  });

  it('leaves nothing to refuse in any history, and sound messages the same objects', () => {
    fc.assert(
      fc.property(conversations({ unicode: 'broken' }), (messages) => {
        const given = identify(messages);
        const { branch, repairs } = sanitiseUnicode(given);
        assert.deepEqual(unicodeViolations(branch), []);
        const touched = new Set(repairs.map(({ messageId }) => messageId));
        branch.forEach((message, at) => {
          assert.equal(message === given[at], !touched.has(message.id));
        });
      }),
    );
  });
});
