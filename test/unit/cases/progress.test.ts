import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { assistantMessage, textOf, userMessage } from '../../../src/core/conversation/message';
import { fit } from '../../support/fitting';
import { conversations } from '../../support/generateConversation';
import { fillerOf, locked, longChat, storeWith } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';

describe('compacting again', () => {
  let store: ArchiveStore;
  beforeEach(() => {
    store = openMemoryArchive();
  });

  // Cases 21, 23, 27 and 31: no new tokens, no compaction, and the request stays the same.
  it('never happens where nothing new was said, for any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations({ minTurns: 3, unicode: 'broken' }),
        fc.constantFrom('checkpoint' as const, 'rolling' as const),
        fc.integer({ min: 300, max: 2500 }),
        async (messages, policy, window) => {
          const own = openMemoryArchive();
          const options = { store: own, policy, window };
          const first = await fit(messages, options);
          const boundaries = await own.boundaries('test');
          const later = [
            await fit(messages, options),
            await fit(messages, { ...options, trigger: 'compact' as const }),
          ];
          const expected = first.kind === 'compacted' ? 'replayed' : first.kind;
          assert.deepEqual(
            later.map(({ kind }) => kind),
            [expected, expected],
          );
          assert.deepEqual(await own.boundaries('test'), boundaries);
        },
      ),
      { numRuns: 40 },
    );
  });

  // Case 27
  it('has nothing to do when the user asks for it twice', async () => {
    for (const policy of ['checkpoint', 'rolling'] as const) {
      const own = openMemoryArchive();
      const ask = () => fit(longChat(6), { store: own, policy, trigger: 'compactAnyway' });
      assert.equal((await ask()).kind, 'compacted');
      const again = await ask();
      assert.equal(again.kind, 'replayed');
      assert.equal((await own.boundaries('test')).length, 1);
    }
  });

  // Case 23: what would save nothing is undone.
  it('changes nothing where the record would be larger than what it stands for', async () => {
    const short = [userMessage('a'), assistantMessage('b'), userMessage('c'), assistantMessage('d')];
    const outcome = await fit(short, { store, trigger: 'compactAnyway' });
    assert.notEqual(outcome.kind, 'compacted');
    assert.deepEqual(outcome.messages.map(textOf), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await store.boundaries('test'), []);
  });

  // Case 30: what counts is tokens, not messages.
  it('brings a chat under its target whose newest messages are the large ones', async () => {
    const past = [...longChat(3, 10), ...longChat(2, 400, 4)];
    for (const policy of ['checkpoint', 'rolling'] as const) {
      const options = { store: openMemoryArchive(), policy };
      const outcome = await fit([...past, userMessage('And now?')], options);
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.after <= 800);
      const next = [...past, userMessage('And now?'), assistantMessage('Done.'), userMessage('Thanks.')];
      assert.equal((await fit(next, options)).kind, 'replayed');
    }
  });

  // Cases 21 and 28: what cannot be made to fit is said once for each request and tried no further.
  it('does not try what cannot help: one look at the request, nothing written', async () => {
    let writes = 0;
    const counted = storeWith(store, { archive: () => Promise.resolve((writes += 1)) });
    const outcome = await fit([...longChat(3), userMessage(fillerOf(2000))], { store: counted });
    assert.equal(outcome.kind, 'irreducible');
    assert.equal(writes, 0);
  });

  // Case 33: tried once with each request and not by itself; the user may always ask.
  it('that failed is tried once with the next request, and works as soon as it can', async () => {
    let tries = 0;
    const failing = storeWith(store, { archive: () => ((tries += 1), locked()) });
    const messages = [...longChat(6), userMessage('Go on.')];
    for (const trigger of ['request', 'request', 'compactAnyway'] as const)
      assert.equal((await fit(messages, { store: failing, trigger })).kind, 'failed');
    assert.equal(tries, 3);
    assert.equal((await fit(messages, { store })).kind, 'compacted');
  });
});

describe('a running task that fills the window again and again', () => {
  // Cases 23 and 34
  it('compacts at most once for the room the last compaction made', async () => {
    const store = openMemoryArchive();
    const messages = [userMessage('Go through the files.')];
    let [compactions, room, added] = [0, 0, 0];
    for (let round = 0; round < 60; round++) {
      const callId = `c${round}`;
      messages.push(
        {
          role: 'assistant',
          parts: [{ kind: 'toolCall', callId, name: 'read_file', argumentsJson: `{"n":${round}}` }],
        },
        { role: 'tool', parts: [{ kind: 'toolResult', callId, content: [{ kind: 'text', text: fillerOf(150) }] }] },
      );
      added += 170;
      const outcome = await fit(messages, { store, window: 2000, recall: false });
      assert.ok(outcome.ledger.total <= 1600, `${outcome.kind} ${outcome.ledger.total}`);
      assert.equal(
        textOf(outcome.messages.find(({ role, synthetic }) => role === 'user' && !synthetic) ?? userMessage('')),
        'Go through the files.',
      );
      if (outcome.kind !== 'compacted') continue;
      if (compactions > 0) assert.ok(added > room, `${added} new tokens, room for ${room}`);
      compactions += 1;
      [room, added] = [1600 - outcome.after, 0];
    }
    assert.ok(compactions > 1);
  });
});
