import assert from 'node:assert/strict';
import { MemoryFiles } from '../../../src/archive/memoryFiles';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { assistantMessage, textOf, userMessage } from '../../../src/core/conversation/message';
import { archiveOver } from '../../support/archiveOver';
import { FaultyFiles } from '../../support/faultyFiles';
import { fit } from '../../support/fitting';
import { fillerOf, locked, longChat, storeWith } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';

describe('a conversation far above its window', () => {
  // Cases 64 and 65
  for (const times of [1.2, 2, 10, 50]) {
    it(`is compacted at ${times} times the window, without a model`, async () => {
      const messages = [...longChat(Math.ceil((times * 1000) / 130)), userMessage('What is value-1?')];
      for (const policy of ['checkpoint', 'rolling'] as const) {
        const outcome = await fit(messages, { store: openMemoryArchive(), policy });
        assert.equal(outcome.kind, 'compacted');
        assert.ok(outcome.before >= times * 1000 && outcome.after <= 800);
        assert.ok(outcome.recalled.some(({ text }) => text.includes('7001')));
      }
    });
  }
});

describe('a compaction that fails', () => {
  // Case 69
  it('leaves the conversation as it was, also after a reload', async () => {
    const files = new MemoryFiles();
    const store = archiveOver(files);
    const past = [...longChat(6), userMessage('Go on.')];
    assert.equal((await fit(past, { store })).kind, 'compacted');
    const before = await store.list('test', { offset: 0, limit: 100 });

    const more = [...past, assistantMessage('ok'), ...longChat(5, 60, 7), userMessage('And now?')];
    const broken = storeWith(store, { commitBoundary: locked });
    assert.equal((await fit(more, { store: broken })).kind, 'failed');
    const reopened = archiveOver(files);
    const after = await reopened.list('test', { offset: 0, limit: 100 });
    assert.deepEqual(after.slice(0, before.length), before);
    assert.equal((await reopened.boundaries('test')).length, 1);
  });

  // Case 19: no pointer to what was never written.
  it('does not name a place in the archive', async () => {
    const store = storeWith(openMemoryArchive(), { archive: locked });
    const outcome = await fit([...longChat(12), userMessage('Go on.')], { store });
    assert.equal(outcome.kind, 'compacted');
    assert.equal(outcome.searchable, false);
    assert.doesNotMatch(outcome.messages.map(textOf).join('\n'), /#\d|archive|search_conversation/);
    assert.deepEqual(outcome.tools, []);
  });

  // Case 122: what a notice names is complete when the notice appears.
  it('cannot come after its boundary: everything is stored and read back before that', async () => {
    const order: string[] = [];
    const real = openMemoryArchive();
    const store = storeWith(real, {
      archive: async (...args) => {
        const added = await real.archive(...args);
        order.push('archived');
        return added;
      },
      commitBoundary: async (...args) => {
        order.push('boundary');
        await real.commitBoundary(...args);
      },
    });
    const outcome = await fit([...longChat(8), userMessage('Go on.')], { store });
    assert.deepEqual(order, ['archived', 'boundary']);
    assert.equal((await real.read('test', outcome.evicted)).length, outcome.evicted.length);
  });
});

describe('a process that is killed while it compacts', () => {
  // Case 96: at each change it makes on disk.
  it('leaves no boundary behind whose messages are not stored, and the next request compacts', async () => {
    const messages = [...longChat(8), userMessage('Go on.')];
    let isKilled = true;
    for (let step = 1; isKilled; step++) {
      const files = new MemoryFiles();
      const faulty = new FaultyFiles(files, step);
      await fit(messages, { store: archiveOver(faulty, { name: 'dead window' }) }).catch(() => undefined);
      isKilled = faulty.changes >= step;
      const store = archiveOver(files);
      const [boundary] = await store.boundaries('test');
      const next = await fit(messages, { store });
      assert.equal(next.kind, boundary ? 'replayed' : 'compacted', `step ${step}`);
      assert.equal((await store.read('test', next.evicted)).length, next.evicted.length);
      assert.equal(isKilled || boundary !== undefined, true);
    }
  });
});

describe('an archive that another window holds while a boundary is in force', () => {
  const past = [...longChat(20), userMessage('Never use tabs. What next?')];
  let store: ArchiveStore;
  beforeEach(async () => {
    store = openMemoryArchive();
    assert.equal((await fit(past, { store })).kind, 'compacted');
  });

  // Case 77: the chat goes on, and what was compacted stays so.
  it('costs the next compaction, not the checkpoint', async () => {
    const more = [...past, assistantMessage(`ok ${fillerOf(560)}`), userMessage(`and ${fillerOf(60)}`)];
    const outcome = await fit(more, { store: storeWith(store, { archive: locked, probe: unavailable }) });
    assert.equal(outcome.kind, 'failed');
    assert.ok(outcome.ledger.total > 800 && outcome.ledger.total <= 1000);
    const [boundary] = await store.boundaries('test');
    assert.ok(outcome.messages.some((message) => textOf(message) === boundary?.checkpoint?.text));
  });

  it('lets more leave from the boundary on where the window itself would be overrun', async () => {
    const more = [...past, ...longChat(4, 100, 21), userMessage('And now?')];
    const outcome = await fit(more, { store: storeWith(store, { probe: unavailable }) });
    assert.equal(outcome.kind, 'compacted');
    assert.equal(outcome.boundary, undefined);
    assert.ok(outcome.before < 3000, 'measured from the request in force');
    assert.ok(outcome.after <= 800);
  });
});

function unavailable() {
  return Promise.resolve({ kind: 'unavailable', reason: 'Another window is writing to the archive.' } as const);
}
