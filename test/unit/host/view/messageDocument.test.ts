import assert from 'node:assert/strict';
import { userMessage, type Message } from '../../../../src/core/conversation/message';
import { messageDocument } from '../../../../src/host/view/messageDocument';

describe('message document', () => {
  it('is the text itself, byte for byte', () => {
    const said = '  Keep\r\n\tthis \n';
    assert.equal(messageDocument(userMessage(said)), said);
  });

  it('shows a call and its result in blocks that their text cannot end', () => {
    const message: Message = {
      role: 'tool',
      parts: [{ kind: 'toolResult', callId: 'c1', content: [{ kind: 'text', text: 'a\n```\nb' }] }],
    };
    assert.equal(messageDocument(message), 'Result of c1\n````\na\n```\nb\n````');
  });

  it('names what has no text', () => {
    const image = { kind: 'image', mimeType: 'image/png', byteLength: 12_000, digest: 'd' } as const;
    assert.equal(messageDocument({ role: 'user', parts: [image] }), '[image/png, 12 KB]');
  });
});
