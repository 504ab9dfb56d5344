/** Okapi BM25 (Robertson and Zaragoza, 2009), with the idf that never turns negative. */

/** Saturation: the fourth mention of a word adds little to the third. The usual value. */
const bm25K1 = 1.2;

/** How far long passages are discounted. The usual value. */
const bm25B = 0.75;

/** How much a term tells: high where few of `passages` hold it. */
export function inverseFrequency(passages: number, holding: number): number {
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
}

/**
 * The part of a term's weight that a text earns by `count` mentions, between 0 and `bm25K1 + 1`.
 *
 * @param relativeLength its length in terms of the mean; 1 where length is not to count
 */
export function saturation(count: number, relativeLength: number): number {
  const norm = 1 - bm25B + bm25B * relativeLength;
  return (count * (bm25K1 + 1)) / (count + bm25K1 * norm);
}
