import assert from 'node:assert/strict';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { assistantMessage, textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { fit } from '../../support/fitting';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const filler = 'lorem ipsum dolor sit '.repeat(18);

/** Ten turns that do not fit, each naming a port of its own. */
const past: Message[] = Array.from({ length: 10 }, (_, index) => [
  userMessage(`The port of service-${index} is ${7000 + index}. ${filler}`),
  assistantMessage(`Noted. ${filler}`),
]).flat();

const first = [...past, userMessage('What is the port of service-1?')];
const second = [...first, assistantMessage('It is 7001.'), userMessage('What is the port of service-4?')];

describe('after a compaction', () => {
  let store: ArchiveStore;
  beforeEach(async () => {
    store = openMemoryArchive();
    assert.equal((await fit(first, { store, retrieval: { kind: 'inline', when: 'always' } })).kind, 'compacted');
  });

  it('a model that cannot search is brought what the next question needs', async () => {
    const outcome = await fit(second, { store, retrieval: { kind: 'inline', when: 'always' } });
    assert.equal(outcome.kind, 'replayed');
    assert.match(outcome.recalled.map(({ text }) => text).join('\n'), /7004/);
    assert.match(outcome.messages.map(textOf).join('\n'), /7004/);
  });

  it('a model that can search is left to search', async () => {
    const outcome = await fit(second, { store });
    assert.equal(outcome.kind, 'replayed');
    assert.deepEqual(outcome.recalled, []);
  });

  it('nothing is brought where recall is switched off', async () => {
    const outcome = await fit(second, { store, retrieval: { kind: 'inline', when: 'always' }, recall: false });
    assert.deepEqual(outcome.recalled, []);
  });
});
