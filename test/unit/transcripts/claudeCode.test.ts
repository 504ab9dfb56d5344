import assert from 'node:assert/strict';
import { textOf } from '../../../src/core/conversation/message';
import { readClaudeCode } from '../../../src/core/transcripts/claudeCode';

type Row = Record<string, unknown>;

const lines = (...rows: (Row | string)[]) =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');

const user = (uuid: string, parentUuid: string | null, content: unknown, more: Row = {}): Row => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
});

const answer = (uuid: string, parentUuid: string, id: string, ...content: Row[]): Row => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { role: 'assistant', id, content },
});

const says = (text: string): Row => ({ type: 'text', text });
const calls = (id: string): Row => ({ type: 'tool_use', id, name: 'Read', input: { id } });
const result = (id: string): Row => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` });

/** One word per message: role, text, and call ids. */
const outline = (source: string) =>
  readClaudeCode(source).messages.map((message) => {
    const parts = message.parts.map((part) => {
      if (part.kind === 'toolCall') return `call ${part.callId}`;
      if (part.kind === 'toolResult') return part.callId;
      return part.kind === 'text' ? part.text : part.kind;
    });
    return `${message.role}${message.synthetic ? '*' : ''}: ${parts.join(', ')}`;
  });

describe('readClaudeCode', () => {
  it('joins the rows of one answer and keeps side-by-side calls with their results', () => {
    const session = lines(
      user('u1', null, 'go'),
      answer('a1', 'u1', 'm1', { type: 'thinking', thinking: 'hm', signature: 's' }),
      answer('a2', 'a1', 'm1', calls('c1')),
      answer('a3', 'a2', 'm1', calls('c2')),
      // The result of the first call branches off: no path from the newest leaf passes it.
      user('r1', 'a2', [result('c1')]),
      user('r2', 'a3', [result('c2')]),
      answer('a4', 'r2', 'm2', says('done')),
    );
    assert.deepEqual(outline(session), [
      'user: go',
      'assistant: thinking, call c1, call c2',
      'tool: c1',
      'tool: c2',
      'assistant: done',
    ]);
  });

  it('keeps a call of the same answer that is itself off the path', () => {
    const session = lines(
      user('u1', null, 'go'),
      answer('a1', 'u1', 'm1', calls('c1')),
      answer('a2', 'a1', 'm1', calls('c2')),
      user('r2', 'a2', [result('c2')]),
      user('r1', 'a1', [result('c1')]),
      answer('a3', 'r1', 'm2', says('done')),
    );
    assert.deepEqual(outline(session).slice(1, 4), ['assistant: call c1, call c2', 'tool: c2', 'tool: c1']);
  });

  it('follows the newest branch after a rewind', () => {
    const session = lines(
      user('u1', null, 'first'),
      answer('a1', 'u1', 'm1', says('one')),
      user('u2', 'a1', 'abandoned'),
      answer('a2', 'u2', 'm2', says('abandoned too')),
      user('u3', 'a1', 'instead'),
      answer('a3', 'u3', 'm3', says('two')),
    );
    assert.deepEqual(outline(session), ['user: first', 'assistant: one', 'user: instead', 'assistant: two']);
  });

  it('reads the whole conversation across a compaction, its summary marked synthetic', () => {
    const session = lines(
      user('u1', null, 'before'),
      answer('a1', 'u1', 'm1', says('old')),
      { type: 'system', subtype: 'compact_boundary', uuid: 'b', parentUuid: null, logicalParentUuid: 'a1' },
      user('s', 'b', 'This session is being continued', { isCompactSummary: true }),
      user('u2', 's', 'after'),
    );
    assert.deepEqual(outline(session), [
      'user: before',
      'assistant: old',
      'user*: This session is being continued',
      'user: after',
    ]);
  });

  it('leaves side chains out, and reads a file that is nothing but one', () => {
    const aside = user('x', null, 'sub-agent task', { isSidechain: true });
    assert.deepEqual(outline(lines(user('u', null, 'main'), aside)), ['user: main']);
    assert.deepEqual(outline(lines(aside)), ['user: sub-agent task']);
  });

  it('does not lose what came before a broken line', () => {
    const session = lines(user('u1', null, 'first'), '{"type":"assistant","uu', user('u2', 'a1', 'second'));
    assert.deepEqual(outline(session), ['user: first', 'user: second']);
    assert.deepEqual(
      readClaudeCode(session).problems.map(({ place }) => place),
      ['line 2', 'line 3'],
    );
  });

  it('ends on a tree that bites its tail', () => {
    assert.deepEqual(outline(lines(user('a', 'b', 'one'), user('b', 'a', 'two'))).length, 2);
  });

  // Case 15.
  const injected: [string, Row][] = [
    ['<local-command-stdout>ok</local-command-stdout>', {}],
    ['<task-notification>done</task-notification>', {}],
    ['<system-reminder>use the tools</system-reminder>', {}],
    ['[Request interrupted by user for tool use]', {}],
    ['<command-name>/clear</command-name>\n<command-args></command-args>', {}],
    ['Base directory for this skill', { isMeta: true }],
  ];
  for (const [text, more] of injected) {
    it(`marks "${text.slice(0, 24)}…" synthetic`, () => {
      assert.equal(readClaudeCode(lines(user('u', null, text, more))).messages[0]?.synthetic, true);
    });
  }

  it('takes a slash command with arguments for the words of the user', () => {
    const text = '<command-name>/fix</command-name>\n<command-args>the login bug</command-args>';
    assert.equal(readClaudeCode(lines(user('u', null, text))).messages[0]?.synthetic, undefined);
  });

  it('splits a row that answers a call and says something', () => {
    const session = lines(user('u', null, [{ ...result('c'), is_error: true }, says('and stop')]));
    const { messages } = readClaudeCode(session);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['tool', 'user'],
    );
    assert.deepEqual(messages[0]?.parts[0], {
      kind: 'toolResult',
      callId: 'c',
      content: [{ kind: 'text', text: 'result of c' }],
      isError: true,
    });
    assert.equal(messages[1] && textOf(messages[1]), 'and stop');
  });

  it('knows time, id and title', () => {
    const session = lines(user('u', null, 'hi', { timestamp: '2026-02-10T21:11:56.846Z' }), {
      type: 'summary',
      summary: 'Greeting',
      leafUuid: 'u',
    });
    const { messages, sourceIds, title } = readClaudeCode(session);
    assert.deepEqual(
      [messages[0]?.time, sourceIds, title],
      [Date.UTC(2026, 1, 10, 21, 11, 56, 846), ['u'], 'Greeting'],
    );
  });
});
