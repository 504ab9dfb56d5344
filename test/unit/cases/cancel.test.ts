import assert from 'node:assert/strict';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import type { FitRequest } from '../../../src/engine/api';
import { createCounters } from '../../../src/engine/counters';
import { LocalEngine } from '../../../src/engine/engine';
import { longChat, storeWith } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const messages = [...longChat(30), userMessage('What was value-2?')];

function requestOf(sent: readonly Message[] = messages): FitRequest {
  return {
    conversation: 'test',
    messages: sent,
    tools: [],
    model: {},
    limits: { maxInputTokens: 1500 },
    budget: {},
    compaction: { policy: 'checkpoint' },
    retrieval: { kind: 'inline', when: 'compacting' },
    trigger: 'request',
  };
}

function engineOver(store: ArchiveStore): LocalEngine {
  return new LocalEngine({ store, counterOf: createCounters(), now: () => 0, newId: () => crypto.randomUUID() });
}

const steps = ['boundaries', 'probe', 'archive', 'search'] as const;

describe('a compaction that is cancelled', () => {
  // Cases 95 and 96: at every step of it.
  for (const step of steps) {
    it(`during ${step} stores no boundary, and the next request is as if it had never begun`, async () => {
      const store = openMemoryArchive();
      const controller = new AbortController();
      const cancelling = storeWith(store, {
        [step]: async (...args: never[]) => {
          controller.abort();
          return (store[step] as (...given: never[]) => Promise<never>)(...args);
        },
      });
      await assert.rejects(engineOver(cancelling).fit(requestOf(), controller.signal), { name: 'AbortError' });
      assert.deepEqual(await store.boundaries('test'), []);

      const next = await engineOver(store).fit(requestOf());
      const fresh = await engineOver(openMemoryArchive()).fit(requestOf());
      assert.ok(next.kind === 'compacted' && fresh.kind === 'compacted');
      assert.deepEqual(
        [next.before, next.after, next.evicted, next.recalled.map(({ citation }) => citation)],
        [fresh.before, fresh.after, fresh.evicted, fresh.recalled.map(({ citation }) => citation)],
      );
    });
  }

  // Case 76
  it('before it began does nothing at all', async () => {
    const store = openMemoryArchive();
    await assert.rejects(engineOver(store).fit(requestOf(), AbortSignal.abort()), { name: 'AbortError' });
    assert.deepEqual(await store.conversations(), []);
  });
});

describe('requests that come while one is compacted', () => {
  /** Three requests while the first write hangs; `end` lets it go. */
  async function three(end: 'works' | 'fails' | 'is cancelled') {
    const store = openMemoryArchive();
    const controller = new AbortController();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isFirst = true;
    const slow = storeWith(store, {
      archive: async (...args) => {
        const hangs = isFirst;
        isFirst = false;
        if (hangs) await held;
        if (hangs && end === 'fails') throw new TypeError('A fault of ours.');
        return store.archive(...args);
      },
    });
    const engine = engineOver(slow);
    const order: number[] = [];
    const settled = Promise.allSettled(
      [0, 1, 2].map((number) => {
        const sent = [...messages, ...longChat(number, 20, 90), userMessage(`Message ${number}`)];
        const signal = number === 0 ? controller.signal : undefined;
        return engine.fit(requestOf(sent), signal).finally(() => order.push(number));
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    if (end === 'is cancelled') controller.abort();
    letGo();
    return { results: await settled, order };
  }

  // Case 97
  for (const end of ['works', 'fails', 'is cancelled'] as const) {
    it(`are answered once each, in order, also when the first ${end}`, async () => {
      const { results, order } = await three(end);
      assert.deepEqual(order, [0, 1, 2]);
      assert.deepEqual(
        results.map(({ status }) => status),
        [end === 'works' ? 'fulfilled' : 'rejected', 'fulfilled', 'fulfilled'],
      );
      for (const [number, result] of results.entries()) {
        if (result.status === 'rejected') continue;
        const own = result.value.messages.filter((message) => textOf(message).endsWith(`Message ${number}`));
        assert.equal(own.length, 1);
      }
    });
  }

  // Case 92: nothing goes on behind the back of an answer.
  it('are over when the engine was let go', async () => {
    let closed = false;
    const store = openMemoryArchive();
    const engine = engineOver(storeWith(store, { close: () => ((closed = true), Promise.resolve()) }));
    const running = engine.fit(requestOf());
    await engine.dispose();
    assert.ok(closed);
    assert.equal((await running).kind, 'compacted');
    assert.equal((await store.boundaries('test')).length, 1);
  });
});
