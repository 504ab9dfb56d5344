import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');

describe('docs/cases.md', () => {
  it('names tests that there are', () => {
    const table = readFileSync(path.join(root, 'docs/cases.md'), 'utf8');
    const named = Array.from(table.matchAll(/`([\w./]+)` › (.+?)(?=<br>| +\|)/g), ([, file, title]) => ({
      file,
      title,
    }));
    assert.ok(named.length > 100);
    const missing = named.filter(({ file = '', title = '' }) => {
      const source = readFileSync(path.join(root, 'test', file), 'utf8').replaceAll("\\'", "'");
      return !source.includes(title);
    });
    assert.deepEqual(missing, []);
  });
});
