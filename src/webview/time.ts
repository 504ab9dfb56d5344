const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

/** Date and time in the reader's own language and zone; empty where the time is not known. */
export function formatTime(time: number | undefined, style: 'medium' | 'short' = 'medium'): string {
  const format = style === 'short' ? short : medium;
  return time === undefined || !Number.isFinite(time) ? '' : format.format(time);
}
