import assert from 'node:assert/strict';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { assistantMessage, textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { pairingViolations } from '../../../src/core/conversation/pairing';
import { fit } from '../../support/fitting';
import { longChat } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const ask = userMessage('What was value-2?');
const chat = longChat(12);

function textsOf(messages: readonly Message[]): string[] {
  return messages.map(textOf);
}

describe('after a compaction, a conversation', () => {
  let store: ArchiveStore;
  beforeEach(async () => {
    store = openMemoryArchive();
    assert.equal((await fit([...chat, ask], { store })).kind, 'compacted');
  });

  // Case 104: each turn edited, and the request made on what is left.
  it('edited at any turn is the edited one, and nothing of the abandoned turns is served', async () => {
    for (let turn = 1; turn <= 12; turn++) {
      const edited = [...chat.slice(0, 2 * (turn - 1)), userMessage(`Turn ${turn} anew: what was value-${turn}?`)];
      const outcome = await fit(edited, { store });
      assert.ok(outcome.ledger.total <= 800);
      assert.deepEqual(pairingViolations(outcome.messages), []);
      const sent = textsOf(outcome.messages);
      assert.match(sent.join('\n'), new RegExp(`Turn ${turn} anew`));
      for (let later = turn; later <= 12; later++)
        assert.doesNotMatch(sent.join('\n'), new RegExp(`value-${later} is`));
      if (outcome.kind === 'unchanged') assert.deepEqual(sent, textsOf(edited));
    }
  });

  // Case 103: the originals are back, the record is gone.
  it('rewound before it is whole again', async () => {
    const rewound = [...chat.slice(0, 4), userMessage('Another way.')];
    const outcome = await fit(rewound, { store });
    assert.equal(outcome.kind, 'unchanged');
    assert.deepEqual(textsOf(outcome.messages), textsOf(rewound));
  });

  // Case 112: the compaction after a rewind stands for the new branch only.
  it('rewound before it and grown again is compacted on its own', async () => {
    const grown = [...chat.slice(0, 4), ...longChat(12, 60, 50), userMessage('What was value-51?')];
    const outcome = await fit(grown, { store });
    assert.equal(outcome.kind, 'compacted');
    assert.doesNotMatch(textsOf(outcome.messages).join('\n'), /value-(?:[3-9]|1[0-2])\b/);
  });

  // Case 104: a boundary that would swallow the message to be answered does not hold.
  it('taken back to the turn before its boundary keeps that turn', async () => {
    const outcome = await fit(chat, { store, window: 1200 });
    const newest = chat.at(-2);
    assert.ok(newest && textsOf(outcome.messages).includes(textOf(newest)));
  });

  it('is not compacted by a record that another policy made', async () => {
    const outcome = await fit([...chat, ask], { store, policy: 'rolling' });
    assert.ok(outcome.kind === 'compacted' && outcome.boundary?.policy === 'rolling');
    assert.ok(outcome.messages.every((message) => !textOf(message).includes('made by Throughline')));
  });

  // Case 109
  it('left for another branch and returned to is compacted as before', async () => {
    const before = await fit([...chat, ask], { store, trigger: 'measure' });
    const other = [...chat.slice(0, 10), ...longChat(12, 60, 70), userMessage('And here?')];
    assert.equal((await fit(other, { store })).kind, 'compacted');
    const returned = await fit([...chat, ask], { store, trigger: 'measure' });
    assert.equal(returned.kind, 'replayed');
    assert.deepEqual(textsOf(returned.messages), textsOf(before.messages));
  });

  // Cases 106 and 108: messages keep their names, and a compaction is none of them.
  it('has the same messages to rewind to', async () => {
    const before = await fit([...chat, ask], { store: openMemoryArchive(), window: 1e6 });
    const after = await fit([...chat, ask], { store });
    assert.equal(after.kind, 'replayed');
    assert.deepEqual(after.branch, before.branch);
    assert.equal(after.branch.length, chat.length + 1);
  });

  // Case 110: what was taken back is in no later record.
  it('does not carry a message that was edited away into a later record', async () => {
    const rule = userMessage('From now on, always answer in French.');
    const withRule = [rule, assistantMessage('Oui.'), ...chat, ask];
    const first = await fit(withRule, { store });
    assert.ok(first.kind === 'compacted' && first.boundary?.checkpoint?.text.includes('in French'));
    const edited = await fit([userMessage('Hello.'), assistantMessage('Hi.'), ...chat, ask], { store });
    assert.ok(edited.kind === 'compacted' && edited.boundary?.checkpoint);
    assert.doesNotMatch(textsOf(edited.messages).join('\n'), /French/);
  });

  // Case 148, the core's half
  it('is whole again when a compaction the user asked for is undone', async () => {
    const short = longChat(4);
    const options = { store, conversation: 'short' };
    assert.equal((await fit(short, { ...options, trigger: 'compactAnyway' })).kind, 'compacted');
    assert.equal((await fit([...short, ask], options)).kind, 'replayed');
    await store.undoBoundary('short');
    const outcome = await fit([...short, ask], options);
    assert.equal(outcome.kind, 'unchanged');
    assert.deepEqual(textsOf(outcome.messages), textsOf([...short, ask]));
  });
});
