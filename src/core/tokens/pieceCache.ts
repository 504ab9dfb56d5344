/**
 * Remembers the token counts of pieces of text. Its memory is fixed: {@link entries} counts, and the pieces themselves
 * in a ring of {@link ringUnits} UTF-16 units that overwrites the oldest. Nothing is allocated per piece and no counted
 * text is kept alive (a map keyed by slices would keep the whole text behind each slice).
 *
 * An entry whose units were overwritten no longer equals the piece that is looked up; one that does equal it is right
 * by definition, whichever piece wrote it.
 */
export class PieceCache {
  private readonly ring = new Uint16Array(ringUnits);
  private ringEnd = 0;
  /** Per entry: start in the ring, length (0 = free), tokens. */
  private readonly starts = new Int32Array(entries);
  private readonly lengths = new Int32Array(entries);
  private readonly counts = new Int32Array(entries);

  /** Tokens of the piece `text[start .. end)`; 0 where it is not known. */
  get(text: string, start: number, end: number): number {
    const entry = entryOf(text, start, end);
    if (this.lengths[entry] !== end - start) return 0;
    const { ring } = this;
    const shift = (this.starts[entry] ?? 0) - start;
    for (let index = start; index < end; index += 1) {
      if (ring[index + shift] !== text.charCodeAt(index)) return 0;
    }
    return this.counts[entry] ?? 0;
  }

  set(text: string, start: number, end: number, count: number): void {
    const entry = entryOf(text, start, end);
    if (this.ringEnd + end - start > ringUnits) this.ringEnd = 0;
    this.starts[entry] = this.ringEnd;
    this.lengths[entry] = end - start;
    this.counts[entry] = count;
    for (let index = start; index < end; index += 1) {
      this.ring[this.ringEnd] = text.charCodeAt(index);
      this.ringEnd += 1;
    }
  }
}

/** A power of two. A megabyte of prose or code has about twenty thousand different pieces. */
const entries = 65536;

/** Room for that many pieces of prose, code or Chinese. */
const ringUnits = 2 ** 19;

/** FNV-1a over the units. */
function entryOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & (entries - 1);
}
