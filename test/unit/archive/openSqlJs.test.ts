import assert from 'node:assert/strict';
import { openSqlJs } from '../../../src/archive/openSqlJs';

describe('openSqlJs', () => {
  it('says in one sentence which file is missing, each time it is asked', async () => {
    const load = openSqlJs('nowhere/sql-wasm.wasm');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await assert.rejects(load(), {
        name: 'ArchiveError',
        reason: 'unreadable',
        message: /SQLite could not be loaded from nowhere\/sql-wasm\.wasm; reinstall the extension\.$/,
      });
  });
});
