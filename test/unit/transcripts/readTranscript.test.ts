import assert from 'node:assert/strict';
import { textOf } from '../../../src/core/conversation/message';
import { detectFormat } from '../../../src/core/transcripts/detectFormat';
import { readTranscript } from '../../../src/core/transcripts/readTranscript';
import { TranscriptError } from '../../../src/core/transcripts/transcript';
import type { TranscriptFormat } from '../../../src/core/transcripts/transcript';

const userLine = '{"role":"user","content":"hi"}';

describe('detectFormat', () => {
  const cases: [string, string, TranscriptFormat | undefined][] = [
    ['an array of messages', `[${userLine}]`, 'messages'],
    ['an object with messages', `{"messages":[${userLine}]}`, 'messages'],
    ['an exported chat', '{"requests":[]}', 'vscode'],
    ['a session log of the editor', '{"kind":0,"v":{"requests":[]}}\n{"kind":1,"k":["customTitle"],"v":"x"}', 'vscode'],
    ['batches of turns', '[{"batch_number":1,"turns":[]}]', 'beam'],
    ['a trajectory', '{"trajectory":[],"history":[]}', 'swe-agent'],
    [
      'a Claude Code session behind a snapshot',
      '{"type":"file-history-snapshot"}\n{"type":"user","uuid":"a","message":{}}',
      'claude-code',
    ],
    ['a Codex rollout', '{"type":"session_meta","payload":{}}\n', 'codex'],
    ['a pi session', '{"type":"session","id":"s"}\n{"type":"message","message":{}}', 'pi'],
    ['one message a line', `${userLine}\n${userLine}`, 'jsonl'],
    ['a single message', userLine, 'jsonl'],
    ['a broken first line', `{"role":\n${userLine}`, 'jsonl'],
    ['prose', 'Dear diary', undefined],
    ['another object', '{"name":"throughline"}', undefined],
  ];
  for (const [name, text, expected] of cases) {
    it(`${expected ?? 'nothing'} for ${name}`, () => assert.equal(detectFormat(text), expected));
  }
});

describe('readTranscript', () => {
  const refusals: [string, string, RegExp][] = [
    ['an empty file', ' \n', /^the file is empty$/],
    ['prose', 'Dear diary', /^line 1: this is not valid JSON$/],
    ['a missing comma', '[\n{"role":"user"}\n{"role":"user"}]', /^line 3: this is not valid JSON$/],
    ['a trailing comma', `[\n${userLine},\n]`, /^line 3: this is not valid JSON$/],
    ['a document that was cut off', `[\n${userLine},\n`, /^line 2: this is not valid JSON$/],
    ['a bare word', '{"messages":\n[{"role":\nuser}]}', /^line 3: this is not valid JSON$/],
    ['an unknown object', '{"name":"x"}', /^this is no conversation in a known format$/],
    ['a number for a message', `[${userLine}, 7]`, /^messages\[1\]: a message must be an object$/],
    ['an unknown role', '[{"role":"wizard","content":"x"}]', /^messages\[0\]: the role must be .*"wizard"$/],
    ['no role', '[{"content":"x"}]', /^messages\[0\]: the role must be .* not missing$/],
    ['a number for content', '[{"role":"user","content":5}]', /^messages\[0\]: the content must be a string/],
  ];
  for (const [name, text, message] of refusals) {
    it(`refuses ${name} in one sentence with the place`, () => {
      assert.throws(
        () => readTranscript(text),
        (error: Error) => {
          assert(error instanceof TranscriptError);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('reports broken lines with their number and skips them', () => {
    const { messages, problems } = readTranscript(`${userLine}\n{"role":"us\n\n[1]\n{"role":"wizard"}\n${userLine}`);
    assert.equal(messages.length, 2);
    assert.deepEqual(
      problems.map(({ place }) => place),
      ['line 2', 'line 4', 'line 5'],
    );
  });

  it('reads the lines of an agent under the name jsonl', () => {
    const pi = '{"type":"message","message":{"role":"user","content":"hello"}}';
    assert.equal(readTranscript(pi, 'jsonl').format, 'pi');
  });

  it('ignores a byte order mark', () => {
    assert.equal(readTranscript(`\uFEFF[${userLine}]`).messages.length, 1);
  });

  it('reads the BEAM chat without its markers, and with the ids its questions name', () => {
    const turn = (id: number, content: string) => [
      { role: 'user', id, content },
      { role: 'assistant', id: id + 1, content: 'Sure ->-> 1,1' },
    ];
    const chat = [
      { turns: [turn(0, 'first ->-> 1,1'), turn(2, 'second ->-> 2,N/A')] },
      { turns: [turn(4, 'a ->-> b'), turn(6, 'last ->-> 5,14)')] },
    ];
    const { messages, sourceIds } = readTranscript(JSON.stringify(chat));
    const users = messages.filter(({ role }) => role === 'user').map(textOf);
    assert.deepEqual(users, ['first', 'second', 'a ->-> b', 'last']);
    assert.equal(messages[1] && textOf(messages[1]), 'Sure ->-> 1,1');
    assert.deepEqual(sourceIds, ['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('takes only the first task of a trajectory for the words of a person', () => {
    const history = [
      { role: 'system', content: 'You are an agent' },
      { role: 'user', content: 'a demonstration', is_demo: true },
      { role: 'user', content: 'the task' },
      { role: 'assistant', content: 'ls', thought: 'look', action: 'ls' },
      { role: 'user', content: 'README.md' },
    ];
    const { messages } = readTranscript(JSON.stringify({ history }));
    assert.deepEqual(
      messages.map(({ synthetic }) => synthetic ?? false),
      [false, true, false, false, true],
    );
  });
});
