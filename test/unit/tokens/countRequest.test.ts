import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message, Part, ToolSchema } from '../../../src/core/conversation/message';
import { assistantMessage, text, userMessage } from '../../../src/core/conversation/message';
import { countRequest, primingTokens } from '../../../src/core/tokens/countRequest';
import type { Ledger, LedgerCategory } from '../../../src/core/tokens/ledger';
import { ledgerCategories } from '../../../src/core/tokens/ledger';
import { createMessageCounter } from '../../../src/core/tokens/messageCounter';
import type { RequestEntry, Segment } from '../../../src/core/tokens/request';

/** A token for each character. */
const counter = createMessageCounter({ countText: (value) => value.length }, { family: 'gpt-4o' });
const framing = counter.countMessage({ role: 'user', parts: [] });

const ledgerOf = (entries: RequestEntry[], tools: ToolSchema[] = []) => countRequest({ tools, entries }, counter, 0);

/** The categories that are not empty, priming left out. */
function filled(ledger: Ledger): Partial<Record<LedgerCategory, number>> {
  const own = { ...ledger.categories, instructions: ledger.categories.instructions - primingTokens };
  return Object.fromEntries(Object.entries(own).filter(([, tokens]) => tokens > 0));
}

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.string().map(text),
  fc.record({ kind: fc.constant('thinking' as const), text: fc.string() }),
  fc.record({
    kind: fc.constant('toolCall' as const),
    callId: fc.string(),
    name: fc.string(),
    argumentsJson: fc.json(),
  }),
  fc.record({
    kind: fc.constant('toolResult' as const),
    callId: fc.string(),
    content: fc.array(fc.string().map(text)),
  }),
  fc.record({ kind: fc.constant('attachment' as const), reference: fc.string(), text: fc.string() }),
  fc.record({
    kind: fc.constant('image' as const),
    mimeType: fc.constant('image/png'),
    byteLength: fc.nat(),
    digest: fc.constant('d'),
    width: fc.nat(5000),
    height: fc.nat(5000),
  }),
);

const message: fc.Arbitrary<Message> = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const),
  parts: fc.array(part, { maxLength: 4 }),
});

const entry: fc.Arbitrary<RequestEntry> = fc.record(
  {
    message,
    segment: fc.constantFrom<Segment>('instructions', 'checkpoint', 'recalled', 'history', 'current'),
    carriedText: fc.string({ maxLength: 30 }),
    recalledText: fc.string({ maxLength: 30 }),
  },
  { requiredKeys: ['message', 'segment'] },
);

const tool: fc.Arbitrary<ToolSchema> = fc.record({
  name: fc.string(),
  description: fc.string(),
  parametersJson: fc.json(),
});

describe('the ledger of a request', () => {
  it('adds up: categories to the total, the total to the messages, the tools and the priming', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.array(tool, { maxLength: 3 }), (entries, tools) => {
        const ledger = ledgerOf(entries, tools);
        const categories = ledgerCategories.map((category) => ledger.categories[category]);
        const messages = entries.map((each) => counter.countMessage(each.message));
        const declarations = tools.map((each) => counter.countTool(each));
        const sum = [...messages, ...declarations].reduce((total, tokens) => total + tokens, primingTokens);
        assert.equal(ledger.total, sum);
        assert.equal(
          categories.reduce((total, tokens) => total + tokens, 0),
          sum,
        );
        assert.ok(categories.every((tokens) => tokens >= 0));
      }),
    );
  });

  it('tells what of the history is text, calls, results, attachments and images', () => {
    const parts: Part[] = [
      text('12345'),
      { kind: 'toolCall', callId: 'c', name: 'f', argumentsJson: '{}' },
      { kind: 'attachment', reference: 'a', text: 'b' },
      { kind: 'image', mimeType: 'image/png', byteLength: 1, digest: 'd', width: 100, height: 100 },
    ];
    const result: Part = { kind: 'toolResult', callId: 'c', content: [text('result')] };
    const [, call, attachment, image] = parts.map((each) => counter.countPart(each));
    assert.deepEqual(
      filled(
        ledgerOf([
          { message: { role: 'assistant', parts }, segment: 'history' },
          { message: { role: 'tool', parts: [result] }, segment: 'history' },
        ]),
      ),
      {
        history: 2 * framing + 5,
        toolCalls: call,
        toolResults: counter.countPart(result),
        attachments: attachment,
        images: image,
      },
    );
  });

  it('keeps carried words, recalled passages and the current message apart', () => {
    assert.deepEqual(
      filled(
        ledgerOf([
          { message: userMessage('summary, carried'), segment: 'checkpoint', carriedText: 'carried' },
          { message: assistantMessage('found'), segment: 'recalled' },
          { message: userMessage('passage and question'), segment: 'current', recalledText: 'passage' },
        ]),
      ),
      { checkpoint: framing + 9, carried: 7, recalled: framing + 5 + 7, current: framing + 13 },
    );
  });

  it('never counts the reply reserve as used (case 54)', () => {
    const request = { tools: [], entries: [{ message: userMessage('hi'), segment: 'current' as const }] };
    const ledger = countRequest(request, counter, 4096);
    assert.equal(ledger.replyReserve, 4096);
    assert.equal(ledger.total, countRequest(request, counter, 0).total);
  });

  for (const senseless of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
    it(`shows no reserve where the model declares ${senseless}`, () => {
      assert.equal(countRequest({ tools: [], entries: [] }, counter, senseless).replyReserve, 0);
    });
  }

  it('gives the same numbers for the same request, whoever asks (cases 51, 57)', () => {
    const build = (): RequestEntry[] => [{ message: userMessage('same words'), segment: 'history' }];
    assert.deepEqual(ledgerOf(build()), ledgerOf(build()));
  });

  it('depends on what is sent now, not on what was sent before (case 61)', () => {
    const entries: RequestEntry[] = [{ message: userMessage('turn'), segment: 'history' }];
    const first = ledgerOf(entries);
    for (let turn = 0; turn < 10; turn += 1) ledgerOf(entries);
    assert.deepEqual(ledgerOf(entries), first);
  });
});
