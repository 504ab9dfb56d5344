import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../src/core/conversation/message';
import { toChatMessages } from '../../../src/core/transcripts/chatMessage';
import { readOpenAiMessages } from '../../../src/core/transcripts/openAiMessages';

const read = (value: unknown) => readOpenAiMessages(JSON.stringify(value));

const textPart = fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) });
const imagePart = fc
  .constantFrom('data:image/png;base64,iVBORw0KGgo=', 'https://example.com/cat.png')
  .map((url) => ({ type: 'image_url', image_url: { url } }));
const content = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(textPart, fc.oneof(textPart, imagePart)),
  fc.tuple(imagePart),
);
const call = fc.record({
  id: fc.string(),
  type: fc.constant('function'),
  function: fc.record({ name: fc.string(), arguments: fc.json() }),
});
const chatMessage = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'user'), content }),
  fc.record(
    {
      role: fc.constant('assistant'),
      content: fc.oneof(content, fc.constant(null)),
      reasoning_content: fc.string(),
      tool_calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['role', 'content'] },
  ),
  fc.record({ role: fc.constant('tool'), tool_call_id: fc.string(), content }),
);

describe('chat-completions messages', () => {
  it('come back deep-equal when well-formed', () => {
    fc.assert(
      fc.property(fc.array(chatMessage), (input) => {
        const plain: unknown = JSON.parse(JSON.stringify(input));
        assert.deepEqual(toChatMessages(read(plain).messages), plain);
      }),
    );
  });

  it('keep the very value each message was read from, unknown fields included', () => {
    const input = [
      { role: 'developer', content: 'Be brief', name: 'rules' },
      { role: 'user', content: [], extra: 1 },
    ];
    assert.deepEqual(read(input).origins, input);
  });

  it('accept null and missing content, repeated ids, orphans and lone surrogates as they are', () => {
    const { messages, problems } = read([
      { role: 'user', content: 'broken \uD83D here' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'x', function: { name: 'a', arguments: '{' } }] },
      { role: 'assistant', tool_calls: [{ id: 'x', function: { name: 'b', arguments: { deep: 1 } } }] },
      { role: 'tool', content: 'nobody asked' },
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(messages, [
      { role: 'user', parts: [{ kind: 'text', text: 'broken \uD83D here' }] },
      { role: 'assistant', parts: [{ kind: 'toolCall', callId: 'x', name: 'a', argumentsJson: '{' }] },
      { role: 'assistant', parts: [{ kind: 'toolCall', callId: 'x', name: 'b', argumentsJson: '{"deep":1}' }] },
      { role: 'tool', parts: [{ kind: 'toolResult', callId: '', content: [{ kind: 'text', text: 'nobody asked' }] }] },
    ]);
  });

  it('know the bytes and pixels of an embedded image', () => {
    const header = Buffer.from('89504e470d0a1a0a0000000d49484452000002800000014008060000', 'hex');
    const url = `data:image/png;base64,${header.toString('base64')}`;
    const [message] = read([{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]).messages;
    const [image] = message?.parts ?? [];
    assert(image?.kind === 'image');
    assert.deepEqual([image.mimeType, image.byteLength, image.width, image.height], ['image/png', 28, 640, 320]);
  });

  it('keep a part of an unknown kind as text and say so', () => {
    const { messages, problems } = read([{ role: 'user', content: [{ type: 'hologram', beams: 3 }] }]);
    assert.deepEqual(messages[0]?.parts, [{ kind: 'text', text: '{"type":"hologram","beams":3}' }]);
    assert.equal(problems[0]?.place, 'messages[0].content[0]');
  });

  it('read tools with and without the wrapper, and report one without a name', () => {
    const parameters = { type: 'object', properties: { path: { type: 'string' } } };
    const { tools, problems } = read({
      messages: [],
      tools: [
        { type: 'function', function: { name: 'read', description: 'Reads', parameters } },
        { name: 'bare' },
        { type: 'function' },
      ],
    });
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['read', 'bare'],
    );
    assert.deepEqual(
      problems.map(({ place }) => place),
      ['tools[2]'],
    );
    assert.deepEqual(tools[0], { name: 'read', description: 'Reads', parametersJson: JSON.stringify(parameters) });
  });
});

describe('toChatMessages', () => {
  it('makes one tool message of each result', () => {
    const message: Message = {
      role: 'tool',
      parts: ['a', 'b'].map((callId) => ({ kind: 'toolResult', callId, content: [{ kind: 'text', text: callId }] })),
    };
    assert.deepEqual(toChatMessages([message]), [
      { role: 'tool', tool_call_id: 'a', content: 'a' },
      { role: 'tool', tool_call_id: 'b', content: 'b' },
    ]);
  });

  it('leaves signed thinking out and hands unsigned thinking back', () => {
    const answer = (signature?: string): Message => ({
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'hm', ...(signature !== undefined && { signature }) },
        { kind: 'text', text: 'yes' },
      ],
    });
    assert.deepEqual(toChatMessages([answer('sig'), answer()]), [
      { role: 'assistant', content: 'yes' },
      { role: 'assistant', content: 'yes', reasoning_content: 'hm' },
    ]);
  });

  it('names an attachment in front of its contents', () => {
    const message: Message = {
      role: 'user',
      parts: [{ kind: 'attachment', reference: 'file:///a.ts', text: 'let a;' }],
    };
    assert.deepEqual(toChatMessages([message]), [
      { role: 'user', content: '[attachment: file:///a.ts]\nlet a;\n[/attachment]' },
    ]);
  });
});
