/** At most `limit` of the items, evenly spaced, in their order: the same items give the same choice. */
export function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  return items.filter(
    (_, index) => Math.floor((index * limit) / items.length) !== Math.floor(((index - 1) * limit) / items.length),
  );
}
