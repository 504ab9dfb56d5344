import { keepEnd, keepStart } from '../core/conversation/unicode';
import { Analyser } from '../core/recall/analyser';

/** A run of text; `hit` where a searched word stands. Pieces joined give the text back. */
export interface TextPiece {
  readonly text: string;
  readonly hit: boolean;
}

/** Marks the words the search found the text by: both are read by the same analyser. */
export function highlight(text: string, query: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { start, length } of hitsIn(text, query)) {
    if (start > end) pieces.push({ text: text.slice(end, start), hit: false });
    pieces.push({ text: text.slice(start, start + length), hit: true });
    end = start + length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false });
  return pieces;
}

/** At most about `maxUnits` UTF-16 units around the densest group of searched words, marked, with `…` where text is left out. */
export function excerpt(text: string, query: string, maxUnits: number): TextPiece[] {
  if (text.length <= maxUnits) return highlight(text, query);
  const places = hitsIn(text, query).map(({ start }) => start);
  const start = Math.max(0, densest(places, maxUnits) - Math.floor(maxUnits / 4));
  const tail = start === 0 ? text : fromWord(keepEnd(text, text.length - start));
  const middle = keepStart(tail, maxUnits);
  const before: TextPiece[] = start === 0 ? [] : [{ text: '…', hit: false }];
  const after: TextPiece[] = middle.length === tail.length ? [] : [{ text: '…', hit: false }];
  return [...before, ...highlight(middle, query), ...after];
}

/** Without the rest of a word at the beginning; as it is where no word begins soon, as in scripts without spaces. */
function fromWord(text: string): string {
  const gap = text.slice(0, longestWordUnits).search(/\s/);
  return gap === -1 ? text : text.slice(gap).trimStart();
}

/** Longer runs are not prose: a digest, a path. They are cut where they are cut. */
const longestWordUnits = 24;

/** Where a window of `width` units starts that holds most of the places; 0 where there are none. */
function densest(places: readonly number[], width: number): number {
  let best = { start: 0, count: 0 };
  let last = 0;
  places.forEach((start, first) => {
    while (last < places.length && (places[last] ?? 0) < start + width / 2) last += 1;
    if (last - first > best.count) best = { start, count: last - first };
  });
  return best.start;
}

interface Hit {
  readonly start: number;
  readonly length: number;
}

/** Where searched words stand, in order, none overlapping another. */
function hitsIn(text: string, query: string): Hit[] {
  const analyser = new Analyser();
  const wanted = wantedTerms(analyser, query);
  if (wanted.size === 0) return [];
  const isWanted = (piece: string) => analyser.analyse(piece).some((term) => wanted.has(term.text));
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    if (unspacedScripts.test(word)) return hitsInRun(word, index, wanted);
    return isWanted(word) ? [{ start: index, length: word.length }] : [];
  });
}

/**
 * What of the query is worth marking: words that say nothing only where there are no others, single characters of
 * scripts without spaces only where no pair of them was searched.
 */
function wantedTerms(analyser: Analyser, query: string): Set<string> {
  const terms = analyser.analyse(query);
  const telling = terms.filter(({ stop }) => !stop);
  const hasPairs = telling.some(({ kind }) => kind === 'bigram');
  const kept = telling.length === 0 ? terms : telling.filter(({ kind }) => !hasPairs || kind !== 'character');
  return new Set(kept.map((term) => term.text));
}

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Scripts without spaces have no word edges: the search looks at pairs of characters, so the mark covers the found pairs. */
function hitsInRun(run: string, offset: number, wanted: ReadonlySet<string>): Hit[] {
  const hits: Hit[] = [];
  const characters = [...run];
  let index = 0;
  let marked = 0;
  characters.forEach((character, place) => {
    const pair = character + (characters[place + 1] ?? '');
    const found = wanted.has(pair) ? pair : wanted.has(character) ? character : '';
    const start = Math.max(index, marked);
    const end = index + found.length;
    if (found !== '' && end > start) {
      hits.push({ start: offset + start, length: end - start });
      marked = end;
    }
    index += character.length;
  });
  return hits;
}
