import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = join(process.cwd(), 'test', 'fixtures', 'golden');

/**
 * Compares text with `test/fixtures/golden/<name>`. `UPDATE_GOLDEN=1` rewrites the file. A missing file is written and
 * passes on a developer's machine, and fails where `CI` is set: nobody would have read it.
 */
export function matchesGolden(name: string, actual: string): void {
  const path = join(folder, name);
  const text = actual.endsWith('\n') ? actual : `${actual}\n`;
  const missing = !existsSync(path);
  if (missing && process.env['CI']) assert.fail(`Golden file ${name} is missing. Run the test with UPDATE_GOLDEN=1.`);
  if (missing || process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  assert.equal(text, readFileSync(path, 'utf8').replace(/\r\n/g, '\n'), `${name} differs; UPDATE_GOLDEN=1 rewrites it`);
}
