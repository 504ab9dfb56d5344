import assert from 'node:assert/strict';
import { processOwner } from '../../../src/archive/processOwner';

/** What an owner of this process would be called in another thread. */
const inThread = (thread: number) => {
  const [host = '', pid = '', , id = ''] = processOwner().name.split('|');
  return [host, pid, String(thread), id].join('|');
};

describe('the owner of a lock', () => {
  it('is at work as long as its process and its thread are', () => {
    assert.equal(processOwner().isAlive(processOwner().name), true);
    assert.equal(processOwner([7]).isAlive(inThread(8)), true);
  });

  // A worker that was killed while it wrote: the next one must not wait for it, nor blame another window.
  it('is gone with its thread', () => {
    assert.equal(processOwner([7]).isAlive(inThread(7)), false);
  });

  it('counts as at work on another machine', () => {
    assert.equal(processOwner([7]).isAlive('elsewhere|1|7|id'), true);
  });
});
