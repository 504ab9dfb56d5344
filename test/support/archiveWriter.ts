/** A process of its own that archives messages one by one: `archiveWriter.ts <folder> <number> <count>`. */
import { NodeFiles } from '../../src/archive/nodeFiles';
import { processOwner } from '../../src/archive/processOwner';
import { SqlArchiveStore } from '../../src/archive/sqlArchiveStore';
import { ArchiveError } from '../../src/core/archive/store';
import { talk } from './archiveContract';
import { sqlJs } from './sqlJs';

async function main(): Promise<void> {
  const [folder = '', number = '', count = ''] = process.argv.slice(2);
  const files = new NodeFiles(folder);
  const store = new SqlArchiveStore({ files, sql: sqlJs, now: Date.now, owner: processOwner() });
  const branch = talk(...Array.from({ length: Number(count) }, (_, index) => `message ${index} of ${number}`));
  for (const { id } of branch) {
    for (;;) {
      try {
        await store.archive('c1', branch, new Set([id]));
        break;
      } catch (error) {
        // On a busy machine the bounded wait may run out; the caller's part is to try again.
        if (!(error instanceof ArchiveError) || error.reason !== 'locked') throw error;
      }
    }
  }
}

void main();
