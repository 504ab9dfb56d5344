import assert from 'node:assert/strict';
import { MemoryFiles } from '../../../src/archive/memoryFiles';
import type { SqlArchiveStore } from '../../../src/archive/sqlArchiveStore';
import { boundary, idsOf, talk } from '../../support/archiveContract';
import { archiveOver } from '../../support/archiveOver';
import { FaultyFiles } from '../../support/faultyFiles';

const first = talk('the port is 4711', 'noted');
const second = talk('the port is 4711', 'noted', 'the host is alpha', 'noted');

/** Stops `work` at each of its changes in turn; what a new window then finds goes to `check`. */
async function stopEverywhere(
  prepare: (store: SqlArchiveStore) => Promise<unknown>,
  work: (store: SqlArchiveStore) => Promise<unknown>,
  check: (store: SqlArchiveStore, step: number, files: MemoryFiles) => Promise<void>,
): Promise<void> {
  for (let step = 1; ; step += 1) {
    const files = new MemoryFiles();
    const before = archiveOver(files);
    await prepare(before);
    await before.close();
    const faulty = new FaultyFiles(files, step);
    const stopped = archiveOver(faulty, { name: 'dead window' });
    await work(stopped).catch(() => undefined);
    await stopped.close();
    const reached = faulty.changes >= step;
    const notices: string[] = [];
    const reopened = archiveOver(files, { onNotice: (sentence) => notices.push(sentence) });
    await check(reopened, step, files);
    assert.deepEqual(notices, [], `step ${step} looked like damage`);
    await reopened.close();
    if (!reached) {
      assert.ok(step > 4, 'the work has several steps to stop at');
      return;
    }
  }
}

const storedCount = async (store: SqlArchiveStore) => (await store.list('c1', { offset: 0, limit: 100 })).length;

// Cases 96 and 113.
describe('a process that is killed between any two steps', () => {
  it('leaves the old or the new messages when it archives, and the next window can go on', async () => {
    const seen = new Set<number>();
    await stopEverywhere(
      (store) => store.archive('c1', first, idsOf(first)),
      (store) => store.archive('c1', second, idsOf(second)),
      async (store, step) => {
        const count = await storedCount(store);
        seen.add(count);
        assert.ok(count === 2 || count === 4, `step ${step}: ${count} messages`);
        assert.equal(await store.archive('c1', second, idsOf(second)), 4 - count);
        assert.equal((await store.conversations())[0]?.messages, 4);
      },
    );
    assert.deepEqual(Array.from(seen).sort(), [2, 4]);
  });

  it('leaves nothing or everything of a first write', async () => {
    await stopEverywhere(
      () => Promise.resolve(),
      (store) => store.archive('c1', first, idsOf(first)),
      async (store, step) => {
        const count = await storedCount(store);
        assert.ok(count === 0 || count === 2, `step ${step}: ${count} messages`);
      },
    );
  });

  it('leaves the boundary stored or not stored', async () => {
    await stopEverywhere(
      (store) => store.commitBoundary('c1', boundary('b1')),
      (store) => store.commitBoundary('c1', boundary('b2')),
      async (store) => {
        const ids = (await store.boundaries('c1')).map(({ id }) => id);
        assert.ok(ids.join() === 'b1' || ids.join() === 'b2,b1', ids.join());
      },
    );
  });

  it('leaves a conversation that can be deleted again, or nothing of it', async () => {
    await stopEverywhere(
      async (store) => {
        await store.archive('c1', first, idsOf(first));
        await store.archive('c1', second, idsOf(second));
      },
      (store) => store.delete('c1'),
      async (store, step, files) => {
        const count = await storedCount(store);
        assert.ok(count === 4 || count === 0, `step ${step}: ${count} messages`);
        await store.delete('c1');
        assert.deepEqual(Array.from(files.files.keys()), []);
      },
    );
  });
});

describe('a step that fails while the process lives on', () => {
  it('is reported, changes nothing and can be repeated', async () => {
    for (let step = 1; step <= 5; step += 1) {
      const files = new MemoryFiles();
      const faulty = new FaultyFiles(files);
      const store = archiveOver(faulty);
      await store.archive('c1', first, idsOf(first));
      faulty.failAt = faulty.changes + step;
      const outcome = await store.archive('c1', second, idsOf(second)).then(
        () => 'stored',
        (error: unknown) => (error instanceof Error ? error.name : ''),
      );
      const reopened = archiveOver(files);
      assert.equal(await storedCount(reopened), outcome === 'stored' ? 4 : 2, `step ${step}: ${outcome}`);
      assert.ok(outcome === 'stored' || outcome === 'ArchiveError', outcome);
      assert.equal(await store.archive('c1', second, idsOf(second)), outcome === 'stored' ? 0 : 2);
    }
  });

  it('is reported when what was read back differs', async () => {
    const files = new MemoryFiles();
    const store = archiveOver(files);
    await store.archive('c1', first, idsOf(first));
    files.holds = () => Promise.resolve(false);
    await assert.rejects(store.archive('c1', second, idsOf(second)), { reason: 'verify' });
    assert.equal(await storedCount(archiveOver(files)), 2);
  });

  it('makes the probe say why', async () => {
    const store = archiveOver(new FaultyFiles(new MemoryFiles(), 1));
    const state = await store.probe('c1');
    assert.equal(state.kind, 'unavailable');
    assert.match(state.kind === 'unavailable' ? state.reason : '', /could not be written/);
  });

  // Case 121.
  it('writes a thousand messages in one go', async () => {
    const faulty = new FaultyFiles(new MemoryFiles());
    const branch = talk(...Array.from({ length: 1000 }, (_, index) => `message ${index}`));
    await archiveOver(faulty).archive('c1', branch, idsOf(branch));
    assert.equal(faulty.changes, ['lock', 'write', 'rename', 'sync', 'unlock'].length);
  });

  it('writes nothing for what is stored already', async () => {
    const faulty = new FaultyFiles(new MemoryFiles());
    const store = archiveOver(faulty);
    await store.archive('c1', first, idsOf(first));
    const before = faulty.changes;
    await store.archive('c1', first, idsOf(first));
    assert.equal(faulty.changes, before);
  });
});
