import assert from 'node:assert/strict';
import type { ArchiveStore, Passage } from '../../../src/core/archive/store';
import type { FitOutcome } from '../../../src/core/compaction/outcome';
import { assistantMessage, textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { toChatMessages } from '../../../src/core/transcripts/chatMessage';
import { createCounters } from '../../../src/engine/counters';
import { LocalEngine } from '../../../src/engine/engine';
import { toolRound } from '../../support/checkpointCase';
import { fit } from '../../support/fitting';
import { fillerOf, longChat } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';

function sentText({ messages }: FitOutcome): string {
  return messages.map(textOf).join('\n');
}

describe('after compactions', () => {
  let store: ArchiveStore;
  beforeEach(() => {
    store = openMemoryArchive();
  });

  /** What a search on behalf of this request serves. */
  async function search(query: string, { branch, evicted }: FitOutcome): Promise<readonly Passage[]> {
    const engine = new LocalEngine({ store, counterOf: createCounters(), now: () => 0, newId: () => 'id' });
    const gone = new Set(evicted);
    const scope = { branch, live: branch.filter((id) => !gone.has(id)) };
    return (await engine.search({ conversation: 'test', query, limit: 4, scope })).hits;
  }

  /** Sends a request, then as many more turns as it takes for the given number of compactions. */
  async function compactOften(count: number, opening: readonly Message[]): Promise<FitOutcome> {
    const messages = [...opening];
    let outcome: FitOutcome | undefined;
    for (let done = 0, turn = 1; done < count && turn < 200; turn++) {
      messages.push(...longChat(1, 60, 100 + turn), userMessage(`Question ${turn}?`));
      outcome = await fit(messages, { store, window: 2000 });
      if (outcome.kind === 'compacted') done += 1;
      messages.push(assistantMessage('Answered.'));
    }
    assert.equal((await store.boundaries('test')).length, count);
    return outcome ?? assert.fail();
  }

  // Case 2
  it('each user message is there by its id, word for word', async () => {
    const said = Array.from({ length: 6 }, (_, index) => `  Wish ${index}:\r\n\tkeep 👩‍👩‍👧‍👦 – ${fillerOf(120)} `);
    const messages = [...said.flatMap((text) => [userMessage(text), assistantMessage('Yes.')]), userMessage('Now?')];
    const outcome = await fit(messages, { store });
    assert.equal(outcome.kind, 'compacted');
    const stored = await store.read('test', outcome.branch.slice(0, -1));
    assert.deepEqual(stored.filter(({ role }) => role === 'user').map(textOf), said);
  });

  // Case 8
  it('exact values that left are found by a search', async () => {
    const needles = Array.from(
      { length: 20 },
      (_, index) =>
        [`src/app/module${index}.ts`, `port ${41000 + index}`, `commit ${(0xabcdef1 + index * 104729).toString(16)}`][
          index % 3
        ] ?? '',
    );
    const chat = needles.flatMap((needle) => [
      userMessage(`Keep in mind: ${needle}. ${fillerOf(40)}`),
      assistantMessage(fillerOf(40)),
    ]);
    const outcome = await fit([...chat, userMessage('Go on.')], { store });
    assert.equal(outcome.kind, 'compacted');
    for (const query of needles) {
      const hits = await search(query, outcome);
      assert.ok(hits[0]?.text.includes(`${query}.`), query);
    }
  });

  // Case 13: the fifth of them has not lost what the first one took.
  it('each exact value of the first is found after the fifth', async () => {
    const opening = [userMessage('The vault code is 7719-kilo.'), assistantMessage('Noted.')];
    const hits = await search('vault code', await compactOften(5, opening));
    assert.match(hits[0]?.text ?? '', /7719-kilo/);
  });

  // Case 14
  it('a rule of the first turn is in the request word for word', async () => {
    const rule = 'From now on, never use the word "simply" in the docs.';
    const outcome = await compactOften(3, [userMessage(rule), assistantMessage('Understood.')]);
    assert.ok(sentText(outcome).includes(rule));
    assert.ok(outcome.ledger.categories.carried > 0);
  });

  // Cases 9, 10 and 149: from their source, as it is now.
  it('instructions are those of the request, also where their file changed in between', async () => {
    const system = (value: string): Message => ({ role: 'system', parts: [{ kind: 'text', text: value }] });
    const chat = [...longChat(10), userMessage('Go on.')];
    await fit([system('RULES.md: use tabs.'), ...chat], { store });
    const next = await fit([system('RULES.md: use spaces.'), ...chat], { store });
    assert.equal(next.kind, 'replayed');
    assert.equal(sentText(next).match(/RULES\.md: use spaces\./g)?.length, 1);
    assert.doesNotMatch(sentText(next), /use tabs/);
    assert.equal(next.messages[0]?.role, 'system');
  });

  // Cases 1, 4 and 11
  it('the steps done and the next one are in the request', async () => {
    const todo = (done: number) => ({
      todos: [1, 2, 3, 4].map((step) => ({
        content: `Step ${step} of the move`,
        status: step <= done ? 'completed' : 'pending',
      })),
    });
    const work = [
      userMessage('Move the queue to the new store.'),
      ...[1, 2, 3].flatMap((done) => toolRound('todo_write', todo(done), 'ok', { callId: `t${done}` })),
    ];
    const outcome = await fit([...work, assistantMessage('Three done.'), ...longChat(30), userMessage('next')], {
      store,
      window: 4000,
    });
    assert.equal(outcome.kind, 'compacted');
    const record = outcome.boundary?.checkpoint?.text ?? '';
    assert.match(record, /done[^\n]*Step 3 of the move/i);
    assert.match(record, /(todo|next)[^\n]*Step 4 of the move/i);
    assert.doesNotMatch(record, /done[^\n]*Step 4 of the move/i);
  });

  // Cases 3 and 18: delivered in a role no converter drops.
  it('the record reaches the wire', async () => {
    const system: Message = { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] };
    const outcome = await fit([system, ...longChat(10), userMessage('Go on.')], { store });
    assert.ok(outcome.kind === 'compacted' && outcome.boundary?.checkpoint);
    const { text } = outcome.boundary.checkpoint;
    assert.equal(toChatMessages(outcome.messages).find(({ content }) => content === text)?.role, 'user');
    const firstOther = outcome.messages.findIndex(({ role }) => role !== 'system');
    assert.ok(outcome.messages.slice(firstOther).every(({ role }) => role !== 'system'));
  });

  // Cases 7 and 147
  it('the last thing the user wants is the last thing the user said', async () => {
    const outcome = await fit(
      [userMessage('Task A: sort the names.'), ...longChat(10), userMessage('Task B: list the ports.')],
      { store },
    );
    const asked = outcome.messages.filter(({ role, synthetic }) => role === 'user' && !synthetic);
    assert.equal(textOf(asked.at(-1) ?? userMessage('')), 'Task B: list the ports.');
  });
});
