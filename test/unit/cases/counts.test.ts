import assert from 'node:assert/strict';
import { MemoryFiles } from '../../../src/archive/memoryFiles';
import { computeBudget } from '../../../src/core/budget/computeBudget';
import { assistantMessage, userMessage, type Message } from '../../../src/core/conversation/message';
import { createCounters } from '../../../src/engine/counters';
import { archiveOver } from '../../support/archiveOver';
import { toolRound } from '../../support/checkpointCase';
import { fit } from '../../support/fitting';
import { fillerOf, longChat } from '../../support/longChat';
import { openMemoryArchive } from '../../support/openMemoryArchive';
import { stubCounter } from '../../support/stubCounter';
import { runJson } from '../cli/runCli';

const past = [...longChat(12), userMessage('What is value-2?')];

describe('the numbers of a request', () => {
  // Cases 47 and 57: before, after and what is shown come from one counter.
  it('before and after a compaction are those of the two requests', async () => {
    const store = openMemoryArchive();
    const before = await fit(past, { store, trigger: 'measure' });
    const outcome = await fit(past, { store });
    assert.ok(outcome.kind === 'compacted' && outcome.boundary);
    assert.equal(outcome.before, before.ledger.total);
    assert.equal(outcome.after, outcome.ledger.total);
    assert.deepEqual([outcome.boundary.before, outcome.boundary.after], [outcome.before, outcome.after]);
    const sent = outcome.messages.reduce((sum, message) => sum + stubCounter.countMessage(message), 0);
    const declared = outcome.tools.reduce((sum, tool) => sum + stubCounter.countTool(tool), 0);
    assert.equal(outcome.ledger.total, 3 + sent + declared);
  });

  // Cases 31, 59 and 63
  it('stay those of the compacted request, also when the window is opened again', async () => {
    const files = new MemoryFiles();
    const outcome = await fit(past, { store: archiveOver(files), recall: false });
    assert.equal(outcome.kind, 'compacted');
    for (const trigger of ['measure', 'request'] as const) {
      const later = await fit(past, { store: archiveOver(files), trigger });
      assert.equal(later.kind, 'replayed');
      assert.deepEqual(later.ledger, outcome.ledger);
    }
  });

  // Case 55
  it('are measured against the same budget on every turn, compacted or not', async () => {
    const store = openMemoryArchive();
    const budgets = new Set<string>();
    const kinds = new Set<string>();
    for (let end = 1; end <= past.length; end += 2) {
      const { kind, budget } = await fit(past.slice(0, end), { store });
      kinds.add(kind);
      budgets.add(JSON.stringify(budget));
    }
    assert.deepEqual([...kinds].sort(), ['compacted', 'replayed', 'unchanged']);
    assert.equal(budgets.size, 1);
  });

  // Case 54
  it('do not hold the room for the answer, which is subtracted once, from the target', async () => {
    const shared = { contextLength: 1000, maxOutputTokens: 250 };
    const fitting = longChat(5).slice(0, -1);
    const apart = await fit(fitting, {
      store: openMemoryArchive(),
      budget: computeBudget({ maxInputTokens: 1000 }, {}),
    });
    const outcome = await fit(fitting, { store: openMemoryArchive(), budget: computeBudget(shared, {}) });
    assert.deepEqual([outcome.kind, outcome.ledger.replyReserve], ['unchanged', 250]);
    assert.equal(outcome.ledger.total, apart.ledger.total);
  });

  // Case 61: the sum of the turns is never the context.
  it('are those of the request at hand, however many were sent before', async () => {
    const store = openMemoryArchive();
    for (let end = 1; end < past.length; end += 2) await fit(past.slice(0, end), { store });
    const last = await fit(past.slice(0, 3), { store });
    assert.deepEqual(last.ledger, (await fit(past.slice(0, 3), { store: openMemoryArchive() })).ledger);
  });
});

describe('an image in a conversation', () => {
  const base64 = 'iVBORw0KGgo'.repeat(280_000);
  const conversation = [
    { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }] },
    { role: 'assistant', content: 'A screenshot.' },
    { role: 'user', content: 'What is on it?' },
  ];

  // Cases 48, 49, 51 and 151: three megabytes of base64, through every path of the command line.
  it('costs its fixed price everywhere, and compacts nothing', async () => {
    const limits = ['--window', '8192'];
    const counted = await runJson<{ total: number }>(['count', ...limits], conversation);
    const fitted = await runJson<{ kind: string; after: number }>(['compact', ...limits], conversation);
    const replayed = await runJson<{ turns: { requestTokens: number }[] }>(['replay', ...limits], conversation);
    assert.ok(counted.document.total > 60 && counted.document.total < 3000, `${counted.document.total} tokens`);
    assert.deepEqual([fitted.document.kind, fitted.document.after], ['unchanged', counted.document.total]);
    assert.equal(replayed.document.turns.at(-1)?.requestTokens, counted.document.total);
  });

  // Case 48
  it('is counted where a tool returned it', async () => {
    const counter = createCounters()({});
    const image = {
      kind: 'image',
      mimeType: 'image/png',
      byteLength: 9,
      digest: 'd',
      width: 900,
      height: 900,
    } as const;
    const [call, result] = toolRound('screenshot', {}, 'Taken.');
    const withImage: Message = {
      role: 'tool',
      parts: (result?.parts ?? []).map((part) =>
        part.kind === 'toolResult' ? { ...part, content: [...part.content, image] } : part,
      ),
    };
    assert.ok(call && result);
    const total = async (messages: Message[]) =>
      (await fit([userMessage('Look.'), ...messages], { store: openMemoryArchive(), counter, window: 1e6 })).ledger
        .total;
    assert.ok((await total([call, withImage])) >= (await total([call, result])) + 85);
  });
});

describe('the check before sending', () => {
  // Case 40: three parallel results of 40 % each, and nobody has reported a usage yet.
  it('counts results that came since the last answer', async () => {
    const store = openMemoryArchive();
    const calls = [1, 2, 3].map((n) => toolRound('read_file', { n }, fillerOf(400), { callId: `c${n}` }));
    const messages: Message[] = [
      userMessage('Read them.'),
      { role: 'assistant', parts: calls.flatMap(([call]) => call?.parts ?? []) },
      ...calls.flatMap(([, result]) => (result ? [result] : [])),
    ];
    assert.equal((await fit(messages.slice(0, 1), { store })).kind, 'unchanged');
    const outcome = await fit(messages, { store });
    assert.equal(outcome.kind, 'compacted');
    assert.ok(outcome.before > 1200 && outcome.after <= 800);
  });

  // Case 41
  it('counts the message that is about to be sent, attachments included', async () => {
    const half = longChat(4, 65);
    assert.equal((await fit([...half, userMessage('ok')], { store: openMemoryArchive() })).kind, 'unchanged');
    const attachment = { kind: 'attachment', reference: 'file:///log.txt', text: fillerOf(400) } as const;
    for (const pending of [userMessage(fillerOf(400)), { ...userMessage('Read.'), parts: [attachment] }]) {
      const outcome = await fit([...half, pending], { store: openMemoryArchive() });
      assert.equal(outcome.kind, 'compacted');
      assert.ok(outcome.after <= 800);
    }
  });

  // Case 46 (B12): before the first request to the smaller model, from 200k to 32k.
  it('follows the model: a smaller one is compacted for at once, a larger one gets everything back', async () => {
    const store = openMemoryArchive();
    const messages = [...longChat(100, 400), userMessage('What is value-3?')];
    const send = (window: number) => fit(messages, { store, budget: computeBudget({ maxInputTokens: window }, {}) });
    assert.equal((await send(200_000)).kind, 'unchanged');
    const small = await send(32_000);
    assert.equal(small.kind, 'compacted');
    assert.ok(small.after <= 25_600);
    const large = await send(200_000);
    assert.equal(large.kind, 'unchanged');
    assert.equal(large.messages.length, messages.length);
  });

  // Case 43: off means off, on every path.
  it('changes nothing with compaction off, whoever asks and however small the window is', async () => {
    for (const trigger of ['request', 'measure', 'compact', 'compactAnyway'] as const) {
      const store = openMemoryArchive();
      const outcome = await fit([...past, assistantMessage('It is.')], { store, policy: 'off', trigger, window: 100 });
      assert.equal(outcome.kind, 'disabled');
      assert.equal(outcome.messages.length, past.length + 1);
      assert.deepEqual(await store.conversations(), []);
    }
  });
});
