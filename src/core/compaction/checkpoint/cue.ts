/** A list of cues. In scripts with spaces a cue stands between non-letters; in others it may stand anywhere. */
export class Cue {
  private readonly spaced: RegExp;
  private readonly unspaced: RegExp;

  constructor(spaced: readonly string[], unspaced: readonly string[]) {
    // The left edge is looked at after a match: a look-behind in front would be tried at every place of the text.
    this.spaced = new RegExp(`(?:${spaced.join('|')})(?![\\p{L}\\p{M}])`, 'gu');
    this.unspaced = new RegExp(unspaced.join('|'), 'u');
  }

  /** @param text as {@link folded} gives it */
  isIn(text: string): boolean {
    // One pattern with a place of its own: `matchAll` would copy it for each sentence.
    this.spaced.lastIndex = 0;
    for (let match = this.spaced.exec(text); match; match = this.spaced.exec(text)) {
      if (!letterAtEnd.test(text.slice(Math.max(0, match.index - 2), match.index))) return true;
    }
    return isBeyondLatin.test(text) && this.unspaced.test(text);
  }
}

const letterAtEnd = /[\p{L}\p{M}]$/u;

/** From Thai on: the scripts of the lists without spaces. */
const isBeyondLatin = /[\u0E00-\uFFFF]/;

/** Text as the cues expect it. */
export function folded(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'");
}
