/**
 * A map of bounded size that forgets what was not used for long.
 *
 * Two generations: when the young one is full it becomes the old one, and what was in the old one is forgotten; a hit
 * in the old one moves to the young one. It holds between one and two times `maxCost`, keeps what a
 * least-recently-used list would keep, and a hit costs one look-up.
 */
export class BoundedCache<K, V> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();
  private youngCost = 0;

  /**
   * @param maxCost of one generation
   * @param costOf the cost of an entry, by its key; 1 where it is left out. An entry that alone costs more than
   *   `maxCost` is not kept.
   */
  constructor(
    private readonly maxCost: number,
    private readonly costOf: (key: K) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    const cost = this.young.has(key) ? 0 : this.costOf(key);
    if (cost > this.maxCost) return;
    if (this.youngCost + cost > this.maxCost) {
      this.old = this.young;
      this.young = new Map();
      this.youngCost = 0;
    }
    this.young.set(key, value);
    this.youngCost += cost;
  }
}
