import assert from 'node:assert/strict';
import fc from 'fast-check';
import { excerpt, highlight, type TextPiece } from '../../../src/shared/highlight';

/** The pieces with hits in brackets. */
function bracketed(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');
}

describe('highlight', () => {
  const cases: [string, string, string, string][] = [
    ['marks a word wherever it stands', 'port', 'The port. Port 80.', 'The [port]. [Port] 80.'],
    ['marks other forms of a word', 'migration', 'Migrations migrate.', '[Migrations] [migrate].'],
    ['does not mark inside another word', 'port', 'support', 'support'],
    ['leaves words alone that say nothing', 'what is the port', 'the port is what it is', 'the [port] is what it is'],
    ['marks such words where there are no others', 'the', 'the port', '[the] port'],
    ['marks identifiers by their parts', 'amber-heron', 'queue amber-heron-late', 'queue [amber]-[heron]-late'],
    ['marks both halves of what is written without spaces', '重跑', '重跑gen-itgc后', '[重跑]gen-itgc后'],
    ['marks a single character of such a script', '跑', '重跑后', '重[跑]后'],
    ['takes punctuation as text', '.*+?^${}()|[]', 'a (b) [c]', 'a (b) [c]'],
    ['marks nothing for nothing', ' ', 'text', 'text'],
    ['has no pieces for no text', 'a', '', ''],
  ];
  for (const [name, query, text, expected] of cases)
    it(name, () => assert.equal(bracketed(highlight(text, query)), expected));

  it('gives the text back piece by piece', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
        const joined = highlight(text, query).map((piece) => piece.text);
        assert.equal(joined.join(''), text);
      }),
    );
  });
});

describe('excerpt', () => {
  const long = `${'nothing here. '.repeat(50)}The queue is named amber.${' nothing there.'.repeat(50)}`;

  it('shows a short text whole', () => assert.equal(bracketed(excerpt('the queue', 'queue', 50)), 'the [queue]'));

  it('shows a long text around what was searched', () => {
    const shown = bracketed(excerpt(long, 'queue amber', 80));
    assert.match(shown, /^…(nothing|here\.|The) .*\[queue\] is named \[amber\].*…$/);
    assert.ok(shown.length < 100);
  });

  it('shows the beginning where nothing of the query stands', () =>
    assert.match(bracketed(excerpt(long, 'zebra', 40)), /^nothing here\. .*…$/));

  // Cases 88 and 89: no cut splits a character.
  it('cuts between characters', () => {
    const text = '👩‍👩‍👧‍👦'.repeat(40);
    for (let units = 20; units < 60; units += 1)
      for (const piece of excerpt(text, 'x', units)) assert.ok(piece.text.isWellFormed());
  });
});
