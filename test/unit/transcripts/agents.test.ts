import assert from 'node:assert/strict';
import { readCodex } from '../../../src/core/transcripts/codex';
import { readPi } from '../../../src/core/transcripts/pi';

type Row = Record<string, unknown>;

const lines = (...rows: Row[]) => rows.map((row) => JSON.stringify(row)).join('\n');

describe('readCodex', () => {
  const item = (payload: Row): Row => ({ timestamp: '2025-12-09T19:55:16.336Z', type: 'response_item', payload });
  const userSays = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  const answers = (text: string) =>
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });

  it('joins what the model thinks, calls and says until something answers it', () => {
    const { messages, problems } = readCodex(
      lines(
        { type: 'session_meta', payload: { id: 's' } },
        userSays('list the files'),
        { type: 'event_msg', payload: { type: 'user_message', message: 'list the files' } },
        item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'look' }], encrypted_content: 'xyz' }),
        item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
        item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'c2' }),
        item({ type: 'function_call_output', call_id: 'c1', output: 'a.ts' }),
        item({ type: 'custom_tool_call_output', call_id: 'c2', output: { content: 'no', success: false } }),
        answers('there is a.ts'),
      ),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'tool', 'assistant'],
    );
    assert.deepEqual(messages[1]?.parts, [
      { kind: 'thinking', text: 'look', signature: 'xyz' },
      { kind: 'toolCall', callId: 'c1', name: 'shell', argumentsJson: '{"command":["ls"]}' },
      { kind: 'toolCall', callId: 'c2', name: 'apply_patch', argumentsJson: '{"input":"*** Begin"}' },
    ]);
    assert.deepEqual(messages[3]?.parts, [
      { kind: 'toolResult', callId: 'c2', content: [{ kind: 'text', text: 'no' }], isError: true },
    ]);
    assert.equal(messages[0]?.time, Date.UTC(2025, 11, 9, 19, 55, 16, 336));
  });

  // Case 15.
  it('marks what stands in the user’s name and no user wrote', () => {
    const { messages } = readCodex(
      lines(
        userSays('<environment_context>\n  <cwd>/work</cwd>'),
        userSays('# AGENTS.md instructions for /work'),
        { type: 'compacted', payload: { message: 'Summary so far' } },
        userSays('the task'),
      ),
    );
    assert.deepEqual(
      messages.map(({ synthetic }) => synthetic ?? false),
      [true, true, true, false],
    );
  });

  it('takes back the turns a rollback names', () => {
    const rollback = { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } };
    const { messages } = readCodex(
      lines(userSays('one'), answers('1'), userSays('two'), answers('2'), rollback, userSays('three')),
    );
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  it('reads rollouts without the wrapper', () => {
    assert.equal(readCodex(lines({ type: 'message', role: 'user', content: [{ text: 'hi' }] })).messages.length, 1);
  });
});

describe('readPi', () => {
  const said = (role: string, content: unknown, more: Row = {}): Row => ({
    type: 'message',
    message: { role, content },
    ...more,
  });

  it('reads messages, calls, results and thinking, and skips answers that were aborted', () => {
    const { messages } = readPi(
      lines(
        { type: 'session', id: 's' },
        said('user', [{ type: 'text', text: 'read it' }]),
        said('assistant', []),
        said('assistant', [
          { type: 'thinking', thinking: 'ok', thinkingSignature: 'sig' },
          { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } },
        ]),
        {
          type: 'message',
          message: {
            role: 'toolResult',
            toolCallId: 'c',
            isError: true,
            content: [
              { type: 'text', text: 'gone' },
              { type: 'image', data: 'AAAA', mimeType: 'image/png' },
            ],
          },
        },
      ),
    );
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    assert.deepEqual(messages[1]?.parts, [
      { kind: 'thinking', text: 'ok', signature: 'sig' },
      { kind: 'toolCall', callId: 'c', name: 'read', argumentsJson: '{"path":"a"}' },
    ]);
    const [result] = messages[2]?.parts ?? [];
    assert(result?.kind === 'toolResult' && result.isError);
    assert.deepEqual(
      result.content.map(({ kind }) => kind),
      ['text', 'image'],
    );
  });

  it('follows the path to the newest entry where entries name their parent', () => {
    const { messages, sourceIds } = readPi(
      lines(
        said('user', 'first', { id: 'a', parentId: null }),
        said('user', 'abandoned', { id: 'b', parentId: 'a' }),
        said('user', 'instead', { id: 'c', parentId: 'a' }),
        { type: 'compaction', id: 'd', parentId: 'c', summary: 'so far' },
      ),
    );
    assert.deepEqual(sourceIds, ['a', 'c', 'd']);
    assert.deepEqual(
      messages.map(({ synthetic }) => synthetic ?? false),
      [false, false, true],
    );
  });
});
