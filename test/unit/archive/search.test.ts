import assert from 'node:assert/strict';
import type { SearchRequest } from '../../../src/core/archive/store';
import { identify } from '../../../src/core/conversation/identity';
import { userMessage, type Branch } from '../../../src/core/conversation/message';
import { MemoryArchiveStore } from '../../../src/archive/memoryArchiveStore';
import { resultCapBytes } from '../../../src/archive/resultCap';
import { idsOf, talk } from '../../support/archiveContract';
import { sqlJs } from '../../support/sqlJs';

async function archived(...branches: Branch[]): Promise<MemoryArchiveStore> {
  const store = new MemoryArchiveStore(sqlJs);
  for (const branch of branches) await store.archive('c1', branch, idsOf(branch));
  return store;
}

async function search(store: MemoryArchiveStore, branch: Branch, query: string, more: Partial<SearchRequest> = {}) {
  const request = { query, limit: 4, branch: idsOf(branch), live: new Set<string>(), ...more };
  return store.search('c1', request);
}

describe('search of the archive', () => {
  // Case 123, through SQLite.
  it('finds scripts without spaces, and ASCII glued to them', async () => {
    const branch = talk('重跑gen-itgc后', '好', 'ฉันชอบกินข้าวผัด', 'ok', '설정을 변경했습니다', 'ok', 'テストを書く');
    const store = await archived(branch);
    const cases = [
      ['重跑', 0],
      ['gen', 0],
      ['itgc', 0],
      ['后', 0],
      ['ข้าว', 2],
      ['변경', 4],
      ['テスト', 6],
      ['書', 6],
    ] as const;
    for (const [query, ordinal] of cases)
      assert.equal((await search(store, branch, query)).hits[0]?.ordinal, ordinal, query);
  });

  // Cases 8 and 13: exact values are found however much was said in between.
  it('finds each of twenty exact values among a thousand messages', async () => {
    const needles = Array.from({ length: 20 }, (_, index) => ({
      text:
        [
          `commit ${(0xabcdef0 + index * 7919).toString(16)}f${index}`,
          `port ${41000 + index}`,
          `src/module${index}/file_${index}.ts`,
        ][index % 3] ?? '',
      at: index * 50 + 3,
    }));
    const texts = Array.from({ length: 1000 }, (_, index) => {
      const needle = needles.find(({ at }) => at === index);
      return needle
        ? `For later: the value is ${needle.text}.`
        : `We talked about step ${index} of the module and its port to the file.`;
    });
    const branch = talk(...texts);
    const store = await archived(branch);
    for (const { text, at } of needles) {
      const { hits } = await search(store, branch, `what was ${text} about?`);
      assert.ok(
        hits.some(({ ordinal }) => ordinal === at),
        text,
      );
    }
  });

  // S5.
  it('looks past what is still in the request and past other branches', async () => {
    const live = Array.from({ length: 100 }, (_, index) => `timeout timeout ${index}`);
    const branch = talk('the timeout is 30', 'ok', ...live);
    const other = talk('the timeout is 99 timeout', 'ok', ...live.map((text) => `${text}!`));
    const store = await archived(branch, other);
    const { hits, searched } = await search(store, branch, 'timeout', {
      live: new Set(branch.slice(2).map(({ id }) => id)),
    });
    assert.deepEqual(
      hits.map(({ text }) => text),
      ['the timeout is 30'],
    );
    assert.ok(searched <= 256);
  });

  // Case 128: a passage is the verbatim text and its citation opens the source.
  it('serves the verbatim passage of a long message', async () => {
    const text = `${'Lorem ipsum dolor sit amet. '.repeat(400)}The vault code is 7719-kilo. ${'Sed do eiusmod tempor. '.repeat(400)}`;
    const branch = identify([
      userMessage('hi'),
      { role: 'tool', parts: [{ kind: 'toolResult', callId: 't', content: [{ kind: 'text', text }] }] },
    ]);
    const store = await archived(branch);
    const [hit] = (await search(store, branch, 'vault code')).hits;
    assert.ok(hit && text.includes(hit.text) && hit.text.includes('7719-kilo') && hit.text.length < 3000);
    assert.equal(hit.citation, '#1.1');
  });

  it('serves the best passage of each message before a second one of the same', async () => {
    const long = Array.from({ length: 40 }, () => `The migration plan again. ${'More words here. '.repeat(20)}`).join(
      '\n',
    );
    const branch = talk(long, 'ok', 'The migration is on Monday.', 'ok');
    const { hits } = await search(await archived(branch), branch, 'migration');
    assert.equal(new Set(hits.slice(0, 2).map(({ ordinal }) => ordinal)).size, 2);
    assert.equal(hits.length, 4);
  });

  it('takes a pasted document as a query', async () => {
    const branch = talk('the zanzibar module crashes', 'ok');
    const pasted = `${Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ')}`;
    assert.equal((await search(await archived(branch), branch, `zanzibar ${pasted}`)).hits.length, 1);
  });
});

describe('a tool result', () => {
  const resultOf = (text: string) =>
    identify([
      userMessage('run it'),
      { role: 'tool', parts: [{ kind: 'toolResult', callId: 't', content: [{ kind: 'text', text }] }] },
    ]);
  const stored = async (branch: Branch) => {
    const [message] = await (await archived(branch)).read('c1', [branch[1]?.id ?? '']);
    const [part] = message?.parts ?? [];
    const content = part?.kind === 'toolResult' ? part.content[0] : undefined;
    return content?.kind === 'text' ? content.text : '';
  };

  it('is stored whole up to the cap', async () => {
    const text = 'é'.repeat(resultCapBytes / 2);
    assert.equal(await stored(resultOf(text)), text);
  });

  it('beyond it keeps beginning, end and a digest, well-formed and within the cap', async () => {
    const text = `start ${'👩‍👩‍👧‍👦é'.repeat(60_000)} end`;
    const kept = await stored(resultOf(text));
    assert.ok(Buffer.byteLength(kept) <= resultCapBytes && kept.isWellFormed());
    assert.match(
      kept,
      /^start .*\n\[cut for the archive: \d+ of \d+ characters; digest of the whole [0-9a-f]{32}\]\n.* end$/s,
    );
  });
});
