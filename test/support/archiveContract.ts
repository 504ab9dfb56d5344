import assert from 'node:assert/strict';
import type { ArchiveStore, SearchRequest } from '../../src/core/archive/store';
import type { Boundary } from '../../src/core/compaction/boundary';
import { identify } from '../../src/core/conversation/identity';
import { assistantMessage, textOf, userMessage, type Branch, type Message } from '../../src/core/conversation/message';

/** What every archive must do, whatever it is made of. `open` gives an empty one. */
export function archiveContract(name: string, open: () => Promise<ArchiveStore>): void {
  describe(`${name} keeps the archive's contract`, () => {
    let store: ArchiveStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const find = async (branch: Branch, query: string, more: Partial<SearchRequest> = {}) => {
      const request = { query, limit: 8, branch: idsOf(branch), live: new Set<string>(), ...more };
      return (await store.search('c1', request)).hits;
    };

    it('says that it can be written to', async () => {
      assert.deepEqual(await store.probe('c1'), { kind: 'available' });
    });

    it('gives back every kind of message byte for byte', async () => {
      const branch = identify(everyKind);
      assert.equal(await store.archive('c1', branch, idsOf(branch)), branch.length);
      const stored = await store.read(
        'c1',
        branch.map(({ id }) => id),
      );
      assert.deepEqual(
        stored.map(({ parts, role, ordinal, turn }) => ({ parts, role, ordinal, turn })),
        branch.map(({ parts, role, ordinal, turn }) => ({ parts, role, ordinal, turn })),
      );
      assert.deepEqual(
        stored.map(({ parent }) => parent),
        ['', ...branch.slice(0, -1).map(({ id }) => id)],
      );
    });

    it('stores the same message once, and only what was asked for', async () => {
      const branch = talk('one', 'two', 'three');
      assert.equal(await store.archive('c1', branch, new Set([branch[0]?.id ?? ''])), 1);
      assert.equal(await store.archive('c1', branch, idsOf(branch)), 2);
      assert.equal(await store.archive('c1', branch, idsOf(branch)), 0);
      assert.equal((await store.list('c1', { offset: 0, limit: 10 })).length, 3);
    });

    it('keeps what was attached each time it is sent with other contents, and finds all of it', async () => {
      const sent = (contents?: string) =>
        identify([
          {
            role: 'user',
            parts: [
              { kind: 'text', text: 'Look at this.' },
              { kind: 'attachment', reference: 'file:///a.md', ...(contents !== undefined && { text: contents }) },
            ],
          },
        ]);
      const branches = [sent(), sent('first marmot'), sent('second heron'), sent('second heron'), sent()];
      for (const branch of branches) await store.archive('a', branch, idsOf(branch));
      const [stored] = await store.read('a', [...idsOf(sent())]);
      assert.ok(stored);
      assert.equal(textOf(stored), 'Look at this.\nfirst marmot\nsecond heron');
      for (const word of ['look', 'marmot', 'heron']) {
        const { hits } = await store.search('a', { query: word, limit: 5, branch: idsOf(sent()), live: new Set() });
        assert.equal(hits.length, 1, word);
        assert.match(hits[0]?.text ?? '', new RegExp(word, 'i'));
      }
    });

    it('stores a turn said twice at both places', async () => {
      const branch = talk('again', 'yes', 'again', 'yes');
      assert.equal(await store.archive('c1', branch, idsOf(branch)), 4);
      assert.deepEqual(
        (await store.list('c1', { offset: 1, limit: 2 })).map(({ ordinal }) => ordinal),
        [1, 2],
      );
    });

    it('leaves instructions out', async () => {
      const branch = identify([{ role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] }, userMessage('hello')]);
      assert.equal(await store.archive('c1', branch, idsOf(branch)), 1);
      assert.equal((await store.list('c1', { offset: 0, limit: 9 }))[0]?.parent, '');
    });

    it('reads in the order asked for and leaves unknown ids out', async () => {
      const branch = talk('one', 'two');
      await store.archive('c1', branch, idsOf(branch));
      const [first, second] = branch.map(({ id }) => id);
      const ids = (await store.read('c1', [second ?? '', 'unknown', first ?? ''])).map(({ id }) => id);
      assert.deepEqual(ids, [second, first]);
    });

    // Case 126: what left the request is found, what is still in it is not served again.
    it('serves evicted passages, not the live ones', async () => {
      const branch = talk('the port is 4711', 'noted', 'the port is 4712', 'noted');
      await store.archive('c1', branch, idsOf(branch));
      const hits = await find(branch, 'port', { live: new Set([branch[2]?.id ?? '']) });
      assert.deepEqual(
        hits.map(({ citation, state }) => [citation, state]),
        [['#1', 'evicted']],
      );
    });

    it('serves another branch only when asked to, marked and with the head of its id', async () => {
      const kept = talk('start', 'ok', 'use postgres', 'fine');
      const undone = talk('start', 'ok', 'use postgres instead of sqlite', 'fine');
      await store.archive('c1', kept, idsOf(kept));
      await store.archive('c1', undone, idsOf(undone));
      assert.deepEqual(
        (await find(kept, 'postgres')).map(({ citation }) => citation),
        ['#2'],
      );
      const all = await find(kept, 'postgres', { includeAll: true });
      const marked = all.find(({ state }) => state === 'undone');
      assert.equal(marked?.citation, `#2@${undone[2]?.id.slice(0, 8) ?? ''}`);
    });

    // Case 133: the conversation asked for is the only one searched and read.
    it('never crosses to another conversation', async () => {
      const branch = talk('the secret word is xylophone');
      await store.archive('c1', branch, idsOf(branch));
      const other = await store.search('c2', { query: 'xylophone', limit: 8, branch: idsOf(branch), live: new Set() });
      assert.deepEqual(other.hits, []);
      assert.deepEqual(
        await store.read(
          'c2',
          branch.map(({ id }) => id),
        ),
        [],
      );
    });

    // Case 130.
    it('finds what each role wrote', async () => {
      const branch = identify(everyKind);
      await store.archive('c1', branch, idsOf(branch));
      for (const [query, role] of [
        ['deploy', 'user'],
        ['kubectl', 'assistant'],
        ['CrashLoopBackOff', 'tool'],
      ] as const)
        assert.equal((await find(branch, query))[0]?.role, role, query);
    });

    // Case 125.
    it('takes every query as plain text', async () => {
      const branch = talk('we AND they OR nobody', 'fine');
      await store.archive('c1', branch, idsOf(branch));
      const punctuation = Array.from({ length: 128 - 32 }, (_, code) => String.fromCharCode(code + 32));
      const queries = [
        ...punctuation,
        'nobody AND',
        'OR nobody',
        'NEAR/2 nobody',
        '"nobody',
        "nobody'",
        'terms:nobody',
        'nobody*',
        '(nobody',
        '-nobody',
        "'; DROP TABLE message; --",
        '\0',
        '\ud83d',
      ];
      for (const query of queries) {
        const hits = await find(branch, query);
        if (query.includes('nobody')) assert.equal(hits.length, 1, query);
      }
      assert.equal((await store.list('c1', { offset: 0, limit: 9 })).length, 2);
    });

    it('finds nothing, without an error, in a conversation that is not there', async () => {
      assert.deepEqual(await find([], 'anything'), []);
      assert.deepEqual(await store.list('c1', { offset: 0, limit: 9 }), []);
      assert.deepEqual(await store.boundaries('c1'), []);
      assert.equal(await store.undoBoundary('c1'), undefined);
    });

    it('keeps boundaries newest first and takes the newest back', async () => {
      const [older, newer] = [boundary('b1'), boundary('b2')];
      await store.commitBoundary('c1', older);
      await store.commitBoundary('c1', newer);
      assert.deepEqual(await store.boundaries('c1'), [newer, older]);
      assert.deepEqual(await store.undoBoundary('c1'), newer);
      assert.deepEqual(await store.boundaries('c1'), [older]);
    });

    it('lists conversations by what the person asked first', async () => {
      const branch = talk('\n  Fix the login \nplease', 'ok');
      await store.archive('c1', branch, idsOf(branch));
      const [summary, ...others] = await store.conversations();
      assert.deepEqual(others, []);
      assert.deepEqual([summary?.id, summary?.title, summary?.messages], ['c1', 'Fix the login', 2]);
    });

    it('forgets a deleted conversation and takes a new one of that name', async () => {
      const branch = talk('the port is 4711');
      await store.archive('c1', branch, idsOf(branch));
      await store.delete('c1');
      assert.deepEqual(await store.conversations(), []);
      assert.deepEqual(await find(branch, 'port'), []);
      assert.equal(await store.archive('c1', branch, idsOf(branch)), 1);
    });

    it('refuses a name that is no name of a conversation', async () => {
      await assert.rejects(store.read('../etc/passwd', []), { name: 'ArchiveError' });
      assert.equal((await store.probe('a b')).kind, 'unavailable');
    });
  });
}

/** A branch of alternating user and assistant messages. */
export function talk(...texts: string[]): Branch {
  return identify(texts.map((text, index) => (index % 2 === 0 ? userMessage(text) : assistantMessage(text))));
}

export function idsOf(branch: Branch): Set<string> {
  return new Set(branch.map(({ id }) => id));
}

export function boundary(id: string): Boundary {
  const checkpoint = {
    id: `${id}-checkpoint`,
    text: 'Goal: 🎯 ship \ud83d',
    carriedText: '',
    digest: 'd',
    covers: 'm',
  };
  return {
    id,
    policy: 'checkpoint',
    origin: 'automatic',
    covers: 'm',
    kept: ['k'],
    shortened: [],
    checkpoint,
    before: 9,
    after: 3,
    turnsMoved: 2,
    createdAt: 5,
  };
}

/** One message of each role with every kind of part and the text that databases like least. */
export const everyKind: readonly Message[] = [
  {
    role: 'user',
    time: 1_700_000_000_000,
    synthetic: false,
    parts: [
      { kind: 'text', text: 'deploy it \ud83d lone, \0 nul, \u2028 line, "quotes", 重跑gen-itgc后 ' },
      { kind: 'attachment', reference: 'file:///a.ts#1-3', text: 'const a = 1;\r\n' },
      { kind: 'image', mimeType: 'image/png', byteLength: 3, digest: 'd', width: 1, height: 2, data: 'AAAA' },
    ],
  },
  {
    role: 'assistant',
    parts: [
      { kind: 'thinking', text: 'hm \udc00', signature: 's' },
      { kind: 'text', text: '' },
      { kind: 'toolCall', callId: 't1', name: 'run', argumentsJson: '{ "command": "kubectl\\nget pods", }' },
    ],
  },
  {
    role: 'tool',
    parts: [
      { kind: 'toolResult', callId: 't1', isError: true, content: [{ kind: 'text', text: 'CrashLoopBackOff\n' }] },
    ],
  },
];
