import assert from 'node:assert/strict';
import fc from 'fast-check';
import { identify, verify, type IdentityMemo } from '../../../src/core/conversation/identity';
import { assistantMessage, userMessage, type Message, type Part } from '../../../src/core/conversation/message';
import { conversations } from '../../support/generateConversation';

function idsOf(messages: readonly Message[]): string[] {
  return identify(messages)
    .filter(({ role }) => role !== 'system')
    .map(({ id }) => id);
}

function idOf(...parts: Part[]): string | undefined {
  return identify([{ role: 'assistant', parts }])[0]?.id;
}

const call = (argumentsJson: string): Part => ({ kind: 'toolCall', callId: 'c', name: 'read', argumentsJson });
const result = (...texts: string[]): Part => ({
  kind: 'toolResult',
  callId: 'c',
  content: texts.map((text) => ({ kind: 'text', text })),
});
const text = (value: string): Part => ({ kind: 'text', text: value });
const image = { kind: 'image', mimeType: 'image/png', byteLength: 9, digest: 'd' } as const;

/** The same conversation as an editor may hand it back after a reload. */
function redelivered(messages: readonly Message[], cutAt: number): Message[] {
  return messages.map((message) => ({
    role: message.role,
    parts: message.parts.flatMap((part): Part[] => {
      switch (part.kind) {
        case 'text': {
          const cut = cutAt % (part.text.length + 1);
          return [text(part.text.slice(0, cut)), text(part.text.slice(cut))];
        }
        case 'thinking':
          return [];
        case 'attachment':
          return [{ kind: 'attachment', reference: part.reference }];
        case 'toolCall':
          return [{ ...part, argumentsJson: JSON.stringify(JSON.parse(part.argumentsJson), null, 2) }];
        case 'image':
          return [{ kind: 'image', mimeType: part.mimeType, byteLength: part.byteLength, digest: part.digest }];
        case 'toolResult':
          return [part];
      }
    }),
  }));
}

describe('message identity', () => {
  it('is the same however the conversation is delivered', () => {
    fc.assert(
      fc.property(conversations({ unicode: 'broken', maxWords: 10 }), fc.nat(), (messages, cutAt) => {
        assert.deepEqual(idsOf(redelivered(messages, cutAt)), idsOf(messages));
      }),
    );
  });

  const same: [name: string, one: Part[], other: Part[]][] = [
    ['outer white space', [text(' a\n')], [text('a')]],
    ['line endings', [text('a\r\nb\rc')], [text('a\nb\nc')]],
    ['a line ending in two pieces', [text('a\r'), text('\nb')], [text('a\nb')]],
    ['thinking between two texts', [text('a'), { kind: 'thinking', text: 'hm' }, text('b')], [text('ab')]],
    ['a lone surrogate stored as U+FFFD', [text('a\ud83d')], [text('a\ufffd')]],
    ['a surrogate pair in two pieces', [text('\ud83d'), text('\ude00')], [text('😀')]],
    ['no arguments', [call('')], [call('{}')]],
    ['escapes in arguments', [call('{"a":"\\u0041"}')], [call('{ "a": "A" }')]],
    ['a lone surrogate in arguments', [call('{"a":"\\ud83d"}')], [call('{"a":"\ufffd"}')]],
    ['a result in pieces', [result('a', 'b')], [result('ab')]],
  ];
  for (const [name, one, other] of same) {
    it(`does not depend on ${name}`, () => {
      assert.equal(idOf(...one), idOf(...other));
    });
  }

  const different: [name: string, one: Part[], other: Part[]][] = [
    ['words', [text('a b')], [text('ab')]],
    ['inner line breaks', [text('a\nb')], [text('a b')]],
    ['arguments', [call('{"a":1}')], [call('{"a":2}')]],
    ['the place of an image', [text('a'), image, text('b')], [text('ab'), image]],
    ['a result that names what another holds', [result('text", "x')], [result('text'), image, result('x')]],
    [
      'a result with an image and a text that looks like one',
      [{ ...result(), content: [text('image'), image] } as Part],
      [result('image', 'image/png', 'd')],
    ],
    ['a part and a text that looks like it', [call('{}')], [text('["toolCall","c","read","{}"]')]],
  ];
  for (const [name, one, other] of different) {
    it(`tells apart ${name}`, () => {
      assert.notEqual(idOf(...one), idOf(...other));
    });
  }

  it('gives the same text said twice two ids', () => {
    const ids = idsOf([userMessage('go on'), assistantMessage('ok'), userMessage('go on'), assistantMessage('ok')]);
    assert.equal(new Set(ids).size, 4);
  });

  it('never gives one id to two messages of a branch', () => {
    fc.assert(
      fc.property(conversations(), (messages) => {
        const doubled = [...messages, ...messages.filter(({ role }) => role === 'system'), ...messages];
        assert.equal(new Set(identify(doubled).map(({ id }) => id)).size, doubled.length);
      }),
    );
  });

  it('tells two equal system messages in a row apart', () => {
    const system: Message = { role: 'system', parts: [text('rules') as { kind: 'text'; text: string }] };
    const [one, other] = identify([system, system]);
    assert.notEqual(one?.id, other?.id);
  });

  it('changes for an edited message and all after it, and for none before', () => {
    fc.assert(
      fc.property(conversations({ minTurns: 2 }), fc.nat(), (messages, at) => {
        const said = messages.filter(({ role }) => role !== 'system');
        const edited = at % said.length;
        const changed = said.map((message, index) =>
          index === edited ? { ...message, parts: [...message.parts, text('edited')] } : message,
        );
        const before = idsOf(said);
        idsOf(changed).forEach((id, index) => {
          assert.equal(id === before[index], index < edited);
        });
      }),
    );
  });

  it('does not change when instructions are rewritten, added or taken away', () => {
    const system = (value: string): Message => ({ role: 'system', parts: [{ kind: 'text', text: value }] });
    const said = [userMessage('a'), assistantMessage('b')];
    const [first, second] = said;
    assert.ok(first && second);
    assert.deepEqual(idsOf([system('one'), first, system('more'), second]), idsOf(said));
  });

  it('is not changed by our own searches of the archive', () => {
    const search: Message[] = [
      {
        role: 'assistant',
        parts: [{ kind: 'toolCall', callId: 's', name: 'search_conversation', argumentsJson: '{}' }],
        synthetic: true,
      },
      { role: 'tool', parts: [{ kind: 'toolResult', callId: 's', content: [] }], synthetic: true },
    ];
    const plain = idsOf([userMessage('a'), assistantMessage('b')]);
    const searched = idsOf([userMessage('a'), ...search, assistantMessage('b')]);
    assert.deepEqual([searched[0], searched.at(-1)], plain);
  });

  it('is the same with a memory of earlier messages, also after an edit', () => {
    const memo: IdentityMemo = new WeakMap();
    const messages = [userMessage('a'), assistantMessage('b'), userMessage('c')];
    assert.deepEqual(identify(messages, memo), identify(messages));
    const edited = [userMessage('other'), ...messages.slice(1)];
    assert.deepEqual(identify(edited, memo), identify(edited));
    const asAnswer = messages.map(({ parts }): Message => ({ role: 'assistant', parts }));
    assert.deepEqual(identify(asAnswer, memo), identify(asAnswer));
  });

  it('counts turns from the first user message', () => {
    const branch = identify([assistantMessage('hello'), userMessage('a'), assistantMessage('b'), userMessage('c')]);
    assert.deepEqual(
      branch.map(({ turn, ordinal }) => [turn, ordinal]),
      [
        [0, 0],
        [1, 1],
        [1, 2],
        [2, 3],
      ],
    );
  });
});

describe('verifying a branch', () => {
  it('finds nothing wrong with a branch as it was identified', () => {
    fc.assert(
      fc.property(conversations({ unicode: 'broken' }), (messages) => {
        assert.deepEqual(verify(identify(messages)), []);
      }),
    );
  });

  it('names a message that was changed afterwards, and all that follow', () => {
    const branch = identify([userMessage('a'), assistantMessage('b'), userMessage('c')]);
    const forged = branch.map((message, at) => (at === 1 ? { ...message, parts: [text('forged')] } : message));
    assert.deepEqual(
      verify(forged),
      branch.slice(1).map(({ id }) => id),
    );
  });
});
