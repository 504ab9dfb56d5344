/** Text on lines of its own, as it is, inside a fence of backticks that no line of it can close. */
export function fenced(text: string, language = ''): string {
  const ticks = backticksFor(text, 3);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** One backtick more than the longest run in the text, and at least `least`. */
export function backticksFor(text: string, least = 1): string {
  let longest = least - 1;
  for (const { 0: run } of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
