import assert from 'node:assert/strict';
import { commandRuns } from '../../../../src/core/compaction/checkpoint/commands';
import { isDecision } from '../../../../src/core/compaction/checkpoint/decisions';
import { errorsSeen } from '../../../../src/core/compaction/checkpoint/errors';
import { touchedFiles } from '../../../../src/core/compaction/checkpoint/files';
import { transcriptOf } from '../../../../src/core/compaction/checkpoint/transcript';
import { workQueueOf } from '../../../../src/core/compaction/checkpoint/workQueue';
import { identify } from '../../../../src/core/conversation/identity';
import { assistantMessage, userMessage } from '../../../../src/core/conversation/message';
import type { Message } from '../../../../src/core/conversation/message';
import { checkpointOf, section, talk, toolRound } from '../../../support/checkpointCase';

const read = (messages: readonly Message[]) => transcriptOf(identify([userMessage('Build it'), ...messages]));

describe('work queue', () => {
  const queue = (messages: readonly Message[]) =>
    workQueueOf(read(messages)).map(({ title, state }) => `${state} ${title}`);
  const lists: [name: string, args: unknown][] = [
    [
      'TodoWrite',
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
          { content: 'c', status: 'pending' },
        ],
      },
    ],
    [
      'manage_todo_list',
      {
        operation: 'write',
        todoList: [
          { id: 1, title: 'a', status: 'completed' },
          { id: 2, title: 'b', status: 'in-progress' },
          { id: 3, title: 'c', status: 'not-started' },
        ],
      },
    ],
    [
      'update_plan',
      {
        explanation: 'x',
        plan: [
          { step: 'a', status: 'completed' },
          { step: 'b', status: 'in_progress' },
          { step: 'c', status: 'pending' },
        ],
      },
    ],
    ['update_todo_list', { todos: '[x] a\n[-] b\n[ ] c' }],
    ['attempt', { task_progress: '- [x] a\n- [~] b\n- [ ] c' }],
  ];
  for (const [name, args] of lists) {
    it(`is read from the arguments of ${name}, by shape (case 11)`, () => {
      assert.deepEqual(queue(toolRound(name, args, 'ok')), ['done a', 'active b', 'todo c']);
    });
  }
  it('is read from a checklist in text', () => {
    assert.deepEqual(queue([assistantMessage('Plan:\n- [x] a\n- [ ] b')]), ['done a', 'todo b']);
  });
  it('is not read from other lists', () => {
    assert.deepEqual(queue(toolRound('search', { filters: [{ name: 'x', value: 1 }] }, 'ok')), []);
  });
  it('a later list replaces an earlier one, but what was done stays done (case 4)', () => {
    const first = toolRound(
      'TodoWrite',
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'pending' },
        ],
      },
      'ok',
    );
    const second = toolRound('TodoWrite', { todos: [{ content: 'c', status: 'pending' }] }, 'ok');
    assert.deepEqual(queue([...first, ...second]), ['done a', 'todo c']);
  });
  it('steps called done in text are done, and the next is to do (case 1)', () => {
    const plan = userMessage('Steps:\n1. schema\n2. parser\n3. writer\n4. tests');
    assert.deepEqual(queue([plan, assistantMessage('Steps 1–3 are done.')]), [
      'todo tests',
      'done schema',
      'done parser',
      'done writer',
    ]);
  });
  for (const text of ['Step 1: Complete the form', 'Step 2 is not done.', 'Step 3 implements autocomplete.']) {
    it(`is not told done by: ${text}`, () => {
      assert.deepEqual(queue([assistantMessage(text)]), []);
    });
  }
  it('names the next step after the done ones in the text (case 1)', () => {
    const todos = [1, 2, 3, 4].map((step) => ({ content: `step ${step}`, status: step < 4 ? 'completed' : 'pending' }));
    const lines = section(
      checkpointOf([...talk('Go through the steps'), ...toolRound('TodoWrite', { todos }, 'ok'), userMessage('next')]),
      'Work queue',
    );
    assert.deepEqual(lines, [
      '- [done] “step 1” #1',
      '- [done] “step 2” #1',
      '- [done] “step 3” #1',
      '- [todo] “step 4” #1',
    ]);
  });
});

describe('goal', () => {
  it('is the newest request, not an older task (case 7)', () => {
    const lines = section(
      checkpointOf([...talk('Task A: the parser', 'Task B: the writer'), userMessage('continue')]),
      'Goal',
    );
    assert.deepEqual(lines, [
      '- Opening request #1: see Carried instructions',
      '- Latest request #2: see Carried instructions',
    ]);
  });
  it('names the running request when it is covered but for itself (case 6)', () => {
    const messages = [userMessage('Migrate all tables'), ...toolRound('run', { command: 'ls' }, 'a b')];
    const branch = identify(messages);
    const current = branch[0];
    assert.ok(current);
    const draft = checkpointOf(messages, { current, keptIds: new Set([current.id]) });
    assert.match(draft.text, /Request #1: “Migrate all tables”/);
  });
});

describe('files touched', () => {
  const files = (messages: readonly Message[]) =>
    touchedFiles(read(messages)).map(({ path, action, failed }) => `${path} ${action}${failed ? ' failed' : ''}`);
  const calls: [name: string, args: unknown, expected: string[]][] = [
    ['Read', { file_path: '/a/b.ts' }, ['/a/b.ts read']],
    ['Edit', { file_path: '/a/b.ts', old_string: 'x', new_string: 'y' }, ['/a/b.ts edited']],
    ['create_file', { filePath: 'b.ts', content: '' }, ['b.ts created']],
    ['str_replace_editor', { command: 'view', path: '/a/b.ts' }, ['/a/b.ts read']],
    ['delete_file', { target_file: 'b.ts' }, ['b.ts deleted']],
    [
      'apply_patch',
      { input: '*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b.ts\n*** End Patch' },
      ['b.ts created', 'a.ts edited'],
    ],
    ['shell', { command: ['bash', '-lc', "cd x && sed -n '1,200p' src/a.ts"] }, ['src/a.ts read']],
    ['grep_search', { path: 'src', query: 'x' }, []],
  ];
  for (const [name, args, expected] of calls) {
    it(`are read from ${name} ${JSON.stringify(args)}`, () => {
      assert.deepEqual(files(toolRound(name, args, 'ok')), expected);
    });
  }
  it('a later read does not hide that a file was changed', () => {
    assert.deepEqual(
      files([...toolRound('Write', { path: 'a.ts' }, 'ok'), ...toolRound('Read', { path: 'a.ts' }, 'x')]),
      ['a.ts created'],
    );
  });
  it('a write that failed is not told as a file that exists (case 19)', () => {
    assert.deepEqual(files(toolRound('Write', { path: 'a.ts' }, 'EACCES', { isError: true })), ['a.ts created failed']);
    const [call] = toolRound('Write', { path: 'a.ts' }, '');
    assert.ok(call);
    assert.deepEqual(files([call]), ['a.ts created failed']);
  });
});

describe('commands and errors', () => {
  it('tell the outcome of the last run of each command', () => {
    const runs = commandRuns(
      read([
        ...toolRound('Bash', { command: 'npm test' }, 'Exit code 1\n2 failed', { isError: true, callId: '1' }),
        ...toolRound('Bash', { command: 'npm test' }, 'all\n5 passed', { callId: '2' }),
        ...toolRound(
          'shell',
          { command: ['bash', '-lc', 'make'] },
          '{"output":"x\\nno rule","metadata":{"exit_code":2}}',
          { callId: '3' },
        ),
      ]),
    );
    assert.deepEqual(
      runs.map(({ command, outcome, exitCode, lastLine }) => ({ command, outcome, exitCode, lastLine })),
      [
        { command: 'make', outcome: 'failed', exitCode: 2, lastLine: 'no rule' },
        { command: 'npm test', outcome: 'ok', exitCode: undefined, lastLine: '5 passed' },
      ],
    );
  });
  const errors: [text: string, line: string | undefined][] = [
    ['x\nTypeError: a is not a function\n at b', 'TypeError: a is not a function'],
    ['src/a.ts(3,5): error TS2345: Argument', 'src/a.ts(3,5): error TS2345: Argument'],
    ['fatal: not a git repository', 'fatal: not a git repository'],
    ['Traceback\n  File "x"\nValueError: bad value', 'ValueError: bad value'],
    ['0 errors, 3 passed', undefined],
    ['  12→ throw new Error("x")', undefined],
  ];
  for (const [text, line] of errors) {
    it(`find the line that names the error in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        errorsSeen(read(toolRound('Bash', { command: 'x' }, text))).map((error) => error.line),
        line === undefined ? [] : [line],
      );
    });
  }
  it('do not take a file that was read for an event', () => {
    assert.deepEqual(errorsSeen(read(toolRound('Read', { file_path: 'a.py' }, 'raise ValueError: x'))), []);
  });
});

describe('decisions and open questions', () => {
  for (const text of [
    "I've decided to use SQLite.",
    "Let's go with tabs.",
    'Wir nehmen SQLite.',
    'On a choisi Vue.',
    'Решено: берём SQLite.',
    '我们决定用 SQLite。',
  ]) {
    it(`is a decision: ${text}`, () => {
      assert.equal(isDecision(text), true);
    });
  }
  for (const text of ['Should we go with tabs?', 'If we go with tabs, it breaks.', 'Which one is better?']) {
    it(`is no decision: ${text}`, () => {
      assert.equal(isDecision(text), false);
    });
  }
  it('a question at the end of the last answer is open', () => {
    const messages = [userMessage('Build it'), assistantMessage('Done. Shall I write tests too?'), userMessage('yes')];
    assert.deepEqual(section(checkpointOf(messages), 'Open questions'), ['- #1 assistant: “Shall I write tests too?”']);
  });
  it('an answered question is not', () => {
    const messages = [userMessage('What is 2+2?'), assistantMessage('4.'), userMessage('thanks')];
    assert.deepEqual(section(checkpointOf(messages), 'Open questions'), []);
  });
});
