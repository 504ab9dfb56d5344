import assert from 'node:assert/strict';
import type { Boundary } from '../../../src/core/compaction/boundary';
import { userMessage } from '../../../src/core/conversation/message';
import { LocalEngine } from '../../../src/engine/engine';
import { openMemoryArchive } from '../../support/openMemoryArchive';
import { stubCounter } from '../../support/stubCounter';

const boundary: Boundary = {
  id: 'b',
  policy: 'rolling',
  origin: 'automatic',
  kept: [],
  shortened: [],
  before: 2,
  after: 1,
  turnsMoved: 1,
  createdAt: 0,
};

describe('a call that is cancelled while it waits for its turn', () => {
  for (const method of ['undo', 'delete'] as const) {
    it(`leaves the archive as it was: ${method}`, async () => {
      const store = openMemoryArchive();
      await store.commitBoundary('c', boundary);
      const engine = new LocalEngine({ store, counterOf: () => stubCounter, now: () => 0, newId: () => 'id' });
      const controller = new AbortController();
      const running = engine.record('c', [userMessage('one')]);
      const waiting = engine[method]('c', controller.signal);
      controller.abort();
      await assert.rejects(waiting, { name: 'AbortError' });
      await running;
      assert.equal((await store.boundaries('c')).length, 1);
      await engine.dispose();
    });
  }

  it('is a rejection, never thrown at the caller', async () => {
    const engine = new LocalEngine({
      store: openMemoryArchive(),
      counterOf: () => stubCounter,
      now: () => 0,
      newId: () => 'id',
    });
    const search = engine.search({ conversation: 'c', query: 'x', limit: 1 }, AbortSignal.abort());
    await assert.rejects(search, { name: 'AbortError' });
    await engine.dispose();
  });
});
