import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FitOutcome } from '../../../src/core/compaction/outcome';
import { legalCuts } from '../../../src/core/compaction/cut';
import { identify } from '../../../src/core/conversation/identity';
import { textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { unicodeViolations } from '../../../src/core/conversation/sanitiseUnicode';
import { brokenConversations } from '../../support/breakConversation';
import { toolRound } from '../../support/checkpointCase';
import { fit } from '../../support/fitting';
import { conversations, generateConversation } from '../../support/generateConversation';
import { longChat } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const policies = ['checkpoint', 'rolling'] as const;

/** An endpoint would take the request. */
function checkSendable({ messages }: FitOutcome): void {
  assert.deepEqual(pairingViolations(messages), []);
  assert.deepEqual(unicodeViolations(messages), []);
}

describe('what goes out, however much has to leave', function () {
  this.timeout(60_000);
  // Cases 78, 81 and 85: 30 messages and more, two to three parallel calls in each round, every length of the cut.
  it('keeps each call with its result at every length of the history and every window', async () => {
    const history = generateConversation(7, 6, { maxRounds: 3, extras: false, ending: 'results' });
    assert.ok(history.length > 30);
    const lengths = new Set<number>();
    for (const policy of policies) {
      for (let window = 250; window <= 3000; window += 250) {
        const outcome = await fit(history, { store: openMemoryArchive(), policy, window });
        checkSendable(outcome);
        assert.notEqual(outcome.kind, 'failed');
        lengths.add(outcome.messages.length);
      }
    }
    for (let end = 1; end <= history.length; end++) {
      const policy = policies[end % 2] ?? 'rolling';
      checkSendable(await fit(history.slice(0, end), { store: openMemoryArchive(), policy, window: 600 }));
    }
    assert.ok(lengths.size > 3, 'the windows made different cuts');
  });

  // Case 87: a cut that would part a pair is moved, not refused.
  it('is never cut between a call and its results', () => {
    fc.assert(
      fc.property(conversations({ ending: 'any' }), (messages) => {
        const branch = identify(messages);
        const { wholeTurns, insideNewestTurn } = legalCuts(branch);
        for (const length of [...wholeTurns, ...insideNewestTurn])
          assert.deepEqual(pairingViolations(branch.slice(length)), []);
      }),
    );
  });

  // Cases 79, 82 and 83: histories as crashes, bad cuts and reused ids leave them behind.
  it('is mended first where the history is broken already', async () => {
    await fc.assert(
      fc.asyncProperty(
        brokenConversations(),
        fc.constantFrom(...policies),
        fc.integer({ min: 200, max: 2000 }),
        async (messages, policy, window) => {
          const outcome = await fit(messages, { store: openMemoryArchive(), policy, window });
          checkSendable(outcome);
          assert.notEqual(outcome.kind, 'failed');
        },
      ),
      { numRuns: 60 },
    );
  });

  // Case 79
  it('answers a last call whose result never came', async () => {
    const open = toolRound('read_file', { path: 'a.ts' }, 'never').slice(0, 1);
    const outcome = await fit([...longChat(10), userMessage('Read it.'), ...open], { store: openMemoryArchive() });
    assert.equal(outcome.kind, 'compacted');
    assert.match(textOf(outcome.messages.at(-1) ?? userMessage('')), /No result was recorded/);
    checkSendable(outcome);
  });

  // Case 86
  it('holds a message with thinking whole or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations({ minTurns: 2, ending: 'any' }),
        fc.integer({ min: 200, max: 2000 }),
        async (messages, window) => {
          const given = new Set(messages.filter(isThinking).map(({ parts }) => parts));
          const { messages: sent } = await fit(messages, { store: openMemoryArchive(), window });
          for (const message of sent.filter(isThinking)) assert.ok(given.has(message.parts));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a cut through a long result', function () {
  this.timeout(60_000);
  // Cases 88 and 89: the limits of previews and receipts, an odd character at every place around them.
  it('never splits a character, wherever it stands', async () => {
    let previews = 0;
    for (const odd of ['😀', '👩‍👩‍👧‍👦', 'e\u0301', '🇩🇪🇫🇷']) {
      for (let offset = 0; offset < odd.length; offset++) {
        const body = 'x'.repeat(offset) + odd.repeat(2000);
        const messages = [userMessage('Read it.'), ...toolRound('read_file', { path: body.slice(0, 300) }, body)];
        for (const window of [1000, 2000, 6000]) {
          const outcome = await fit(messages, { store: openMemoryArchive(), window });
          checkSendable(outcome);
          const [, , , result] = outcome.messages.map(textOf);
          const shown = /\]\n(.*)\n\[…\]\n(.*)$/s.exec(result ?? '');
          if (!shown) continue;
          previews += 1;
          assert.ok(odd.repeat(2000).startsWith((shown[1] ?? '').slice(offset)));
          assert.ok(graphemes(odd).includes(graphemes(shown[1] ?? '').at(-1) ?? ''));
          assert.ok(
            odd.repeat(2000).endsWith(shown[2] ?? '?') && graphemes(odd).includes(graphemes(shown[2] ?? '')[0] ?? ''),
          );
        }
      }
    }
    assert.ok(previews > 30, `${previews} previews`);
  });
});

function graphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}

function isThinking({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind === 'thinking');
}
