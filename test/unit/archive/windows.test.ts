import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staleAfterMs } from '../../../src/archive/lock';
import { MemoryFiles } from '../../../src/archive/memoryFiles';
import { NodeFiles } from '../../../src/archive/nodeFiles';
import { boundary, idsOf, talk } from '../../support/archiveContract';
import { archiveOver } from '../../support/archiveOver';

const lockOf = (owner: string, since: number) => Buffer.from(JSON.stringify([owner, since]));

describe('two windows on one conversation', () => {
  // Cases 99 and 102.
  it('keep both branches reachable', async () => {
    const files = new MemoryFiles();
    const [left, right] = [archiveOver(files, { name: 'left' }), archiveOver(files, { name: 'right' })];
    const [a, b] = [talk('start', 'ok', 'use alpha', 'done'), talk('start', 'ok', 'use beta', 'done')];
    await left.archive('c1', a.slice(0, 2), idsOf(a));
    await Promise.all([left.archive('c1', a, idsOf(a)), right.archive('c1', b, idsOf(b))]);
    await right.commitBoundary('c1', boundary('b1'));
    for (const store of [left, right]) {
      for (const branch of [a, b]) assert.equal((await store.read('c1', Array.from(idsOf(branch)))).length, 4);
      assert.equal((await store.boundaries('c1')).length, 1);
      const request = { query: 'beta', limit: 4, branch: idsOf(b), live: new Set<string>() };
      assert.equal((await store.search('c1', request)).hits.length, 1);
    }
  });

  it('lose no write of many at once', async () => {
    const files = new MemoryFiles();
    const stores = ['w1', 'w2', 'w3'].map((name) => archiveOver(files, { name }));
    const branch = talk(...Array.from({ length: 60 }, (_, index) => `message ${index}`));
    await Promise.all(
      branch.map(({ id }, index) => stores[index % stores.length]?.archive('c1', branch, new Set([id]))),
    );
    assert.equal((await archiveOver(files).list('c1', { offset: 0, limit: 100 })).length, 60);
  });

  it('start afresh where the other one deleted the conversation', async () => {
    const files = new MemoryFiles();
    const [left, right] = [archiveOver(files, { name: 'left' }), archiveOver(files, { name: 'right' })];
    const branch = talk('the old secret', 'ok', 'new', 'ok');
    await left.archive('c1', branch, new Set([branch[0]?.id ?? '']));
    await right.delete('c1');
    await left.archive('c1', branch, new Set([branch[2]?.id ?? '']));
    assert.equal((await left.list('c1', { offset: 0, limit: 9 })).length, 1);
    assert.ok(!Buffer.concat(Array.from(files.files.values())).includes('old secret'));
  });

  // Case 100.
  it('lose no write of four processes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'throughline-processes-'));
    try {
      const exits = await Promise.all(
        [0, 1, 2, 3].map((index) => {
          const script = join(import.meta.dirname, '../../support/archiveWriter.ts');
          const child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(index), '40'], {
            stdio: ['ignore', 'inherit', 'inherit'],
          });
          return new Promise((resolve) => child.on('close', resolve));
        }),
      );
      assert.deepEqual(exits, [0, 0, 0, 0]);
      const store = archiveOver(new NodeFiles(folder));
      assert.equal((await store.list('c1', { offset: 0, limit: 1000 })).length, 4 * 40);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }).timeout(120_000);
});

describe('a lock', () => {
  const branch = talk('hello');

  // Case 77: the caller hears "locked" instead of waiting for the other window.
  it('held by another window ends in an error, not in waiting, and reading goes on', async () => {
    const files = new MemoryFiles();
    await archiveOver(files).archive('c1', branch, idsOf(branch));
    let time = 0;
    const store = archiveOver(files, { now: () => (time += 100) });
    files.files.set('c1.lock', lockOf('other', 0));
    await assert.rejects(store.commitBoundary('c1', boundary('b1')), { reason: 'locked' });
    assert.equal((await store.read('c1', Array.from(idsOf(branch)))).length, 1);
    assert.deepEqual(files.files.get('c1.lock'), lockOf('other', 0));
  });

  for (const [why, lock, now] of [
    ['whose owner is gone', lockOf('dead window', 1000), 1000],
    ['that is older than any write takes', lockOf('other', 0), staleAfterMs + 1],
  ] as const) {
    it(`${why} is broken`, async () => {
      const files = new MemoryFiles();
      files.files.set('c1.lock', lock);
      assert.equal(await archiveOver(files, { now: () => now }).archive('c1', branch, idsOf(branch)), 1);
      assert.ok(!files.files.has('c1.lock'));
    });
  }

  it('that was cut off while it was written is broken after a while', async () => {
    const files = new MemoryFiles();
    files.files.set('c1.lock', new Uint8Array());
    let time = 0;
    assert.equal(await archiveOver(files, { now: () => (time += 100) }).archive('c1', branch, idsOf(branch)), 1);
  });
});
