import assert from 'node:assert/strict';
import { readTurnMetadata, asResultMetadata, type TurnMetadata } from '../../../src/host/chat/turnMetadata';
import { aLedger, knownBudget } from '../../support/numbers';

const whole: TurnMetadata = {
  version: 1,
  kind: 'turn',
  conversation: '3f2a-11',
  attached: [{ kind: 'attachment', reference: 'file:///a.ts#L1-L9' }],
  rounds: { kind: 'stored', answerStart: 12, ids: ['ab', 'cd'] },
  sent: {
    ledger: aLedger({ history: 3_000, current: 180 }),
    budget: knownBudget(8_192),
    modelLabel: 'Test 8k',
    lastCompaction: { before: 7_412, after: 3_180, turnsMoved: 24, createdAt: 1 },
  },
};

function read(change: object): TurnMetadata | undefined {
  return readTurnMetadata(asResultMetadata({ ...whole, ...change }));
}

describe('metadata of a turn', () => {
  it('comes back from JSON as it went in', () => {
    assert.deepEqual(readTurnMetadata(JSON.parse(JSON.stringify(asResultMetadata(whole)))), whole);
  });

  it('comes back with inline rounds', () => {
    const rounds = { kind: 'inline' as const, answerStart: 0, messages: [{ role: 'assistant' as const, parts: [] }] };
    assert.deepEqual(read({ rounds })?.rounds, rounds);
  });

  const unreadable: [string, object][] = [
    ['of a later version', { version: 2 }],
    ['of an unknown kind', { kind: 'dream' }],
    ['whose conversation would leave its folder', { conversation: '../../etc/passwd' }],
    ['without a conversation', { conversation: undefined }],
  ];
  for (const [what, change] of unreadable) {
    it(`is not read where it is one ${what}`, () => {
      assert.equal(read(change), undefined);
    });
  }

  for (const value of [undefined, null, 'x', 7, [], {}, { throughline: null }]) {
    it(`is not read from ${JSON.stringify(value)}`, () => {
      assert.equal(readTurnMetadata(value), undefined);
    });
  }

  const damaged: [keyof TurnMetadata, unknown][] = [
    ['rounds', { kind: 'stored', answerStart: -1, ids: [] }],
    ['rounds', { kind: 'stored', answerStart: 0, ids: [7] }],
    ['rounds', { kind: 'inline', answerStart: 0, messages: [{ role: 'tool', parts: [{ kind: 'toolResult' }] }] }],
    ['attached', [{ kind: 'text', text: 'no attachment' }]],
    ['sent', { ledger: { total: Number.NaN }, budget: {}, modelLabel: '' }],
  ];
  for (const [field, value] of damaged) {
    it(`leaves ${field} out where it is ${JSON.stringify(value)}`, () => {
      const metadata = read({ [field]: value });
      assert.equal(metadata?.conversation, whole.conversation);
      assert.equal(metadata[field], undefined);
    });
  }
});
