import assert from 'node:assert/strict';
import type { FitOutcome } from '../../../src/core/compaction/outcome';
import { computeBudget } from '../../../src/core/budget/computeBudget';
import { assistantMessage, userMessage } from '../../../src/core/conversation/message';
import type { Message } from '../../../src/core/conversation/message';
import { ledgerCategories } from '../../../src/core/tokens/ledger';
import type { LedgerCategory } from '../../../src/core/tokens/ledger';
import type { TokenCounter } from '../../../src/core/tokens/counter';
import { replayTurns } from '../../../src/cli/replayTurns';

/** Ten tokens a message, so that sums are read at a glance. */
const counter: TokenCounter = {
  method: 'estimate',
  uncertainty: 0,
  countText: () => 10,
  countMessage: () => 10,
  countPart: () => 6,
  countTool: () => 10,
};

const budget = computeBudget({ maxInputTokens: 125 }, {});
const chat = [1, 2, 3, 4].flatMap((n) => [userMessage(`q${n}`), assistantMessage(`a${n}`)]);
const none = Object.fromEntries(ledgerCategories.map((category) => [category, 0])) as Record<LedgerCategory, number>;

type Answer =
  | { readonly kind: 'unchanged' | 'irreducible'; readonly total: number; readonly sent: readonly Message[] }
  | { readonly kind: 'compacted'; readonly total: number; readonly sent: readonly Message[]; readonly share?: number };

function outcome(answer: Answer): FitOutcome {
  const fitted = {
    messages: answer.sent,
    tools: [],
    ledger: { categories: none, total: answer.total, replyReserve: 0, method: 'estimate' as const, uncertainty: 0 },
    budget,
    branch: [],
    evicted: [],
    recalled: [],
    repairs: [],
    warnings: [],
  };
  switch (answer.kind) {
    case 'unchanged':
      return { ...fitted, kind: 'unchanged' };
    case 'irreducible': {
      const largest = { tokens: 0, category: 'current' as const };
      const diagnosis = { irreducibleTokens: 0, window: 125, target: 100, largest, advice: 'shorten it' };
      return { ...fitted, kind: 'irreducible', diagnosis };
    }
    case 'compacted':
      return {
        ...fitted,
        kind: 'compacted',
        before: 150,
        after: answer.total,
        ledgerBefore: fitted.ledger,
        turnsMoved: 2,
        searchable: true,
        retention: { share: answer.share, found: 0, sampled: 0 },
      };
  }
}

const replayed = (...answers: Answer[]) => {
  const left = [...answers];
  return replayTurns(chat, counter, async () => outcome(await Promise.resolve(left.shift() ?? answers[0] ?? never())));
};

function never(): never {
  throw new Error('no answer was given');
}

describe('replayTurns', () => {
  it('asks once per user message, with everything up to it', async () => {
    const asked: number[] = [];
    await replayTurns(chat, counter, async (messages) => {
      asked.push(messages.length);
      return outcome(await Promise.resolve({ kind: 'unchanged', total: 1, sent: messages }));
    });
    assert.deepEqual(asked, [1, 3, 5, 7]);
  });

  it('counts as reusable what repeats the beginning of the request before, and no more than was sent', async () => {
    const { turns } = await replayed(
      { kind: 'unchanged', total: 10, sent: chat.slice(0, 1) },
      { kind: 'unchanged', total: 30, sent: chat.slice(0, 3) },
      { kind: 'compacted', total: 20, sent: [userMessage('q1'), userMessage('q3')] },
      { kind: 'unchanged', total: 5, sent: [userMessage('q1'), userMessage('q3')] },
    );
    assert.deepEqual(
      turns.map(({ reusablePrefixTokens }) => reusablePrefixTokens),
      [0, 10, 10, 5],
    );
    assert.deepEqual(
      turns.map(({ evictedTurns, before }) => [evictedTurns, before]),
      [
        [0, 10],
        [0, 30],
        [2, 150],
        [0, 5],
      ],
    );
  });

  it('takes the mean fill from the first compaction on', async () => {
    const sent = chat.slice(0, 1);
    const { summary } = await replayed(
      { kind: 'unchanged', total: 10, sent },
      { kind: 'compacted', total: 50, sent, share: 0.5 },
      { kind: 'unchanged', total: 100, sent },
      { kind: 'compacted', total: 75, sent },
    );
    assert.equal(summary.meanFill, 0.75);
    assert.deepEqual(summary.retention, { mean: 0.5, judged: 1, compactions: 2 });
    assert.deepEqual([summary.compactions, summary.totalPromptTokens], [2, 235]);
  });

  it('takes the mean fill of all turns, and knows no retention, where nothing was compacted', async () => {
    const { summary } = await replayed({ kind: 'unchanged', total: 40, sent: chat.slice(0, 1) });
    assert.deepEqual([summary.meanFill, summary.retention.mean], [0.4, null]);
  });

  it('counts a request above the target, but not one of which the fit says so itself', async () => {
    const sent = chat.slice(0, 1);
    const { summary } = await replayed(
      { kind: 'unchanged', total: 101, sent },
      { kind: 'irreducible', total: 500, sent },
      { kind: 'unchanged', total: 100, sent },
      { kind: 'compacted', total: 120, sent },
    );
    assert.equal(summary.overTarget, 2);
  });

  it('counts what must never be sent: broken pairs and lone surrogates', async () => {
    const orphan: Message = { role: 'tool', parts: [{ kind: 'toolResult', callId: 'x', content: [] }] };
    const { summary } = await replayed({ kind: 'unchanged', total: 1, sent: [userMessage('\uD83D'), orphan] });
    assert.deepEqual([summary.pairingViolations > 0, summary.unicodeViolations > 0], [true, true]);
  });
});
