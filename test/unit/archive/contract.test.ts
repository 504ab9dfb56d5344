import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryArchiveStore } from '../../../src/archive/memoryArchiveStore';
import { NodeFiles } from '../../../src/archive/nodeFiles';
import { processOwner } from '../../../src/archive/processOwner';
import { SqlArchiveStore } from '../../../src/archive/sqlArchiveStore';
import { archiveContract } from '../../support/archiveContract';
import { sqlJs } from '../../support/sqlJs';

describe('archives', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'throughline-archive-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let opened = 0;
  archiveContract('SqlArchiveStore on disk', () => {
    const files = new NodeFiles(join(folder, String((opened += 1))));
    return Promise.resolve(new SqlArchiveStore({ files, sql: sqlJs, now: Date.now, owner: processOwner() }));
  });
  archiveContract('MemoryArchiveStore', () => Promise.resolve(new MemoryArchiveStore(sqlJs)));
});
