import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeFiles } from '../../../src/archive/nodeFiles';
import { idsOf, talk } from '../../support/archiveContract';
import { archiveOver } from '../../support/archiveOver';

// Cases 135 and 136.
describe('a deleted conversation', () => {
  it('leaves no byte of itself in any file: generations, damaged copies, temporary files and locks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'throughline-delete-'));
    try {
      const store = archiveOver(new NodeFiles(folder));
      const marked = talk('Xylophone marker one', 'fine', 'Xylophone marker two', 'fine');
      const other = talk('something else');
      await store.archive('c1', marked, new Set([marked[0]?.id ?? '']));
      await store.archive('c1', marked, idsOf(marked));
      await store.archive('c10', other, idsOf(other));
      await writeFile(join(folder, 'c1.db'), Buffer.concat([await readFile(join(folder, 'c1.db')), Buffer.from('x')]));
      assert.equal((await store.list('c1', { offset: 0, limit: 9 })).length, 4);
      await writeFile(join(folder, 'c1.db.new'), 'half of Xylophone marker');
      assert.ok((await bytesIn(folder)).includes('Xylophone'));

      await store.delete('c1');
      assert.deepEqual(await readdir(folder), ['c10.db']);
      assert.ok(!(await bytesIn(folder)).toLowerCase().includes('xylophone'));
      assert.equal((await store.read('c10', Array.from(idsOf(other)))).length, 1);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

async function bytesIn(folder: string): Promise<string> {
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return [...names, ...contents].join('\n');
}
