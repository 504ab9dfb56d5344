import assert from 'node:assert/strict';
import type { Passage } from '../../../src/core/archive/store';
import type { EngineSearch } from '../../../src/engine/api';
import { retrievalNote } from '../../../src/host/chat/retrievalNote';
import { answerRead, answerSearch } from '../../../src/host/tools/answerRetrieval';
import { retrievalTools } from '../../../src/host/tools/retrievalTools';
import { fakeEngine } from '../../support/fakeEngine';

const hit: Passage = {
  messageId: 'a'.repeat(32),
  citation: '#3',
  turn: 3,
  ordinal: 4,
  role: 'user',
  text: 'The port is 8443.',
  state: 'evicted',
  score: 1,
};

const target = { conversation: 'c', room: 1_000 };

function searching(hits: readonly Passage[], searched = hits.length) {
  const requests: EngineSearch[] = [];
  const engine = fakeEngine({
    search: (request) => {
      requests.push(request);
      return Promise.resolve({ hits, searched });
    },
  });
  return { engine, requests };
}

describe('search_conversation', () => {
  it('answers with the passages and their citations', async () => {
    assert.match(
      await answerSearch(searching([hit]).engine, target, { query: 'port' }),
      /#3 \(turn 3, user\)[\s\S]*8443/,
    );
  });

  const counts: [unknown, number][] = [
    [undefined, 4],
    [0, 1],
    [3, 3],
    [99, 8],
    ['many', 4],
    [Number.NaN, 4],
  ];
  for (const [asked, limit] of counts) {
    it(`asks for ${limit} passages where top_k is ${String(asked)}`, async () => {
      const { engine, requests } = searching([hit]);
      await answerSearch(engine, target, { query: 'port', top_k: asked });
      assert.equal(requests[0]?.limit, limit);
    });
  }

  // Case 132: a result never overflows the request.
  it('never asks for more than the room of the request', async () => {
    const { engine, requests } = searching([hit]);
    await answerSearch(engine, target, { query: 'port' });
    assert.equal(requests[0]?.maxTokens, 1_000);
  });

  const friendly: [string, Parameters<typeof answerSearch>[1], unknown, RegExp][] = [
    ['an empty query', target, { query: ' ' }, /query is empty.*Call again/],
    ['no query at all', target, null, /query is empty/],
    ['no archive', undefined, { query: 'port' }, /nothing to search/],
    ['no room', { ...target, room: 10 }, { query: 'port' }, /no room left/],
    ['no hit', target, { query: 'port' }, /No archived passage matches “port”/],
  ];
  for (const [what, to, input, answer] of friendly) {
    it(`says what to do next at ${what}`, async () => {
      assert.match(await answerSearch(searching([], 0).engine, to, input), answer);
    });
  }
});

describe('read_conversation', () => {
  it('gives the page, and how to go on where there is more', async () => {
    const engine = fakeEngine({
      read: () => Promise.resolve({ kind: 'page', text: 'page one', messages: [], nextCursor: '200' }),
    });
    assert.match(await answerRead(engine, target, { citation: '#3' }), /^page one[\s\S]*cursor "200"/);
  });

  it('says why there is no page', async () => {
    const engine = fakeEngine({ read: () => Promise.resolve({ kind: 'missing', reason: '#9 is not here.' }) });
    assert.equal(await answerRead(engine, target, { citation: '#9' }), '#9 is not here.');
  });

  it('explains what a citation looks like', async () => {
    assert.match(await answerRead(fakeEngine({}), target, { citation: 'the port' }), /look like #12/);
  });
});

// Case 131: a note that names a tool nobody offered sends the model hunting for it.
describe('note about the archive', () => {
  for (const offered of [[], retrievalTools.slice(0, 1), retrievalTools]) {
    it(`names the tools that are offered, and no other (${offered.length})`, () => {
      const note = retrievalNote(offered);
      for (const { name } of retrievalTools)
        assert.equal(
          note.includes(name),
          offered.some((tool) => tool.name === name),
        );
    });
  }
});
