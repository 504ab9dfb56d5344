import assert from 'node:assert/strict';
import fc from 'fast-check';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import { maxPieceUnits, Splitter } from '../../../src/core/tokens/splitter';

const splitter = new Splitter(o200kBase.pat_str);

function split(text: string): string[] {
  const pieces: string[] = [];
  splitter.split(text, (start, end) => pieces.push(text.slice(start, end)));
  return pieces;
}

const byPattern = (text: string) => text.match(new RegExp(o200kBase.pat_str, 'gu')) ?? [];

describe('splitting text for the tokenizer', () => {
  it("cuts ordinary text where the encoding's pattern does", () => {
    const text = "Don't stop: 12345 times,\n\n  she said 对话很长。";
    assert.deepEqual(split(text), byPattern(text));
  });

  it('cuts a text of many windows as if it were looked at whole', () => {
    // Periods that share no factor with the window's size bring every place of the sentence to a window's end.
    const text = "I'll say: they've got 1234 reasons,   haven't they?\n\n".repeat(4001);
    assert.deepEqual(split(text), byPattern(text));
  });

  it('loses no unit, leaves no piece empty and none too long, whatever the text', () => {
    const run = fc
      .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 400 }))
      .map(([unit, times]) => unit.repeat(times));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), (runs) => {
        const pieces = split(runs.join(''));
        assert.equal(pieces.join(''), runs.join(''));
        for (const piece of pieces) assert.ok(piece.length > 0 && piece.length <= maxPieceUnits);
      }),
    );
  });

  it('never cuts inside a surrogate pair', () => {
    for (const offset of ['', 'x']) {
      for (const piece of split(offset + '😀'.repeat(100_000))) assert.ok(piece.isWellFormed());
    }
  });
});
