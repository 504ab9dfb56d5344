/** Okapi BM25 (Robertson and Zaragoza, 2009), with the idf that never turns negative. */

/** Saturation: the fourth mention of a word adds little to the third. The usual value. */
export const bm25K1 = 1.2;

/** How far long passages are discounted. */
export const bm25B = 0.75;

/** How much a term tells: high where few of `passages` hold it. */
export function inverseFrequency(passages: number, holding: number): number {
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
}

/** The part of a term's weight that a passage earns by `count` mentions; between 0 and `bm25K1 + 1`. */
export function saturation(count: number, length: number, averageLength: number): number {
  const norm = 1 - bm25B + bm25B * (averageLength === 0 ? 1 : length / averageLength);
  return (count * (bm25K1 + 1)) / (count + bm25K1 * norm);
}
