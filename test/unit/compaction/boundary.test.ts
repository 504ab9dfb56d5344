import assert from 'node:assert/strict';
import type { ArchiveStore } from '../../../src/core/archive/store';
import { assistantMessage, textOf, userMessage, type Message } from '../../../src/core/conversation/message';
import { fit } from '../../support/fitting';
import { openMemoryArchive } from '../../support/openMemoryArchive';

const filler = 'lorem ipsum dolor sit '.repeat(12);

/** Ten turns that do not fit, with instructions that tell the time in front of each. */
function chatAt(time: string): Message[] {
  const clock: Message = { role: 'system', parts: [{ kind: 'text', text: `It is ${time}.` }] };
  return [
    ...Array.from({ length: 10 }, (_, index) => [
      clock,
      userMessage(`Note ${index}. ${filler}`),
      assistantMessage(`Noted. ${filler}`),
    ]).flat(),
    clock,
    userMessage('What next?'),
  ];
}

const round = (index: number, tool: string, tokens: number, ours: boolean): Message[] => [
  {
    role: 'assistant',
    parts: [{ kind: 'toolCall', callId: `c${index}`, name: tool, argumentsJson: '{}' }],
    ...(ours && { synthetic: true }),
  },
  {
    role: 'tool',
    parts: [{ kind: 'toolResult', callId: `c${index}`, content: [{ kind: 'text', text: 'word '.repeat(tokens) }] }],
    ...(ours && { synthetic: true }),
  },
];

describe('what a compaction remembers and says', () => {
  let store: ArchiveStore;
  beforeEach(() => {
    store = openMemoryArchive();
  });
  afterEach(() => store.close());

  // Case 34: a clock in the instructions would compact the same conversation on each request.
  it('holds when the instructions between the turns are rewritten', async () => {
    assert.equal((await fit(chatAt('10:00'), { store })).kind, 'compacted');
    assert.equal((await fit(chatAt('10:01'), { store })).kind, 'replayed');
  });

  // Our own searches are part of the running turn only: the turn's history is read again without them.
  it('holds in the next turn when a search of ours stood right before the cut', async () => {
    const task = [userMessage('Rename it everywhere.')];
    const before = Array.from({ length: 3 }, (_, index) => round(index, 'read_file', 150, false)).flat();
    const search = round(10, 'search_conversation', 100, true);
    const after = round(20, 'read_file', 400, false);
    const running = await fit([...task, ...before, ...search, ...after], { store, recall: false });
    assert.equal(running.kind, 'compacted');
    const again = await fit([...task, ...before, ...search, ...after], { store, recall: false });
    assert.deepEqual([again.kind, again.messages], ['replayed', running.messages]);
    const next = [...task, ...before, ...after, assistantMessage('Done.'), userMessage('Thanks.')];
    assert.equal((await fit(next, { store, recall: false })).kind, 'replayed');
  });

  it('counts a message that is shown shorter as one that stayed', async () => {
    const attached: Message = {
      role: 'user',
      parts: [
        { kind: 'attachment', reference: 'file:///log', text: 'x'.repeat(12_000) },
        { kind: 'text', text: 'Look at this.' },
      ],
    };
    const outcome = await fit([userMessage('Hello.'), assistantMessage('Hi.'), attached], { store });
    assert.deepEqual([outcome.kind, 'turnsMoved' in outcome && outcome.turnsMoved], ['compacted', 1]);
  });

  // Case 131
  it('does not say that an answer of our own search is in the archive', async () => {
    const messages = [
      userMessage('Find it.'),
      ...round(1, 'search_conversation', 400, true),
      ...[2, 3, 4].flatMap((index) => round(index, 'read_file', 100, false)),
    ];
    const outcome = await fit(messages, { store, window: 900, headroomPercent: 0, recall: false });
    assert.equal(outcome.kind, 'compacted');
    const sent = outcome.messages.map(textOf).join('\n');
    assert.match(sent, /Output of search_conversation/);
    assert.doesNotMatch(sent, /kept in the archive/);
  });

  it('asks the archive nothing more once it is cancelled', async () => {
    const controller = new AbortController();
    let searches = 0;
    const counting = new Proxy(store, {
      get: (target, key) => {
        if (key === 'search') {
          searches += 1;
          controller.abort();
        }
        return Reflect.get(target, key).bind?.(target);
      },
    });
    await assert.rejects(fit(chatAt('10:00'), { store: counting, signal: controller.signal }), { name: 'AbortError' });
    assert.equal(searches, 1);
    assert.deepEqual(await store.boundaries('test'), []);
  });
});
