/** What a passage's text is apart from its words, as bits: kept in the index, so that ranking needs no texts. */
export const trait = {
  /** A standing rule or preference of whoever wrote it. */
  rule: 1,
  /** A date or a time. */
  time: 2,
  /** A number. */
  number: 4,
} as const;

/** The traits of a text, or-ed together. English only: elsewhere words alone decide. */
export function traitsOf(text: string): number {
  return (
    (ruleWords.test(text) ? trait.rule : 0) |
    (timeWords.test(text) ? trait.time : 0) |
    (numberWords.test(text) ? trait.number : 0)
  );
}

const ruleWords = new RegExp(
  [
    String.raw`(?:^|[.!?\n]\s*|\b(?:please|and|so|but|should|must) )(?:always|never|don't|do not|avoid|make sure|use only|only use)\b`,
    String.raw`\bfrom now on\b`,
    String.raw`\bI(?:'d)? (?:really |strongly |would |generally |usually |always )*prefer\b`,
    String.raw`\b(?:when|whenever|if|every time) I ask\b`,
    String.raw`\bmy preference\b`,
  ].join('|'),
  'i',
);

const timeWords =
  /\b(?:yesterday|today|tomorrow|tonight|last|next|ago|week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|\d{4}|\d+(?:st|nd|rd|th))\b/i;

const numberWords = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice)\b/i;
