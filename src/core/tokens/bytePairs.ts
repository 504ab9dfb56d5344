import type { RankTable } from './rankTable';

/**
 * Counts the tokens of one piece by byte-pair encoding as tiktoken does it: starting from single bytes, the neighbours
 * whose union has the lowest rank are joined, the leftmost first, until no union is a token.
 *
 * The candidates for joining are the leaves of a tournament tree, so that each joining costs the logarithm of the
 * piece's length where the library's own loop looks at the whole piece.
 */
export class BytePairMerger {
  /** Per place in the piece at which a part starts: where the next part and the one before it start. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /**
   * Leaf `size + place`: the candidate that joins the part at that place with the next one, {@link noCandidate} where
   * no part starts or no token would result. Node `n`: the lower of nodes `2n` and `2n + 1`.
   */
  private readonly tree: Int32Array;

  /** @param maxBytes the longest piece that will be counted, at most 4,096 */
  constructor(
    private readonly table: RankTable,
    maxBytes: number,
  ) {
    if (maxBytes > maxPlaces)
      throw new RangeError(`A piece of ${maxBytes} bytes has more places than a candidate can name.`);
    this.next = new Int32Array(maxBytes);
    this.previous = new Int32Array(maxBytes);
    this.tree = new Int32Array(2 * treeSize(maxBytes));
  }

  /** Tokens of `buffer[0 .. length)`. */
  count(buffer: Uint8Array, length: number): number {
    const { next, previous, tree } = this;
    const size = treeSize(length);
    for (let place = 0; place < length; place += 1) {
      next[place] = place + 1;
      previous[place] = place - 1;
      tree[size + place] = place + 2 > length ? noCandidate : this.candidate(buffer, place, place + 2);
    }
    tree.fill(noCandidate, size + length, 2 * size);
    for (let node = size - 1; node > 0; node -= 1) tree[node] = lower(tree, node);

    for (let parts = length; ; parts -= 1) {
      const lowest = tree[1] ?? noCandidate;
      if (lowest === noCandidate) return parts;
      const place = lowest & placeMask;
      const joined = next[place] ?? length;
      const end = next[joined] ?? length;
      next[place] = end;
      if (end < length) previous[end] = place;
      update(tree, size + joined, noCandidate);
      update(tree, size + place, end < length ? this.candidate(buffer, place, next[end] ?? length) : noCandidate);
      const before = previous[place] ?? -1;
      if (before >= 0) update(tree, size + before, this.candidate(buffer, before, end));
    }
  }

  /** Rank and place in one number, ordered by rank first, then from left to right. */
  private candidate(buffer: Uint8Array, start: number, end: number): number {
    const rank = this.table.rankOf(buffer, start, end);
    return rank < 0 ? noCandidate : (rank << placeBits) | start;
  }
}

const placeBits = 12;
const placeMask = (1 << placeBits) - 1;

/** Ranks have 18 bits (see `rankTable.ts`): with the place beside them a candidate still is a positive 32-bit integer. */
const maxPlaces = 1 << placeBits;

const noCandidate = 0x7fffffff;

/** The power of two that holds `length` leaves. */
function treeSize(length: number): number {
  let size = 1;
  while (size < length) size *= 2;
  return size;
}

/** Sets a leaf and replays its way up, as far as the outcome changes. */
function update(tree: Int32Array, leaf: number, candidate: number): void {
  tree[leaf] = candidate;
  for (let node = leaf >> 1; node > 0; node >>= 1) {
    const lowest = lower(tree, node);
    if (tree[node] === lowest) return;
    tree[node] = lowest;
  }
}

function lower(tree: Int32Array, node: number): number {
  return Math.min(tree[2 * node] ?? noCandidate, tree[2 * node + 1] ?? noCandidate);
}
