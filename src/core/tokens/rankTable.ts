/**
 * The tokens of a byte-pair encoding, found by their bytes.
 *
 * One open-addressing hash table over one array of all token bytes: a look-up takes a range of a byte buffer, so that
 * neither counting a piece nor merging its pairs allocates anything. (js-tiktoken keeps a map keyed by the bytes
 * written as "104,101,…", which is what makes it slow to load and to merge; its data is what we read.)
 */
export class RankTable {
  private readonly bytes: Uint8Array;
  /** Token `rank` is `bytes[starts[rank] .. starts[rank + 1])`. */
  private readonly starts: Int32Array;
  /** Per slot: the high bits of the hash beside rank + 1, so that a miss is seen without looking elsewhere; 0 = free. */
  private readonly slots: Int32Array;
  private readonly mask: number;
  /** Rank of each pair of bytes, at `first << 8 | second`; merging starts with these. */
  private readonly pairRanks = new Int32Array(65536).fill(-1);
  private longestTokenBytes = 0;

  /**
   * @param bpeRanks tokens in the form js-tiktoken ships them: lines `! <rank of the first> <base64> <base64> …`, ranks
   *   without a gap from 0, at most 262,142 tokens
   */
  constructor(bpeRanks: string) {
    const { bytes, starts } = decodeTokens(bpeRanks);
    if (starts.length > rankMask)
      throw new RangeError(`An encoding of ${starts.length} tokens does not fit the table.`);
    this.bytes = bytes;
    this.starts = starts;
    const capacity = 2 ** Math.ceil(Math.log2(starts.length * slotsPerToken));
    this.mask = capacity - 1;
    this.slots = new Int32Array(capacity);
    for (let rank = 0; rank + 1 < starts.length; rank += 1) this.insert(rank);
  }

  /** Rank of the token that is `buffer[start .. end)`; -1 where that is no token. */
  rankOf(buffer: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length === 2) return this.pairRanks[pairIndex(buffer, start)] ?? -1;
    if (length > this.longestTokenBytes) return -1;
    const hash = hashBytes(buffer, start, end);
    const { slots, mask } = this;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return -1;
      if (((entry ^ hash) & ~rankMask) !== 0) continue;
      const rank = (entry & rankMask) - 1;
      if (this.isToken(rank, buffer, start, length)) return rank;
    }
  }

  private insert(rank: number): void {
    const start = this.starts[rank] ?? 0;
    const end = this.starts[rank + 1] ?? 0;
    this.longestTokenBytes = Math.max(this.longestTokenBytes, end - start);
    if (end - start === 2) this.pairRanks[pairIndex(this.bytes, start)] = rank;
    const hash = hashBytes(this.bytes, start, end);
    let slot = hash & this.mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
    this.slots[slot] = (hash & ~rankMask) | (rank + 1);
  }

  private isToken(rank: number, buffer: Uint8Array, start: number, length: number): boolean {
    const { bytes } = this;
    const from = this.starts[rank] ?? 0;
    if ((this.starts[rank + 1] ?? 0) - from !== length) return false;
    for (let index = 0; index < length; index += 1) {
      if (buffer[start + index] !== bytes[from + index]) return false;
    }
    return true;
  }
}

/** Bits of a slot that hold rank + 1; o200k_base, the largest encoding, has 199,998 tokens. */
const rankMask = 0x3ffff;

/** A load of at most a half: most look-ups while merging are misses, and a miss must end at the first or second slot. */
const slotsPerToken = 2;

function pairIndex(buffer: Uint8Array, start: number): number {
  return ((buffer[start] ?? 0) << 8) | (buffer[start + 1] ?? 0);
}

/** FNV-1a over the bytes, with the high bits folded into the low ones that choose the slot. */
function hashBytes(buffer: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ (buffer[index] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Reads all tokens in one pass: making 200,000 strings first would double the time to load. */
function decodeTokens(bpeRanks: string): { bytes: Uint8Array; starts: Int32Array } {
  const digitValues = new Int8Array(128).fill(-1);
  for (const [value, digit] of [...base64Digits].entries()) digitValues[digit.charCodeAt(0)] = value;

  const bytes = new Uint8Array(bpeRanks.length);
  const starts = [0];
  let length = 0;
  for (const line of bpeRanks.split('\n')) {
    const firstToken = line.indexOf(' ', line.indexOf(' ') + 1) + 1;
    if (firstToken === 0) continue;
    let bits = 0;
    let bitCount = 0;
    for (let index = firstToken; index <= line.length; index += 1) {
      const code = index < line.length ? line.charCodeAt(index) : spaceCode;
      if (code === spaceCode) {
        starts.push(length);
        bitCount = 0;
        continue;
      }
      const value = digitValues[code] ?? -1;
      if (value < 0) continue; // The padding at the end of a token.
      bits = ((bits << 6) | value) & 0xffff;
      bitCount += 6;
      if (bitCount < 8) continue;
      bitCount -= 8;
      bytes[length] = (bits >> bitCount) & 0xff;
      length += 1;
    }
  }
  return { bytes: bytes.slice(0, length), starts: Int32Array.from(starts) };
}

const spaceCode = ' '.charCodeAt(0);
