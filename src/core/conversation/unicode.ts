/** Text as it may go over the wire: well-formed, and cut only between what a reader sees as characters. */

/** Replaces each lone surrogate by U+FFFD; the very same string where there is none. */
export function toWellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** The longest beginning of at most `maxUnits` UTF-16 units that ends at a grapheme boundary. */
export function keepStart(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  return text.slice(0, graphemeBoundaryBefore(text, Math.max(0, maxUnits)));
}

/** The longest end of at most `maxUnits` UTF-16 units that starts at a grapheme boundary. */
export function keepEnd(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  return text.slice(graphemeBoundaryAfter(text, text.length - Math.max(0, maxUnits)));
}

/** Beginning and end with `marker` between them, at most `maxUnits` units together where the marker itself fits. */
export function keepEnds(text: string, maxUnits: number, marker = '…'): string {
  if (text.length <= maxUnits) return text;
  const room = Math.max(0, maxUnits - marker.length);
  const head = Math.ceil(room / 2);
  return keepStart(text, head) + marker + keepEnd(text, room - head);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Graphemes longer than this are cut anyway: a run of thousands of combining marks is one grapheme, and looking for
 * its end must not cost more than the cut is worth.
 */
const longestGraphemeUnits = 256;

/** The grapheme boundary at or before `index`. */
function graphemeBoundaryBefore(text: string, index: number): number {
  const from = codePointStart(text, Math.max(0, index - longestGraphemeUnits));
  const around = text.slice(from, codePointStart(text, Math.min(text.length, index + longestGraphemeUnits)));
  const grapheme = segmenter.segment(around).containing(index - from);
  const boundary = from + (grapheme?.index ?? around.length);
  return boundary === from && from > 0 ? codePointStart(text, index) : boundary;
}

/** The grapheme boundary at or after `index`. */
function graphemeBoundaryAfter(text: string, index: number): number {
  const before = graphemeBoundaryBefore(text, index);
  if (before === index) return index;
  const rest = text.slice(before, codePointStart(text, Math.min(text.length, before + longestGraphemeUnits)));
  const [first] = segmenter.segment(rest);
  return before + (first?.segment.length ?? 0);
}

/** `index`, or one less where it would split a surrogate pair. */
function codePointStart(text: string, index: number): number {
  const splits = /[\uDC00-\uDFFF]/.test(text.charAt(index)) && /[\uD800-\uDBFF]/.test(text.charAt(index - 1));
  return splits ? index - 1 : index;
}
