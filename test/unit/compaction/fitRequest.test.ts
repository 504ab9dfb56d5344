import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openMemoryArchive } from '../../support/openMemoryArchive';
import { ArchiveError, type ArchiveStore } from '../../../src/core/archive/store';
import {
  assistantMessage,
  textOf,
  userMessage,
  type BranchMessage,
  type Message,
} from '../../../src/core/conversation/message';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { conversations } from '../../support/generateConversation';
import { fit } from '../../support/fitting';

/** A chat of `turns` turns of about 2 × `tokens` tokens each, each naming a value of its own; ends with a question. */
function chat(turns: number, tokens: number, question = 'What is the value of turn one?'): Message[] {
  const filler = 'lorem ipsum dolor sit '.repeat(Math.ceil(tokens / 5)).slice(0, tokens * 4);
  const past = Array.from({ length: turns }, (_, index) => [
    userMessage(`Note that value-${index + 1} is ${7000 + index}. ${filler}`),
    assistantMessage(`Noted value-${index + 1}. ${filler}`),
  ]);
  return [...past.flat(), userMessage(question)];
}

/** The store with one method that fails as a full disk would. */
function failing(store: ArchiveStore, method: keyof ArchiveStore): ArchiveStore {
  const broken = () =>
    Promise.reject(
      new ArchiveError('unwritable', 'The archive folder cannot be written: free some space, then try again.'),
    );
  return new Proxy(store, {
    get: (target, key) => (key === method ? broken : Reflect.get(target, key).bind?.(target)),
  });
}

describe('fitRequest', () => {
  let store: ArchiveStore;
  beforeEach(() => {
    store = openMemoryArchive();
  });

  describe('a request that fits', () => {
    it('goes out as the very same messages', async () => {
      const messages = chat(3, 20);
      const outcome = await fit(messages, { store });
      assert.equal(outcome.kind, 'unchanged');
      assert.deepEqual(
        outcome.messages.map(({ role, parts }) => ({ role, parts })),
        messages,
      );
      assert.deepEqual(outcome.tools, []);
    });

    it('goes out deep-equal whatever the history', async () => {
      await fc.assert(
        fc.asyncProperty(conversations({ unicode: 'odd' }), async (messages) => {
          const outcome = await fit(messages, { store, window: 1e9 });
          assert.equal(outcome.kind, 'unchanged');
          assert.deepEqual(
            outcome.messages.map((message) => {
              const { id: _id, ordinal: _ordinal, turn: _turn, ...given } = message as BranchMessage;
              return given;
            }),
            messages,
          );
        }),
        { numRuns: 50 },
      );
    });
  });

  describe('a request above its target', () => {
    it('is made smaller and everything that left is in the archive, byte for byte', async () => {
      const messages = chat(10, 60);
      const outcome = await fit(messages, { store });
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.ledger.total <= 800);
      const stored = await store.read('test', outcome.evicted);
      const evictedTexts = messages.slice(0, outcome.evicted.length).map(textOf);
      assert.deepEqual(stored.map(textOf), evictedTexts);
    });

    // Cases 3, 7, 147
    it("ends with the user's own newest message behind the checkpoint", async () => {
      const outcome = await fit(chat(10, 60), { store, recall: false });
      assert.equal(textOf(outcome.messages.at(-1) ?? userMessage('')), 'What is the value of turn one?');
      assert.ok(outcome.kind === 'compacted' && outcome.boundary?.checkpoint);
      assert.equal(textOf(outcome.messages[1] ?? userMessage('')), outcome.boundary.checkpoint.text);
    });

    it('brings back what the newest message asks about, as a call of the search tool', async () => {
      const outcome = await fit(chat(10, 60, 'What was value-2?'), { store });
      assert.ok(outcome.recalled.some(({ text }) => text.includes('7001')));
      assert.ok(
        outcome.messages.some(({ parts }) =>
          parts.some((part) => part.kind === 'toolCall' && part.name === 'search_conversation'),
        ),
      );
    });

    it('brings it back in front of the message where no search tool is offered', async () => {
      const outcome = await fit(chat(10, 60, 'What was value-2?'), {
        store,
        retrieval: { kind: 'inline', when: 'compacting' },
      });
      const last = outcome.messages.at(-1);
      assert.equal(last?.role, 'user');
      assert.match(textOf(last), /7001/);
      assert.ok(textOf(last).endsWith('What was value-2?'));
    });

    // Case 131
    it('names a retrieval tool only where it is offered', async () => {
      const outcome = await fit(chat(10, 60), { store, retrieval: { kind: 'inline', when: 'compacting' } });
      assert.equal(outcome.kind, 'compacted');
      assert.doesNotMatch(outcome.messages.map(textOf).join('\n'), /search_conversation|read_conversation/);
    });
  });

  describe('the next request', () => {
    it('replays the boundary without moving anything', async () => {
      const messages = chat(10, 60);
      const first = await fit(messages, { store, recall: false });
      assert.equal(first.kind, 'compacted');
      const next = await fit([...messages, assistantMessage('It is 7000.'), userMessage('Thanks.')], { store });
      assert.equal(next.kind, 'replayed');
      assert.deepEqual(next.messages.slice(0, first.messages.length), first.messages);
    });

    // Case 34
    it('moves nothing where nothing new was said', async () => {
      const messages = chat(10, 60);
      await fit(messages, { store });
      assert.equal((await fit(messages, { store })).kind, 'replayed');
      assert.equal((await store.boundaries('test')).length, 1);
    });

    // Cases 103, 104
    it('is whole again after a rewind before the boundary, and fits after an edit inside it', async () => {
      const messages = chat(10, 60);
      await fit(messages, { store });
      const rewound = await fit(messages.slice(0, 5), { store });
      assert.equal(rewound.kind, 'unchanged');
      const edited = await fit([userMessage('Something else.'), ...messages.slice(1)], { store });
      assert.equal(edited.kind, 'compacted');
      assert.doesNotMatch(edited.recalled.map(({ text }) => text).join('\n'), /value-1 is/);
    });
  });

  describe('a running task of many tool rounds', () => {
    const rounds = (count: number, tokens: number): Message[] =>
      Array.from(
        { length: count },
        (_, index) =>
          [
            {
              role: 'assistant',
              parts: [
                { kind: 'toolCall', callId: `c${index}`, name: 'read_file', argumentsJson: `{"path":"f${index}.ts"}` },
              ],
            },
            {
              role: 'tool',
              parts: [
                {
                  kind: 'toolResult',
                  callId: `c${index}`,
                  content: [{ kind: 'text', text: `file ${index} `.repeat(Math.ceil((tokens * 4) / 8)) }],
                },
              ],
            },
          ] satisfies Message[],
      ).flat();

    // Cases 6, 38
    it('stays compactable inside its one turn and keeps the request of the user', async () => {
      const outcome = await fit([userMessage('Rename foo to bar everywhere.'), ...rounds(50, 100)], { store });
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.ledger.total <= 800);
      assert.ok(outcome.messages.some((message) => textOf(message) === 'Rename foo to bar everywhere.'));
      assert.deepEqual(pairingViolations(outcome.messages), []);
    });

    it('first gives up the outputs of finished rounds, each with a receipt that says how to read it', async () => {
      const outcome = await fit([userMessage('Look around.'), ...rounds(12, 300)], {
        store,
        window: 2900,
        recall: false,
      });
      assert.equal(outcome.kind, 'compacted');
      assert.equal(outcome.turnsMoved, 0);
      assert.match(outcome.messages.map(textOf).join('\n'), /read_conversation \{"citation":"#1\.2"\}/);
    });

    // Cases 28, 29
    it('shows a preview of a result that is larger than the window', async () => {
      const outcome = await fit([userMessage('Read the log.'), ...rounds(1, 3000)], { store });
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.ledger.total <= 800);
      assert.match(outcome.messages.map(textOf).join('\n'), /kept in the archive as #1\.2/);
    });
  });

  describe('a request nothing can make fit', () => {
    // Cases 21, 28
    it('is diagnosed once, with the part to blame, and goes out as given', async () => {
      const messages = [...chat(3, 60).slice(0, -1), userMessage('x'.repeat(8000))];
      const outcome = await fit(messages, { store });
      assert.equal(outcome.kind, 'irreducible');
      assert.equal(outcome.diagnosis.largest.category, 'current');
      assert.match(outcome.diagnosis.advice, /shorten it/);
      assert.deepEqual(outcome.messages.map(textOf), messages.map(textOf));
      assert.deepEqual(await store.boundaries('test'), []);
    });

    // Case 15: a summary another tool left behind has the user's role, but not the user's protection.
    it('shortens an injected text before it gives up', async () => {
      const injected: Message = { ...userMessage(`Rules. ${'x'.repeat(8000)}`), synthetic: true };
      const outcome = await fit(
        [
          userMessage('Hello, who are you?'),
          assistantMessage('A model.'),
          userMessage('Go on then, tell me.'),
          injected,
        ],
        { store },
      );
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.messages.some((message) => textOf(message) === 'Go on then, tell me.'));
      assert.match(outcome.messages.map(textOf).join('\n'), /An injected text: 8007 characters, kept in the archive/);
    });

    // Cases 22, 25
    it('names the tools where they alone fill the window', async () => {
      const tools = Array.from({ length: 40 }, (_, index) => ({
        name: `tool_${index}`,
        description: 'd'.repeat(80),
        parametersJson: '{}',
      }));
      const outcome = await fit(chat(3, 60), { store, tools });
      assert.equal(outcome.kind, 'irreducible');
      assert.equal(outcome.diagnosis.largest.category, 'tools');
      assert.match(outcome.diagnosis.advice, /switch some tools off/);
    });
  });

  describe('when it cannot or must not', () => {
    // Case 43
    it('changes nothing with compaction off', async () => {
      const outcome = await fit(chat(10, 60), { store, policy: 'off' });
      assert.equal(outcome.kind, 'disabled');
      assert.equal(outcome.messages.length, 21);
    });

    // Cases 24, 56
    it('says why without a known window', async () => {
      const outcome = await fit(chat(10, 60), { store, window: 0 });
      assert.equal(outcome.kind, 'disabled');
      assert.match(outcome.reason, /window/);
    });

    // Cases 19, 68, 154
    for (const method of ['archive', 'commitBoundary', 'probe'] as const) {
      it(`reports a failed ${method} and sends what was there before`, async () => {
        const broken =
          method === 'probe'
            ? new Proxy(store, {
                get: (target, key) =>
                  key === 'probe'
                    ? async () => ({
                        kind: 'unavailable',
                        reason: 'The archive folder cannot be written: free some space, then try again.',
                      })
                    : Reflect.get(target, key).bind?.(target),
              })
            : failing(store, method);
        const messages = chat(6, 60);
        const outcome = await fit(messages, { store: broken });
        assert.equal(outcome.kind, 'failed');
        assert.match(outcome.reason, /cannot be written/);
        assert.deepEqual(outcome.messages.map(textOf), messages.map(textOf));
        assert.deepEqual(await store.boundaries('test'), []);
      });
    }

    it('leaves the oldest turns out of one request where the window itself would be overrun', async () => {
      const outcome = await fit(chat(10, 60), { store: failing(store, 'archive') });
      assert.equal(outcome.kind, 'compacted');
      assert.equal(outcome.searchable, false);
      assert.equal(outcome.boundary, undefined);
      assert.match(outcome.warnings.join('\n'), /cannot be written/);
    });

    it('says that a compaction the user asked for failed where it would not last', async () => {
      const outcome = await fit(chat(10, 60), { store: failing(store, 'archive'), trigger: 'compact' });
      assert.equal(outcome.kind, 'failed');
      assert.match(outcome.reason, /cannot be written/);
    });

    it('says that a compaction the user asked for is disabled off the record', async () => {
      const outcome = await fit(chat(10, 60), { store, archive: false, trigger: 'compact' });
      assert.equal(outcome.kind, 'disabled');
      assert.match(outcome.reason, /archive is off/);
    });

    it('writes nothing off the record', async () => {
      const outcome = await fit(chat(10, 60), { store, archive: false });
      assert.equal(outcome.kind, 'compacted');
      assert.equal(outcome.searchable, false);
      assert.deepEqual(await store.conversations(), []);
    });
  });

  describe('asked for by the user', () => {
    it('does nothing below the threshold, and compacts all the same when asked again', async () => {
      const messages = chat(6, 50).slice(0, -1);
      assert.equal((await fit(messages, { store, trigger: 'compact' })).kind, 'unchanged');
      const outcome = await fit(messages, { store, trigger: 'compactAnyway' });
      assert.equal(outcome.kind, 'compacted');
      const next = await fit([...messages, userMessage('Go on with value-3.')], { store });
      assert.equal(next.kind, 'replayed');
    });
  });

  it('keeps pairing and target for any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations({ maxTurns: 20, unicode: 'broken' }),
        fc.constantFrom('checkpoint', 'rolling'),
        fc.integer({ min: 300, max: 3000 }),
        async (messages, policy, window) => {
          const outcome = await fit(messages, {
            store: openMemoryArchive(),
            policy: policy as 'checkpoint' | 'rolling',
            window,
          });
          assert.deepEqual(pairingViolations(outcome.messages), []);
          assert.ok(
            outcome.messages.every(({ parts }) =>
              parts.every((part) => part.kind !== 'text' || part.text.isWellFormed()),
            ),
          );
          if (outcome.kind === 'compacted')
            assert.ok(outcome.after < outcome.before && outcome.after <= Math.floor(window * 0.8));
          assert.notEqual(outcome.kind, 'failed');
        },
      ),
      { numRuns: 100 },
    );
  });
});
