/**
 * Terms as SQLite's `simple` tokenizer reads them: it splits at every ASCII character that is no letter or digit, so
 * these become the control pictures (U+2400 and up), which no term contains by itself after analysis. What a person
 * typed therefore never reaches MATCH as syntax: only letters, digits and characters outside ASCII do, in quotes.
 */
export function encodeTerms(terms: readonly string[]): string {
  return terms.join(' ').replace(/[!-/:-@[-`{-\x7f]/g, (character) => pictures[character.charCodeAt(0)] ?? '');
}

/** A MATCH expression for passages with at least one of the terms. */
export function matchAny(terms: readonly string[]): string {
  return terms.map((term) => `"${encodeTerms([term])}"`).join(' OR ');
}

const pictures = Array.from({ length: 128 }, (_, code) => String.fromCharCode(0x2400 + code));
