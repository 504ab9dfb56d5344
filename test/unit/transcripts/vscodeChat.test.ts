import assert from 'node:assert/strict';
import { textOf } from '../../../src/core/conversation/message';
import { readTranscript } from '../../../src/core/transcripts/readTranscript';

type Row = Record<string, unknown>;

const read = (...requests: Row[]) => readTranscript(JSON.stringify({ requests }));
const lines = (...rows: Row[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const rounds: Row = {
  requestId: 'q1',
  responseId: 'a1',
  timestamp: 1755735217607,
  message: { text: 'update the readme', parts: [] },
  variableData: {
    variables: [
      {
        kind: 'file',
        name: 'a',
        value: { uri: { external: 'file:///a.ts' }, range: { startLineNumber: 3, endLineNumber: 5 } },
      },
      { kind: 'paste', name: 'Pasted', code: 'let a = 1;' },
      { kind: 'tool', name: 'search' },
    ],
  },
  response: [{ value: 'shown, but not what the model said' }],
  result: {
    metadata: {
      toolCallRounds: [
        {
          response: 'I will read it',
          thinking: { text: ['hm', 'm'] },
          toolCalls: [
            { id: 'c1', name: 'read_file', arguments: '{"path":"README.md"}' },
            { id: 'c2', name: 'list', arguments: '{}' },
          ],
        },
        { response: 'Done.', toolCalls: [] },
      ],
      toolCallResults: {
        c1: {
          content: [
            {
              value: {
                node: {
                  type: 1,
                  children: [
                    { type: 2, text: 'File:' },
                    { type: 1, children: [{ type: 2, text: '# Title', lineBreakBefore: true }] },
                  ],
                },
              },
            },
          ],
        },
        c2: { content: [{ value: 'README.md' }] },
      },
    },
  },
};

describe('readVscodeChat', () => {
  it('takes the answer from the rounds of the tool loop, with what the tools returned', () => {
    const { messages, sourceIds } = read(rounds);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'tool', 'assistant'],
    );
    assert.deepEqual(messages[1]?.parts[0], { kind: 'thinking', text: 'hmm' });
    assert.deepEqual(messages.slice(2).map(textOf), ['File:\n# Title', 'README.md', 'Done.']);
    assert.deepEqual(sourceIds, ['q1', 'a1', 'a1', 'a1', 'a1']);
    assert.equal(messages[0]?.time, 1755735217607);
  });

  it('names attachments by address and lines, with contents where they are there', () => {
    assert.deepEqual(read(rounds).messages[0]?.parts, [
      { kind: 'text', text: 'update the readme' },
      { kind: 'attachment', reference: 'file:///a.ts#L3-L5' },
      { kind: 'attachment', reference: 'Pasted', text: 'let a = 1;' },
    ]);
  });

  it('reads what was shown where there are no rounds, references inside their sentence', () => {
    const { messages } = read({
      message: { text: 'what is it?' },
      response: [
        { kind: 'progressTaskSerialized', content: { value: 'Optimizing…' } },
        { value: 'See ' },
        { kind: 'inlineReference', inlineReference: { path: '/src/main.ts' } },
        { value: ' for it.' },
        {
          kind: 'toolInvocationSerialized',
          toolCallId: 't',
          toolId: 'read',
          pastTenseMessage: { value: 'Read main.ts' },
        },
        { value: 'It is a test.' },
      ],
    });
    assert.deepEqual(messages.slice(1), [
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: 'See main.ts for it.' },
          { kind: 'toolCall', callId: 't', name: 'read', argumentsJson: '{}' },
        ],
      },
      { role: 'tool', parts: [{ kind: 'toolResult', callId: 't', content: [{ kind: 'text', text: 'Read main.ts' }] }] },
      { role: 'assistant', parts: [{ kind: 'text', text: 'It is a test.' }] },
    ]);
  });

  it('leaves out requests a restored checkpoint undid', () => {
    const undone = { message: { text: 'undone' }, shouldBeRemovedOnSend: { requestId: 'x' } };
    assert.deepEqual(read({ message: { text: 'kept' } }, undone).messages.map(textOf), ['kept']);
  });

  it('reports a request that is none', () => {
    const { problems } = readTranscript('{"requests":[{"message":{"text":"a"}},null]}');
    assert.deepEqual(
      problems.map(({ place }) => place),
      ['requests[1]'],
    );
  });
});

describe('the session log of VS Code', () => {
  const first = { kind: 0, v: { version: 3, requests: [{ message: { text: 'one' }, response: [] }] } };

  it('is replayed: set, append, cut and append, delete', () => {
    const { messages, title, problems } = readTranscript(
      lines(
        first,
        { kind: 1, k: ['customTitle'], v: 'Numbers' },
        { kind: 2, k: ['requests'], v: [{ message: { text: 'two' }, response: [] }] },
        { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'answer' }] },
        { kind: 2, k: ['requests'], i: 1, v: [{ message: { text: 'three' }, response: [{ value: 'gone' }] }] },
        { kind: 3, k: ['requests', 1, 'response'] },
      ),
    );
    assert.deepEqual(messages.map(textOf), ['one', 'answer', 'three']);
    assert.deepEqual([title, problems], ['Numbers', []]);
  });

  it('gives what came before a line that was cut off or does not fit', () => {
    const { messages, problems } = readTranscript(
      `${lines(first, { kind: 1, k: ['requests', 7, 'message'], v: {} }, { kind: 1, k: ['__proto__'], v: {} })}\n{"kind":2,"k"`,
    );
    assert.equal(messages.length, 1);
    assert.deepEqual(problems.map(({ place }) => place).sort(), ['line 2', 'line 3', 'line 4']);
  });
});
