import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keepEnd, keepEnds, keepStart, toWellFormed, toWellFormedJson } from '../../../src/core/conversation/unicode';
import { brokenTexts, oddTexts } from '../../support/generateText';

const cuts = { keepStart, keepEnd, keepEnds };

/** Every boundary of the whole text, found without any shortcut. */
function boundariesOf(text: string): number[] {
  const segments = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  return [...segments.map(({ index }) => index), text.length];
}

/** Texts of odd pieces, in runs and next to each other. */
const oddText = fc
  .array(fc.tuple(fc.constantFrom(...oddTexts, ...brokenTexts, 'plain text ', '🇩🇪'), fc.integer({ min: 1, max: 4 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join(''));

describe('cutting text', () => {
  it('keeps the longest beginning and end that grapheme boundaries allow, wherever the limit falls', () => {
    fc.assert(
      fc.property(oddText, fc.nat(), (text, at) => {
        const limit = at % (text.length + 2);
        const boundaries = boundariesOf(text);
        const head = boundaries.findLast((boundary) => boundary <= limit) ?? 0;
        const tail = boundaries.find((boundary) => boundary >= text.length - limit) ?? text.length;
        assert.equal(keepStart(text, limit), toWellFormed(text.slice(0, head)));
        assert.equal(keepEnd(text, limit), toWellFormed(text.slice(tail)));
      }),
    );
  });

  // Cases 88, 89.
  for (const [name, cut] of Object.entries(cuts)) {
    it(`${name} leaves well-formed text within the limit, with an odd character at every offset around it`, () => {
      const limit = 40;
      for (const odd of [...oddTexts, ...brokenTexts]) {
        for (let offset = 0; offset <= 2 * limit; offset += 1) {
          const kept = cut('x'.repeat(offset) + odd + 'y'.repeat(2 * limit), limit);
          assert.ok(kept.isWellFormed() && kept.length <= limit, `${odd} at ${offset}`);
        }
      }
    });
  }

  it('never parts a flag, however many stand before it', () => {
    const flags = '🇩🇪'.repeat(400);
    for (const before of ['', 'a', 'ab', 'abc']) {
      const kept = keepStart(before + flags, 1202);
      assert.equal((kept.length - before.length) % '🇩🇪'.length, 0);
      assert.equal(keepEnd(flags + before, 1202).startsWith('🇩🇪'), true);
    }
  });

  it('cuts a grapheme of thousands of marks instead of giving nothing back', () => {
    const zalgo = 'z' + '\u0335'.repeat(10_000);
    assert.equal(keepStart(zalgo, 5000).length, 5000);
    assert.ok(keepEnd(zalgo, 5000).length > 4000);
  });

  it('keeps a whole text that fits, made well-formed', () => {
    assert.equal(keepStart('ab', 2), 'ab');
    assert.equal(keepEnd('a\ud83d', 2), 'a\ufffd');
    assert.equal(keepEnds('\ude00', 9), '\ufffd');
  });

  it('keeps nothing where the limit is no positive number', () => {
    for (const limit of [0, -1, Number.NaN]) {
      for (const cut of Object.values(cuts)) assert.equal(cut('text', limit), '');
    }
  });

  it('joins beginning and end by the marker, and drops the marker where it does not fit', () => {
    assert.equal(keepEnds('abcdefghij', 5), 'ab…ij');
    assert.equal(keepEnds('abcdefghij', 4, ' [cut] '), 'abcd');
  });
});

describe('making JSON text well-formed', () => {
  const table: [given: string, expected: string][] = [
    ['{"a":"\\ud83d"}', '{"a":"\\ufffd"}'],
    ['{"a":"\\uDE00 \\ud83d"}', '{"a":"\\ufffd \\ufffd"}'],
    ['{"a":"\\ud83d\\ude00"}', '{"a":"\\ud83d\\ude00"}'],
    ['{"a":"\\ud83d\\ud83d\\ude00"}', '{"a":"\\ufffd\\ud83d\\ude00"}'],
    ['{"a":"\\\\ud83d"}', '{"a":"\\\\ud83d"}'],
    ['{"a":"\\\\\\ud83d"}', '{"a":"\\\\\\ufffd"}'],
    ['{"a":"\ud83d"}', '{"a":"\ufffd"}'],
    ['{"a":"\\ud83', '{"a":"\\ud83'],
  ];
  for (const [given, expected] of table) {
    it(`${toWellFormed(given)} becomes ${expected}`, () => {
      assert.equal(toWellFormedJson(given), expected);
    });
  }
});
