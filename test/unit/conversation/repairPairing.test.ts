import assert from 'node:assert/strict';
import fc from 'fast-check';
import { identify } from '../../../src/core/conversation/identity';
import { toolResultsOf, type Branch, type Part } from '../../../src/core/conversation/message';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { repairOnReading } from '../../../src/core/conversation/repair';
import { missingResultText, repairPairing } from '../../../src/core/conversation/repairPairing';
import { unicodeViolations } from '../../../src/core/conversation/sanitiseUnicode';
import { brokenConversations } from '../../support/breakConversation';
import { conversations, generateConversation } from '../../support/generateConversation';
import { historyOf, lineOf } from '../../support/historyLine';

/** Repairs a history given in a line, and checks that nothing is left to repair. */
function check(broken: string, expected: string, kinds: string): void {
  const { branch, repairs } = repairPairing(historyOf(broken));
  assert.equal(lineOf(branch), expected);
  assert.equal([...new Set(repairs.map(({ kind }) => kind))].join(' '), kinds);
  assert.deepEqual(pairingViolations(branch), []);
}

describe('repairing tool pairing', () => {
  const table: [name: string, broken: string, expected: string, kinds: string][] = [
    // Case 78.
    ['drops a result whose call is gone', 'r:x a:ok u:go', 'a:ok u:go', 'orphanResult'],
    ['drops one of several results in a message', 'u:q c:x r:x,z a:ok', 'u:q c:x r:x a:ok', 'orphanResult'],
    ['keeps the first of two results', 'u:q c:x r:x r:x a:ok', 'u:q c:x r:x a:ok', 'orphanResult'],
    // Cases 79, 83.
    ['answers a call that was cut off', 'u:q c:x', 'u:q c:x r:x!', 'missingResult'],
    ['answers a call nobody answered', 'u:q c:x a:ok u:go', 'u:q c:x r:x! a:ok u:go', 'missingResult'],
    // Case 85.
    ['completes parallel calls', 'u:q c:x,y,z r:y u:go', 'u:q c:x,y,z r:y r:x! r:z! u:go', 'missingResult'],
    // Case 82.
    ['renames a call id used again', 'u:q c:x r:x c:x r:x', 'u:q c:x r:x c:* r:*', 'duplicateCallId'],
    ['renames a call id used twice at once', 'u:q c:x,x r:x,x', 'u:q c:x,* r:x,*', 'duplicateCallId'],
    [
      'gives the only result to the nearest call',
      'u:q c:x c:x r:x',
      'u:q c:x r:x! c:* r:*',
      'missingResult duplicateCallId',
    ],
    ['gives calls without id one', 'u:q c: r: c: r:', 'u:q c:* r:* c:* r:*', 'duplicateCallId'],
    ['moves a result behind its call', 'u:q c:x u:go r:x', 'u:q c:x r:x u:go', 'misplacedResult'],
    ['moves results of calls in two messages', 'u:q c:x c:y r:x r:y', 'u:q c:x r:x c:y r:y', 'misplacedResult'],
    ['splits a message with results of two', 'u:q c:x c:y r:x,y', 'u:q c:x r:x c:y r:y', 'misplacedResult'],
    ['moves a result that came before its call', 'u:q r:x c:x a:ok', 'u:q c:x r:x a:ok', 'misplacedResult'],
    [
      'does not give a left-over result to a later call of the same id',
      'r:x u:q c:x r:x u:go c:x',
      'u:q c:x r:x u:go c:* r:*!',
      'orphanResult duplicateCallId missingResult',
    ],
    ['moves a result across instructions', 's:s u:q c:x s:t r:x', 's:s u:q c:x r:x s:t', 'misplacedResult'],
    ['drops empty messages', 'u:q a: u:go r:', 'u:q u:go', 'emptyMessage orphanResult'],
    ['is empty where nothing can be kept', 'r:x', '', 'orphanResult'],
  ];
  for (const [name, broken, expected, kinds] of table) {
    it(`${name}: ${broken}`, () => {
      check(broken, expected, kinds);
    });
  }

  it('takes results of parallel calls in one tool message or in several, in any order', () => {
    for (const line of ['u:q c:x,y r:x,y', 'u:q c:x,y r:y,x', 'u:q c:x,y r:x r:y', 'u:q c:x,y r:y r:x']) {
      const branch = historyOf(line);
      assert.equal(repairPairing(branch).branch, branch);
    }
  });

  it('makes tool messages of results that came in a user message', () => {
    const result: Part = { kind: 'toolResult', callId: 'x', content: [] };
    const [question, call] = historyOf('u:q c:x');
    assert.ok(question && call);
    const carried = identify([question, call, { role: 'user', parts: [result, { kind: 'text', text: 'and now?' }] }]);
    const { branch } = repairPairing(carried);
    assert.equal(lineOf(branch), 'u:q c:x r:x u:and now?');
    assert.equal(branch[3]?.id, carried[2]?.id);
    assert.equal(new Set(branch.map(({ id }) => id)).size, 4);
  });

  // Case 86.
  it('drops thinking only together with its message', () => {
    check('u:q c:x+t u:stop c:x+t r:x', 'u:q c:x+t r:x! u:stop c:*+t r:*', 'missingResult duplicateCallId');
    fc.assert(
      fc.property(brokenConversations(), (messages) => {
        const given = new Map(identify(messages).map((message) => [message.id, message]));
        for (const { id, role, parts } of repairPairing(identify(messages)).branch) {
          const original = given.get(id);
          if (role === 'assistant' && original) {
            const thinking = (from: readonly Part[]) => from.filter(({ kind }) => kind === 'thinking');
            assert.deepEqual(thinking(parts), thinking(original.parts));
          }
        }
      }),
    );
  });

  it('says what is missing in the result it makes up, under an id that is always the same', () => {
    const made = () => repairPairing(historyOf('u:q c:x')).branch.at(-1);
    const message = made();
    assert.ok(message);
    const [result] = toolResultsOf(message);
    assert.deepEqual(result?.content, [{ kind: 'text', text: missingResultText }]);
    assert.equal(result.isError, true);
    assert.match(message.id, /^[0-9a-f]{32}$/);
    assert.deepEqual(made(), message);
  });

  it('keeps the ids of the transcript, and a moved result in the turn of its call', () => {
    const broken = historyOf('u:q c:x u:go r:x');
    const { branch } = repairPairing(broken);
    const [question, call, next, result] = broken;
    assert.deepEqual(
      branch.map(({ id }) => id),
      [question?.id, call?.id, result?.id, next?.id],
    );
    assert.deepEqual(
      branch.map(({ turn }) => turn),
      [1, 1, 1, 2],
    );
  });

  it('tells about each repair in a sentence', () => {
    const { repairs } = repairPairing(historyOf('u:q c:x'));
    assert.deepEqual(repairs, [
      {
        messageId: historyOf('u:q c:x')[1]?.id,
        kind: 'missingResult',
        detail: 'The call "x" of read_file has no result; the model is told so.',
      },
    ]);
  });

  it('returns a sound branch as it is', () => {
    fc.assert(
      fc.property(conversations(), (messages) => {
        const branch = identify(messages);
        assert.equal(repairOnReading(branch).branch, branch);
      }),
    );
  });

  it('mends any broken history, once and for all, and leaves sound messages the same objects', () => {
    fc.assert(
      fc.property(brokenConversations(), (messages) => {
        const given = identify(messages);
        const { branch, repairs } = repairOnReading(given);
        assert.deepEqual(pairingViolations(branch), []);
        assert.deepEqual(unicodeViolations(branch), []);
        assert.equal(new Set(branch.map(({ id }) => id)).size, branch.length);
        assert.equal(branch === given, repairs.length === 0);
        assert.equal(repairOnReading(branch).branch, branch);
        assertOthersUntouched(given, branch, new Set(repairs.map(({ messageId }) => messageId)));
      }),
      { numRuns: 300 },
    );
  });

  // Cases 78 and 81: a cut that knows nothing of pairs, wherever it falls.
  it('mends every cut of a long history, from the front and from the end', () => {
    const branch = identify(generateConversation(78, 8, { maxWords: 5 }));
    assert.ok(branch.length >= 30);
    for (let at = 0; at <= branch.length; at += 1) {
      for (const piece of [branch.slice(at), branch.slice(0, at), branch.toSpliced(at, 3)]) {
        assert.deepEqual(pairingViolations(repairPairing(piece).branch), []);
      }
    }
  });
});

/** Messages that no repair speaks of stay, as the same objects, in the order they had; tool messages follow their call. */
function assertOthersUntouched(given: Branch, repaired: Branch, touched: ReadonlySet<string>): void {
  const untouched = given.filter(({ id, role }) => role !== 'tool' && !touched.has(id));
  const isUntouched = new Set(untouched);
  assert.deepEqual(
    repaired.filter((message) => isUntouched.has(message)),
    untouched,
  );
}
