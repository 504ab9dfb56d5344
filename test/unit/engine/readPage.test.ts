import assert from 'node:assert/strict';
import type { Message } from '../../../src/core/conversation/message';
import { assistantMessage, userMessage } from '../../../src/core/conversation/message';
import { createCounters } from '../../../src/engine/counters';
import { LocalEngine } from '../../../src/engine/engine';
import { openMemoryArchive } from '../../support/openMemoryArchive';

async function engineWith(messages: readonly Message[]): Promise<LocalEngine> {
  const engine = new LocalEngine({
    store: openMemoryArchive(),
    counterOf: createCounters(),
    now: () => 0,
    newId: () => 'id',
  });
  await engine.record('c1', messages);
  return engine;
}

/** All pages behind a citation; each within `maxTokens` or as short as a page may be. */
async function pages(engine: LocalEngine, citation: string, maxTokens: number): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await engine.read({ conversation: 'c1', citation, maxTokens, ...(cursor && { cursor }) });
    assert.ok(page.kind === 'page', page.kind === 'missing' ? page.reason : '');
    assert.ok(page.text.length > 0, 'each page goes on');
    texts.push(page.text);
    if (page.nextCursor === undefined) return texts;
    cursor = page.nextCursor;
  }
}

describe('reading a citation', () => {
  // Cases 29, 128 and 132
  it('gives a result of any size word for word, in pages that fit', async () => {
    const body = Array.from({ length: 3000 }, (_, line) => `line ${line} 👩‍👩‍👧‍👦 e\u0301`).join('\n');
    const engine = await engineWith([userMessage('Read it.'), assistantMessage(body)]);
    const counter = createCounters()({});
    const texts = await pages(engine, '#1.1', 1000);
    assert.ok(texts.length > 10);
    assert.ok(texts.every((text) => counter.countText(text) <= 1000 && text.isWellFormed()));
    assert.ok(texts.join('').includes(body));
  });

  it('goes on through text no page can be cut in', async () => {
    const body = `a${'\u0301'.repeat(240)}`.repeat(20);
    const texts = await pages(await engineWith([userMessage(body)]), '#1', 10);
    assert.ok(texts.join('').includes(body));
  });

  it('shows neighbours where they are asked for', async () => {
    const engine = await engineWith([userMessage('one'), assistantMessage('two'), userMessage('three')]);
    const page = await engine.read({ conversation: 'c1', citation: '#1.1', before: 1, after: 1 });
    assert.ok(page.kind === 'page');
    assert.match(page.text, /^#1 .*one.*#1\.1 .*two.*#2 .*three/s);
  });

  // Case 133
  it('of another conversation or branch is refused in a sentence', async () => {
    const engine = await engineWith([userMessage('secret'), assistantMessage('word')]);
    for (const request of [
      { conversation: 'c2', citation: '#1' },
      { conversation: 'c1', citation: '#1', branch: [] },
      { conversation: 'c1', citation: '#9' },
      { conversation: 'c1', citation: 'no citation' },
      { conversation: 'c1', citation: '#1', cursor: '-5' },
    ]) {
      const result = await engine.read(request);
      assert.ok(result.kind === 'missing' && /^[^\n]+:[^\n]+\.$/.test(result.reason));
    }
  });
});
