import assert from 'node:assert/strict';
import fc from 'fast-check';
import { identify } from '../../../src/core/conversation/identity';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { expandToRounds, turnsOf } from '../../../src/core/conversation/turns';
import { conversations, generateConversation } from '../../support/generateConversation';
import { historyOf, lineOf } from '../../support/historyLine';

describe('the turns of a branch', () => {
  const table: [line: string, turns: string[], rounds: string[]][] = [
    ['u:a a:b u:c', ['1 u:a a:b', '2 u:c'], []],
    ['s:s a:hello u:a', ['0 a:hello', '1 u:a'], []],
    ['u:q c:x,y r:x r:y a:b c:z r:z a:ok', ['1 u:q c:x,y r:x r:y a:b c:z r:z a:ok'], ['c:x,y r:x r:y', 'c:z r:z']],
    ['u:q c:x s:s r:x', ['1 u:q c:x r:x'], ['c:x r:x']],
    ['s:s', [], []],
  ];
  for (const [line, turns, rounds] of table) {
    it(`are those of ${line}`, () => {
      const found = turnsOf(historyOf(line));
      assert.deepEqual(
        found.map(({ turn, messages }) => `${turn} ${lineOf(messages)}`),
        turns,
      );
      assert.deepEqual(
        found.flatMap((turn) => turn.rounds.map(({ messages }) => lineOf(messages))),
        rounds,
      );
    });
  }

  it('know the user message they answer, unless they come before the first', () => {
    const [greeting, turn] = turnsOf(historyOf('a:hello u:a'));
    assert.equal(greeting && 'userMessage' in greeting, false);
    assert.equal(turn?.userMessage, turn?.messages[0]);
  });

  it('hold every message but the instructions once, in order', () => {
    fc.assert(
      fc.property(conversations(), (messages) => {
        const branch = identify(messages);
        assert.deepEqual(
          turnsOf(branch).flatMap((turn) => turn.messages),
          branch.filter(({ role }) => role !== 'system'),
        );
      }),
    );
  });
});

describe('expanding to rounds', () => {
  it('adds the call of a result and the results of a call', () => {
    const branch = historyOf('u:q c:x,y r:x r:y a:b c:z r:z a:ok');
    for (const [at, expected] of [
      [1, 'c:x,y r:x r:y'],
      [3, 'c:x,y r:x r:y'],
      [0, 'u:q'],
      [4, 'a:b'],
    ] as const) {
      const ids = expandToRounds(branch, new Set([branch[at]?.id ?? '']));
      assert.equal(lineOf(branch.filter(({ id }) => ids.has(id))), expected);
    }
  });

  // Cases 78, 81, 85 and 87: every cut position, and whatever else is picked out.
  it('makes every cut of a long history a legal one', () => {
    const branch = identify(generateConversation(87, 8, { maxWords: 5 }));
    assert.ok(branch.length >= 30);
    for (let at = 0; at <= branch.length; at += 1) {
      const evicted = expandToRounds(branch, new Set(branch.slice(0, at).map(({ id }) => id)));
      assert.deepEqual(pairingViolations(branch.filter(({ id }) => !evicted.has(id))), []);
      assert.deepEqual(pairingViolations(branch.filter(({ id }) => evicted.has(id))), []);
    }
  });

  it('makes any selection a legal one', () => {
    fc.assert(
      fc.property(conversations({ maxWords: 3 }), fc.array(fc.boolean(), { minLength: 100 }), (messages, picked) => {
        const branch = identify(messages);
        const kept = expandToRounds(branch, new Set(branch.filter((_, at) => picked[at]).map(({ id }) => id)));
        assert.deepEqual(pairingViolations(branch.filter(({ id }) => kept.has(id))), []);
      }),
    );
  });
});
