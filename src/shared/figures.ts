/** How figures are written, everywhere a person reads them: one number looks the same in every place. */

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `7,412`: grouped in thousands, rounded, never below zero; `unknown` where there is no number. */
export function formatTokens(tokens: number): string {
  return Number.isFinite(tokens) ? grouped.format(Math.max(0, tokens)) : 'unknown';
}

/**
 * `63 %` of a share given from 0 to 1; more than the whole is told as it is, and only the whole is 100; `unknown` where
 * there is no number.
 */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return 'unknown';
  const percent = Math.max(0, share) * 100;
  const rounded = Math.round(percent);
  const shown = percent > 100 ? Math.max(101, rounded) : percent < 100 ? Math.min(99, rounded) : 100;
  return `${grouped.format(shown)} %`;
}

/** `340 bytes`, `12 KB`, `3.4 MB`: powers of 1,000, as file managers write them; `unknown` where there is no number. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return 'unknown';
  if (bytes < 1000) return `${formatTokens(bytes)} bytes`;
  if (bytes < 999_500) return `${formatTokens(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `1 turn`, `14 turns`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatTokens(count)} ${count === 1 ? one : many}`;
}
