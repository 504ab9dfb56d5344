import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { computeBudget } from '../../../src/core/budget/computeBudget';
import type { Compacted } from '../../../src/core/compaction/outcome';
import { assistantMessage, userMessage, type Message } from '../../../src/core/conversation/message';
import { conversations } from '../../support/generateConversation';
import { fit, type FitOptions } from '../../support/fitting';
import { openMemoryArchive } from '../../support/openMemoryArchive';
import { stubCounter } from '../../support/stubCounter';

/** 60 turns of about 200 tokens each by the stub counter, no two alike. */
function sixtyTurns(): Message[] {
  return Array.from({ length: 60 }, (_, index) => {
    const words = Array.from({ length: 50 }, (_word, at) => `w${(index * 7919 + at * 104729) % 9973}`).join(' ');
    return [
      userMessage(`Turn ${index + 1}: ${words}`),
      assistantMessage(`Answer ${index + 1}: ${words} ${words.slice(0, 90)}`),
    ];
  }).flat();
}

interface Compaction {
  readonly outcome: Compacted;
  /** Messages of the transcript that were there when it happened. */
  readonly messages: number;
}

/** Sends a transcript turn by turn as a chat would, and collects what happened. */
async function play(
  messages: readonly Message[],
  options: FitOptions,
): Promise<{ compactions: Compaction[]; meanFill: number }> {
  const compactions: Compaction[] = [];
  let fill: number[] = [];
  for (let end = 1; end <= messages.length; end++) {
    if (messages[end - 1]?.role !== 'user') continue;
    const outcome = await fit(messages.slice(0, end), options);
    if (outcome.kind === 'compacted') {
      if (compactions.length === 0) fill = [];
      compactions.push({ outcome, messages: end });
    }
    fill.push(outcome.budget.kind === 'known' ? outcome.ledger.total / outcome.budget.target : 0);
  }
  return { compactions, meanFill: fill.reduce((sum, share) => sum + share, 0) / fill.length };
}

describe('stability over 60 turns in an 8k window (F10)', function () {
  this.timeout(60_000);
  const budget = computeBudget({ contextLength: 8192, maxOutputTokens: 2048 }, {});
  let store: ArchiveStore;
  beforeEach(() => {
    store = openMemoryArchive();
  });

  it('takes at most 4 compactions rolling without a recall reserve, and uses 82 % of the target', async () => {
    const { compactions, meanFill } = await play(sixtyTurns(), { store, budget, policy: 'rolling', recall: false });
    assert.ok(compactions.length >= 1 && compactions.length <= 4, `${compactions.length} compactions`);
    assert.ok(meanFill >= 0.82, `mean fill ${meanFill}`);
  });

  it('takes at most 4 compactions rolling with its defaults', async () => {
    const { compactions } = await play(sixtyTurns(), { store, budget, policy: 'rolling' });
    assert.ok(compactions.length >= 1 && compactions.length <= 4, `${compactions.length} compactions`);
  });

  it('takes at most 3 compactions with checkpoints', async () => {
    const { compactions } = await play(sixtyTurns(), { store, budget, policy: 'checkpoint' });
    assert.ok(compactions.length >= 1 && compactions.length <= 3, `${compactions.length} compactions`);
  });
});

describe('the number of compactions (C9)', function () {
  this.timeout(120_000);
  // Case 34: between two compactions at least as many new tokens came as the first had made room for.
  it('never exceeds what new tokens justify', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations({ minTurns: 8, maxTurns: 25, unicode: 'plain', extras: false }),
        fc.constantFrom<('checkpoint' | 'rolling')[]>('checkpoint', 'rolling'),
        fc.integer({ min: 800, max: 2500 }),
        async (messages, policy, window) => {
          const { compactions } = await play(messages, { store: openMemoryArchive(), policy, window, recall: false });
          for (const [index, later] of compactions.entries()) {
            const target = Math.floor(window * 0.8);
            assert.ok(later.outcome.before > target, 'it was due');
            const earlier = compactions[index - 1];
            if (!earlier) continue;
            const said = messages
              .slice(earlier.messages, later.messages)
              .reduce((sum, message) => sum + stubCounter.countMessage(message), 0);
            assert.ok(
              said > target - earlier.outcome.after,
              `${said} new tokens, room for ${target - earlier.outcome.after}`,
            );
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
