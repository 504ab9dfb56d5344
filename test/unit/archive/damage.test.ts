import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MemoryFiles } from '../../../src/archive/memoryFiles';
import { schemaVersion } from '../../../src/archive/migrations';
import { sealOf, unseal } from '../../../src/archive/trailer';
import { boundary, idsOf, talk } from '../../support/archiveContract';
import { archiveOver } from '../../support/archiveOver';
import { sqlJs } from '../../support/sqlJs';

const branch = talk(...Array.from({ length: 120 }, (_, index) => `Message ${index} is about topic ${index % 7}.`));
const half = branch.slice(0, 60);

async function storedFiles(): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  const store = archiveOver(files);
  await store.archive('c1', branch, idsOf(half));
  await store.commitBoundary('c1', boundary('b1'));
  await store.archive('c1', branch, idsOf(branch));
  await store.close();
  return files;
}

function damage(files: MemoryFiles, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const damaged = change(files.files.get('c1.db')?.slice() ?? new Uint8Array());
  files.files.set('c1.db', damaged.slice());
  return damaged;
}

function flip(bytes: Uint8Array, position: number): Uint8Array {
  bytes[position] = (bytes[position] ?? 0) ^ 0x41;
  return bytes;
}

/** Opens the damaged conversation; every message it gives must be one that was stored, word for word. */
async function reopen(files: MemoryFiles, now = 0): Promise<{ stored: number; notices: string[] }> {
  const notices: string[] = [];
  const store = archiveOver(files, { now: () => now, onNotice: (sentence) => notices.push(sentence) });
  const stored = await store.list('c1', { offset: 0, limit: 1000 });
  for (const { ordinal, parts, id } of stored) {
    assert.deepEqual(parts, branch[ordinal]?.parts);
    assert.equal(id, branch[ordinal]?.id);
  }
  await store.close();
  return { stored: stored.length, notices };
}

const asideNames = (files: MemoryFiles) => Array.from(files.files.keys()).filter((name) => name.includes('damaged'));

// Case 116.
describe('a damaged archive', () => {
  it('is noticed wherever a byte was flipped, kept aside, and nothing false comes out of it', async () => {
    const intact = await storedFiles();
    const size = intact.files.get('c1.db')?.length ?? 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size - 1 }), async (position) => {
        const files = new MemoryFiles();
        for (const [name, bytes] of intact.files) files.files.set(name, bytes.slice());
        const damaged = damage(files, (bytes) => flip(bytes, position));
        const { stored, notices } = await reopen(files);
        assert.ok(stored >= half.length, `${stored} messages left`);
        assert.equal(notices.length, 1);
        const [aside = ''] = asideNames(files);
        assert.deepEqual(files.files.get(aside), damaged);
      }),
      { numRuns: 40 },
    );
  });

  it('loses nothing where the damage hit no message', async () => {
    const files = await storedFiles();
    damage(files, (bytes) => flip(bytes, bytes.length - 1));
    const { stored, notices } = await reopen(files);
    assert.equal(stored, branch.length);
    assert.match(
      notices[0] ?? '',
      /120 messages were recovered\. The damaged file was kept as c1\.damaged-1970-01-01T00-00-00\.db/,
    );
  });

  it('falls back on the previous generation where nothing of it can be read', async () => {
    for (const change of [
      () => new Uint8Array(),
      () => new Uint8Array([1, 2, 3]),
      (bytes: Uint8Array) => bytes.fill(7),
      (bytes: Uint8Array) => bytes.slice(0, bytes.length / 3),
    ]) {
      const files = await storedFiles();
      damage(files, change);
      const { stored } = await reopen(files);
      assert.ok(stored >= half.length, String(stored));
    }
  });

  it('is told once, and works from then on, boundaries included', async () => {
    const files = await storedFiles();
    damage(files, (bytes) => flip(bytes, bytes.length - 1));
    await reopen(files);
    const { notices, stored } = await reopen(files);
    assert.deepEqual([notices, stored], [[], branch.length]);
    const store = archiveOver(files);
    assert.deepEqual(await store.boundaries('c1'), [boundary('b1')]);
    const request = { query: 'topic', limit: 5, branch: idsOf(branch), live: new Set<string>() };
    assert.equal((await store.search('c1', request)).hits.length, 5);
  });

  // Case 101.
  it('is set aside under another name when it happens twice in the same second', async () => {
    const files = await storedFiles();
    damage(files, (bytes) => flip(bytes, bytes.length - 1));
    await reopen(files);
    damage(files, (bytes) => flip(bytes, bytes.length - 1));
    await reopen(files);
    assert.equal(asideNames(files).length, 2);
  });

  it('appears in the list, mended', async () => {
    const files = await storedFiles();
    damage(files, (bytes) => flip(bytes, bytes.length - 1));
    const [summary] = await archiveOver(files).conversations();
    assert.equal(summary?.messages, branch.length);
  });
});

describe('an archive of a newer version', () => {
  it('is read as far as it is understood and not touched', async () => {
    const files = await storedFiles();
    const sealed = unseal(files.files.get('c1.db') ?? new Uint8Array());
    assert.ok(sealed);
    const db = new (await sqlJs()).Database(sealed.database);
    db.run(`ALTER TABLE message ADD COLUMN mood TEXT; PRAGMA user_version = ${schemaVersion + 1}`);
    const database = db.export();
    const newer = Buffer.concat([database, sealOf(database, sealed.trailer)]);
    files.files.set('c1.db', newer);
    const store = archiveOver(files);
    assert.equal((await store.list('c1', { offset: 0, limit: 1000 })).length, branch.length);
    assert.equal((await store.probe('c1')).kind, 'unavailable');
    await assert.rejects(store.commitBoundary('c1', boundary('b2')), { reason: 'newer' });
    assert.deepEqual(files.files.get('c1.db'), newer);
  });
});

// Case 114.
describe('the list of conversations', () => {
  it('comes from the files themselves, whatever else is in the folder', async () => {
    const files = await storedFiles();
    const alone = new MemoryFiles();
    alone.files.set('copied.db', files.files.get('c1.db') ?? new Uint8Array());
    alone.files.set('notes.txt', new Uint8Array([1]));
    const [summary, ...others] = await archiveOver(alone).conversations();
    assert.deepEqual(others, []);
    assert.deepEqual([summary?.id, summary?.title, summary?.messages], ['copied', 'Message 0 is about topic 0.', 120]);
  });
});
