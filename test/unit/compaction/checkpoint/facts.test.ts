import assert from 'node:assert/strict';
import { exactFacts, holdsValue } from '../../../../src/core/compaction/checkpoint/facts';

const cases: [text: string, ...facts: string[]][] = [
  ['see https://example.org/a?b=1.', 'url https://example.org/a?b=1'],
  ['edit src/core/a.ts and b.yaml', 'path src/core/a.ts', 'path b.yaml'],
  ['commit a1b2c3d4e5f6 broke it', 'hash a1b2c3d4e5f6'],
  ['Flask 2.3.1 and v18.15.0-rc.1', 'version 2.3.1', 'version v18.15.0-rc.1'],
  ['TS2345 and ENOENT: x, TypeError', 'error TS2345', 'error ENOENT', 'error TypeError'],
  ['within 250ms on port 5000 at 09:00 for $1,200', 'number 250ms', 'number 5000', 'number 09:00', 'number $1,200'],
  ['by April 15, 2024 at 95%', 'number April 15, 2024', 'number 95%'],
  ['call fetchUser of user_store in a::b', 'identifier fetchUser', 'identifier user_store', 'identifier a::b'],
  ['he said "no more than two" and `x y`', 'quoted no more than two', 'quoted x y'],
  ['an ordinary sentence, e.g. this one'],
];

describe('exact facts', () => {
  for (const [text, ...facts] of cases) {
    it(`of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        exactFacts(text).map(({ kind, value }) => `${kind} ${value}`),
        facts,
      );
    });
  }
  it('stand where their index says', () => {
    const text = 'port 5000, then port 5000 in src/a.ts';
    for (const { value, index } of exactFacts(text)) assert.equal(text.slice(index, index + value.length), value);
  });
  it('take no more than a moment on long runs', () => {
    for (const run of ['a', '/', 'a/', '1,', 'aB', '_', '"', '=', '0x', '::'])
      assert.ok(exactFacts(run.repeat(20_000)).length >= 0);
  });
  it('are held as wholes', () => {
    assert.equal(holdsValue('port 15000', '5000'), false);
    assert.equal(holdsValue('port 5000.', '5000'), true);
    assert.equal(holdsValue('no  more\nthan', 'no more than'), true);
    assert.equal(holdsValue('端口5000已用', '5000'), true);
  });
});
