import { codePointStart } from '../conversation/unicode';

/**
 * Cuts text into the pieces a tokenizer counts one by one.
 *
 * The pieces are those of the encoding's own pattern, so that counting them one by one gives what the tokenizer gives
 * for the whole. Runs longer than `maxPieceUnits` are cut, since merging is quadratic in the length of a piece; no cut
 * falls inside a surrogate pair. The pattern only ever sees a window of the text: on a run of 16 million Han characters
 * the engine would run out of stack. Linear in the length of the text, whatever it is.
 */
export class Splitter {
  private readonly pattern: RegExp;

  /** @param pattern the encoding's pattern, which must match every character */
  constructor(pattern: string) {
    this.pattern = new RegExp(pattern, 'gu');
  }

  /** Calls `visit` with start and end (UTF-16 units) of each piece, in order, without gaps. */
  split(text: string, visit: (start: number, end: number) => void): void {
    let start = 0;
    while (start < text.length) start = this.splitWindow(text, start, visit);
  }

  /** Returns where the next window starts. */
  private splitWindow(text: string, start: number, visit: (start: number, end: number) => void): number {
    const { pattern } = this;
    const windowEnd = safeCut(text, start + windowUnits);
    const isLast = windowEnd === text.length;
    const window = isLast && start === 0 ? text : text.slice(start, windowEnd);
    const sureUnits = isLast ? window.length : window.length - lookaheadUnits;
    let done = 0;
    pattern.lastIndex = 0;
    while (done < window.length) {
      const end = pattern.test(window) ? pattern.lastIndex : window.length;
      // What reaches the end of the window may go on after it: the next window looks at it again.
      if (end > sureUnits && done > 0) break;
      visitRun(text, start + done, start + end, visit);
      done = end;
    }
    return start + done;
  }
}

/** Long enough for every token that prose and code are made of (the longest of o200k_base is 128 spaces). */
export const maxPieceUnits = 256;

/** Long enough that starting a window costs nothing, short enough for the regular expression engine's stack. */
const windowUnits = 65536;

/** How far the patterns look beyond the end of a match: an apostrophe and the two letters of a contraction. */
const lookaheadUnits = 3;

function visitRun(text: string, start: number, end: number, visit: (start: number, end: number) => void): void {
  let from = start;
  while (end - from > maxPieceUnits) {
    const cut = safeCut(text, from + maxPieceUnits);
    visit(from, cut);
    from = cut;
  }
  visit(from, end);
}

/** `index`, or one less where that would split a surrogate pair; never past the end. */
function safeCut(text: string, index: number): number {
  return index >= text.length ? text.length : codePointStart(text, index);
}
