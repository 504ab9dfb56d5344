import assert from 'node:assert/strict';
import fc from 'fast-check';
import { identify } from '../../../src/core/conversation/identity';
import {
  assistantMessage,
  isConversation,
  text,
  userMessage,
  type Message,
  type ToolCallPart,
} from '../../../src/core/conversation/message';
import {
  readHistory,
  userTurn,
  type HistoryRequest,
  type HistoryResponse,
  type HistorySources,
} from '../../../src/host/chat/history';
import { keptRounds, messagesOfRounds, type ToolRound } from '../../../src/host/chat/rounds';
import { asResultMetadata, type TurnMetadata } from '../../../src/host/chat/turnMetadata';
import { participantId } from '../../../src/host/ids';

const conversation = 'c0ffee';

function asked(prompt: string, command?: string, references: unknown[] = []): HistoryRequest {
  return { prompt, participant: participantId, command, references };
}

function answered(pieces: readonly unknown[], metadata?: Partial<TurnMetadata>): HistoryResponse {
  const full: TurnMetadata = { version: 1, kind: 'turn', conversation, ...metadata };
  return {
    response: pieces.map((piece) => (typeof piece === 'string' ? { value: { value: piece } } : piece)),
    // As the editor hands it back after a reload: through JSON.
    result: metadata ? { metadata: JSON.parse(JSON.stringify(asResultMetadata(full))) as unknown } : {},
    participant: participantId,
  };
}

function sources(recorded: readonly Message[] = []): HistorySources {
  const branch = identify(recorded);
  return {
    fetch: (_conversation, ids) =>
      Promise.resolve(ids.flatMap((id) => branch.find((message) => message.id === id) ?? [])),
    sample: () => Promise.resolve([userMessage('sample question'), assistantMessage('sample answer')]),
    attached: (references) => references.map(() => ({ kind: 'attachment', reference: 'file:///a.ts' })),
  };
}

function call(callId: string, name = 'read_file'): ToolCallPart {
  return { kind: 'toolCall', callId, name, argumentsJson: '{}' };
}

function round(shown: string, ...calls: ToolCallPart[]): ToolRound {
  return {
    shown,
    calls,
    results: calls.map(({ callId }) => ({ kind: 'toolResult', callId, content: [text(`body of ${callId}`)] })),
  };
}

describe('history of a chat', () => {
  it('has no conversation id while no turn of ours was answered', async () => {
    assert.deepEqual(await readHistory([], sources()), { messages: [], hasSample: false });
  });

  it('gives plain turns back as user and assistant messages', async () => {
    const { messages, conversation: id } = await readHistory(
      [asked('hello'), answered(['Hi', ' there'], {})],
      sources(),
    );
    assert.deepEqual(messages, [userMessage('hello'), assistantMessage('Hi there')]);
    assert.equal(id, conversation);
  });

  it('leaves buttons, anchors and file trees out of the answer', async () => {
    const button = { value: { command: 'x', title: 'Compacted 7,412 → 3,180 tokens' } };
    const tree = { value: [{ name: 'a' }], baseUri: {} };
    const { messages } = await readHistory([asked('q'), answered([button, 'answer', tree], {})], sources());
    assert.deepEqual(messages[1], assistantMessage('answer'));
  });

  it('takes the id from the newest turn that has one, also when the last one was cancelled', async () => {
    const turns = [asked('a'), answered(['b'], {}), asked('c'), answered(['d'])];
    assert.equal((await readHistory(turns, sources())).conversation, conversation);
  });

  for (const metadata of [{ kind: 'command' as const }, undefined]) {
    it(`skips a slash command ${metadata ? 'of ours' : 'that was cancelled'}`, async () => {
      const turns = [
        asked('keep the API names', 'compact'),
        answered(['Reduced'], metadata),
        asked('q'),
        answered(['a'], {}),
      ];
      assert.deepEqual((await readHistory(turns, sources())).messages, [userMessage('q'), assistantMessage('a')]);
    });
  }

  it('puts the sample conversation in the place of its turn', async () => {
    const turns = [asked('', 'sample'), answered(['Loaded'], { kind: 'sample' })];
    const { messages, hasSample } = await readHistory(turns, sources());
    assert.deepEqual(messages, [userMessage('sample question'), assistantMessage('sample answer')]);
    assert.equal(hasSample, true);
    assert.equal((await readHistory([asked('q'), answered(['a'])], sources())).hasSample, false);
  });

  it('skips turns of other participants', async () => {
    const turns = [{ ...asked('for somebody else'), participant: 'other' }, answered(['x'])];
    assert.deepEqual((await readHistory(turns, sources())).messages, []);
  });

  it('takes attachments from the metadata, and from the references where there is none', async () => {
    const attached = [{ kind: 'attachment' as const, reference: 'file:///b.ts' }];
    const turns = [
      asked('q', undefined, [{}]),
      answered(['a'], { attached }),
      asked('r', undefined, [{}]),
      answered(['b']),
    ];
    const { messages } = await readHistory(turns, sources());
    assert.deepEqual(messages[0]?.parts[1], attached[0]);
    assert.deepEqual(messages[2]?.parts[1], { kind: 'attachment', reference: 'file:///a.ts' });
  });

  it('has a pasted text whole again, which metadata does not hold', async () => {
    const pasted = { kind: 'attachment' as const, reference: 'paste-1', text: 'pasted words' };
    const turns = [
      asked('q', undefined, [{}]),
      answered(['a'], { attached: [{ kind: 'attachment', reference: 'paste-1' }] }),
    ];
    const { messages } = await readHistory(turns, { ...sources(), attached: () => [pasted] });
    assert.deepEqual(messages[0], userTurn('q', [pasted]));
  });

  it('gives a turn with tool rounds the identity it was sent with, whatever pieces the editor made of it', async () => {
    const rounds = [round('Let me look.\n\n', call('1'), call('2')), round('And there.\n\n', call('3'))];
    const sent = [userTurn('q', []), ...messagesOfRounds(rounds), assistantMessage('The answer.')];
    const ids = identify(sent).map(({ id }) => id);
    const metadata = {
      rounds: { kind: 'stored' as const, answerStart: 'Let me look.\n\nAnd there.\n\n'.length, ids: ids.slice(1, 5) },
    };
    for (const pieces of [
      ['Let me look.\n\nAnd there.\n\nThe answer.'],
      ['Let me', ' look.\n\n', 'And there.\n\nThe', ' answer.\n'],
    ]) {
      const { messages } = await readHistory([asked('q'), answered(pieces, metadata)], sources(sent));
      assert.deepEqual(
        identify(messages).map(({ id }) => id),
        ids,
      );
    }
  });

  it('gives a turn with searches in between the identity it had while it ran', () => {
    const rounds = [
      round('Let me look.\n\n', call('1')),
      round('', call('2', 'search_conversation')),
      round('', call('3'), call('4', 'search_conversation')),
    ];
    const running = identify([userTurn('q', []), ...messagesOfRounds(rounds)]).filter(isConversation);
    const readAgain = identify([userTurn('q', []), ...keptRounds(rounds).messages]);
    assert.deepEqual(
      running.map(({ id }) => id),
      readAgain.map(({ id }) => id),
    );
  });

  it('gives the streamed text where a tool round is no longer in the archive', async () => {
    const metadata = { rounds: { kind: 'stored' as const, answerStart: 4, ids: ['gone'] } };
    const { messages } = await readHistory([asked('q'), answered(['ToolAnswer'], metadata)], sources());
    assert.deepEqual(messages, [userMessage('q'), assistantMessage('ToolAnswer')]);
  });

  it('goes on when the archive cannot be read', async () => {
    const metadata = { rounds: { kind: 'stored' as const, answerStart: 0, ids: ['x'] } };
    const failing = { ...sources(), fetch: () => Promise.reject(new Error('locked')) };
    const { messages } = await readHistory([asked('q'), answered(['a'], metadata)], failing);
    assert.deepEqual(messages, [userMessage('q'), assistantMessage('a')]);
  });

  it('keeps every streamed character, wherever the retrieval rounds stand', async () => {
    const anyRound = fc.record({
      shown: fc.string(),
      names: fc.array(fc.constantFrom('read_file', 'search_conversation', 'grep'), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRound, { maxLength: 5 }), fc.string(), async (specs, answer) => {
        const rounds = specs.map(({ shown, names }, index) =>
          round(shown, ...names.map((name, at) => call(`${index}.${at}`, name))),
        );
        const { messages: kept, answerStart } = keptRounds(rounds);
        const streamed = rounds.map(({ shown }) => shown).join('') + answer;
        const recorded = [userTurn('q', []), ...kept];
        const ids = identify(recorded)
          .slice(1)
          .map(({ id }) => id);
        const metadata = kept.length > 0 ? { rounds: { kind: 'stored' as const, answerStart, ids } } : {};
        const { messages } = await readHistory([asked('q'), answered([streamed], metadata)], sources(recorded));
        const texts = messages.slice(1).flatMap(({ role, parts }) => (role === 'assistant' ? parts : []));
        const said = texts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
        assert.equal(said.replace(/\s/g, ''), streamed.replace(/\s/g, ''));
        assert.ok(
          !JSON.stringify(messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'toolCall'))).includes(
            'search_conversation',
          ),
        );
      }),
      { numRuns: 60 },
    );
  });
});
