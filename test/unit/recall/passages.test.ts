import assert from 'node:assert/strict';
import fc from 'fast-check';
import { passagesOf } from '../../../src/core/recall/passages';

const sentence = 'The quick brown fox jumps over the lazy dog near the river bank. ';
const piecesOf = (text: string) => passagesOf(text).map(({ start, end }) => text.slice(start, end));

describe('passagesOf', () => {
  it('keeps a short text whole and makes nothing of white space', () => {
    assert.deepEqual(piecesOf('hello'), ['hello']);
    assert.deepEqual(piecesOf(' \n\t'), []);
    assert.deepEqual(piecesOf(''), []);
  });

  it('cuts prose between sentences and repeats the end of a passage in the next one', () => {
    const pieces = piecesOf(sentence.repeat(100));
    assert.ok(pieces.length > 2);
    for (const piece of pieces) assert.ok(piece.startsWith('The quick') && piece.trimEnd().endsWith('bank.'), piece);
    assert.ok(pieces.join('').length > sentence.length * 100);
  });

  it('cuts after a code block rather than inside it', () => {
    const code = `\n\`\`\`ts\n${'const value = compute();\n'.repeat(40)}\`\`\`\n`;
    const [first] = piecesOf(sentence.repeat(10) + code + sentence.repeat(60));
    assert.ok(first?.trimEnd().endsWith('```'), first?.slice(-80));
  });

  it('covers every character, moves on, stays in size and splits no surrogate pair', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 50 }),
      fc.constantFrom('x'.repeat(3000), '😀'.repeat(2000), sentence.repeat(40), '\n\n', '```\n'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        let reached = 0;
        for (const { start, end } of passagesOf(text)) {
          assert.ok(text.slice(reached, start).trim() === '', 'nothing but white space is left out');
          assert.ok(end > reached && end - start <= 2500);
          assert.equal(text.slice(start, end).isWellFormed(), text.isWellFormed());
          reached = end;
        }
        assert.equal(text.slice(reached).trim(), '');
      }),
    );
  });

  // Case 89: a passage is shown to the model, so its edges are cuts like any other.
  it('splits no character of text without a break, wherever the edges fall', () => {
    for (const odd of ['👩‍👩‍👧‍👦', 'e\u0301', '🇩🇪']) {
      for (let offset = 0; offset < odd.length; offset++) {
        for (const piece of piecesOf('x'.repeat(offset) + odd.repeat(2000)))
          assert.ok(piece.replace(/^x+/, '').replaceAll(odd, '') === '', JSON.stringify(piece.slice(0, 12)));
      }
    }
  });
});
