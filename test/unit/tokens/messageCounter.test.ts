import assert from 'node:assert/strict';
import type { ImagePart, Message, Part } from '../../../src/core/conversation/message';
import { assistantMessage, text, userMessage } from '../../../src/core/conversation/message';
import { flatImageTokens } from '../../../src/core/tokens/imageTokens';
import { createMessageCounter } from '../../../src/core/tokens/messageCounter';

/** Counts a token for each character, and notes every text it was asked for. */
function setUp(family = 'gpt-4o') {
  const asked: string[] = [];
  const countText = (value: string) => {
    asked.push(value);
    return value.length;
  };
  return { asked, counter: createMessageCounter({ countText }, { family }) };
}

const image = (over: Partial<ImagePart> = {}): ImagePart => ({
  kind: 'image',
  mimeType: 'image/png',
  byteLength: 2_250_000,
  digest: 'd',
  ...over,
});

const withPart = (part: Part): Message => ({ role: 'user', parts: [part] });

describe('counting a message', () => {
  it('adds the same framing to every message', () => {
    const { counter } = setUp();
    const framing = counter.countMessage(userMessage(''));
    assert.ok(framing > 0);
    assert.equal(counter.countMessage(userMessage('12345')), framing + 5);
    assert.equal(counter.countMessage(assistantMessage('12345')), framing + 5);
  });

  it('is its framing plus what its parts add', () => {
    const { counter } = setUp();
    const parts: Part[] = [
      text('text'),
      { kind: 'thinking', text: 'thinking' },
      { kind: 'toolCall', callId: 'c', name: 'read', argumentsJson: '{"path":"a"}' },
      { kind: 'attachment', reference: 'file:///a', text: 'contents' },
      image({ width: 100, height: 100 }),
    ];
    const framing = counter.countMessage({ role: 'assistant', parts: [] });
    const sum = parts.reduce((total, part) => total + counter.countPart(part), framing);
    assert.equal(counter.countMessage({ role: 'assistant', parts }), sum);
  });

  const hidden: [kind: string, part: (length: number) => Part][] = [
    ['thinking', (n) => ({ kind: 'thinking', text: 'x'.repeat(n) })],
    ['the arguments of a call', (n) => ({ kind: 'toolCall', callId: 'c', name: 'f', argumentsJson: 'x'.repeat(n) })],
    ['a result', (n) => ({ kind: 'toolResult', callId: 'c', content: [text('x'.repeat(n))] })],
    ['the contents of an attachment', (n) => ({ kind: 'attachment', reference: 'a', text: 'x'.repeat(n) })],
  ];
  for (const [kind, part] of hidden) {
    it(`counts ${kind} (case 38)`, () => {
      const { counter } = setUp();
      assert.equal(counter.countPart(part(1000)) - counter.countPart(part(1)), 999);
    });
  }
});

describe('counting images', () => {
  const sizes: [family: string, width: number, height: number, tokens: number][] = [
    ['gpt-4o', 1024, 1024, 765],
    ['gpt-4o', 2048, 4096, 1105],
    ['gpt-4o', 100, 100, 255],
    ['gpt-4o', 1920, 1080, 1105],
    ['claude-sonnet-4', 750, 100, 100],
    ['claude-sonnet-4', 4000, 3000, 1600],
    ['gemini-2.5-pro', 100, 100, flatImageTokens.unknown],
  ];
  for (const [family, width, height, tokens] of sizes) {
    it(`prices ${width} × ${height} at ${tokens} for ${family} (cases 48, 52)`, () => {
      assert.equal(setUp(family).counter.countPart(image({ width, height })), tokens);
    });
  }

  const unknown: [kind: string, over: Partial<ImagePart>][] = [
    ['no size', {}],
    ['a size of zero', { width: 0, height: 0 }],
    ['a senseless size', { width: Number.NaN, height: -5 }],
  ];
  for (const [kind, over] of unknown) {
    it(`prices an image of ${kind} at the flat figure of its family (case 48)`, () => {
      assert.equal(setUp('gpt-4o').counter.countPart(image(over)), flatImageTokens.openai);
      assert.equal(setUp('claude-opus-4').counter.countPart(image(over)), flatImageTokens.anthropic);
    });
  }

  const megabytes = 'iVBORw0KGgo'.repeat(300_000);
  for (const data of [megabytes, `data:image/png;base64,${megabytes}`]) {
    it(`never counts three megabytes of an image as text (cases 49, 51): ${data.slice(0, 10)}…`, () => {
      const { counter, asked } = setUp();
      const inMessage = counter.countMessage(withPart(image({ data })));
      const inResult = counter.countPart({ kind: 'toolResult', callId: 'c', content: [image({ data })] });
      assert.ok(inMessage < 2000 && inResult < 2000);
      assert.deepEqual(asked, []);
    });
  }
});

describe('counting each message once', () => {
  it('asks the tokenizer for nothing on a second look', () => {
    const { counter, asked } = setUp();
    const message = userMessage('once');
    assert.equal(counter.countMessage(message), counter.countMessage(message));
    assert.deepEqual(asked, ['once']);
  });

  it('asks only for the new message when the transcript comes back in new objects', () => {
    const { counter, asked } = setUp();
    const transcript = (turns: number) => Array.from({ length: turns }, (_, turn) => userMessage(`turn ${turn}`));
    for (const message of transcript(50)) counter.countMessage(message);
    asked.length = 0;
    for (const message of transcript(51)) counter.countMessage(message);
    assert.deepEqual(asked, ['turn 50']);
  });

  it('tells messages apart that differ in what their identity leaves out', () => {
    const { counter } = setUp();
    const attachment = (contents?: string) =>
      withPart({ kind: 'attachment', reference: 'a', ...(contents !== undefined && { text: contents }) });
    assert.equal(counter.countMessage(attachment('12345')) - counter.countMessage(attachment()), 5);
  });
});

describe('how sure a count is', () => {
  it("is the tokenizer's for the family whose encoding is public, an estimate with a wider error for others", () => {
    const known = setUp('gpt-4o').counter;
    const foreign = setUp('claude-sonnet-4').counter;
    assert.deepEqual([known.method, foreign.method], ['tokenizer', 'estimate']);
    assert.ok(known.uncertainty < foreign.uncertainty);
  });
});
