/** Text as it may go over the wire: well-formed, and cut only between what a reader sees as characters. */

/** Replaces each lone surrogate by U+FFFD; the very same string where there is none. */
export function toWellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/**
 * JSON text that is well-formed itself and in every string it stands for: an escape such as `\ud83d` without its other
 * half becomes `\ufffd`, since whoever parses the text gets a lone surrogate from it. The very same string where there
 * is nothing to do.
 */
export function toWellFormedJson(json: string): string {
  const wellFormed = toWellFormed(json);
  if (!/\\u[dD]/.test(wellFormed)) return wellFormed;
  return wellFormed.replace(surrogateEscapes, (escape) => (escape.length === loneEscapeUnits ? '\\ufffd' : escape));
}

/** A pair of surrogate escapes, a lone one, or any other escape: the last keeps an escaped backslash in step. */
const surrogateEscapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\[^]/g;
const loneEscapeUnits = 6;

/** The longest beginning of at most `maxUnits` UTF-16 units that ends at a grapheme boundary. Well-formed. */
export function keepStart(text: string, maxUnits: number): string {
  const room = wholeUnits(maxUnits);
  return toWellFormed(text.length <= room ? text : text.slice(0, graphemeBoundaryBefore(text, room)));
}

/** The longest end of at most `maxUnits` UTF-16 units that starts at a grapheme boundary. Well-formed. */
export function keepEnd(text: string, maxUnits: number): string {
  const room = wholeUnits(maxUnits);
  return toWellFormed(text.length <= room ? text : text.slice(graphemeBoundaryAfter(text, text.length - room)));
}

/**
 * Beginning and end with `marker` between them, at most `maxUnits` UTF-16 units together. Well-formed. Where the marker
 * itself does not fit, the beginning alone.
 */
export function keepEnds(text: string, maxUnits: number, marker = '…'): string {
  if (text.length <= maxUnits) return toWellFormed(text);
  const room = wholeUnits(maxUnits) - marker.length;
  if (room <= 0) return keepStart(text, maxUnits);
  const head = Math.ceil(room / 2);
  return keepStart(text, head) + toWellFormed(marker) + keepEnd(text, room - head);
}

function wholeUnits(maxUnits: number): number {
  return maxUnits > 0 ? Math.floor(maxUnits) : 0;
}

/** Grapheme boundaries are the same in every language; a fixed one keeps cuts the same on every machine. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Graphemes longer than this are cut anyway: a run of thousands of combining marks is one grapheme, and looking for
 * its end must not cost more than the cut is worth.
 */
const longestGraphemeUnits = 256;

/** The grapheme boundary at or before `index`; inside a very long grapheme, the next code point. */
export function graphemeBoundaryBefore(text: string, index: number): number {
  const from = segmentationStart(text, Math.max(0, index - 2 * longestGraphemeUnits));
  const around = text.slice(from, codePointStart(text, Math.min(text.length, index + longestGraphemeUnits)));
  const grapheme = segmenter.segment(around).containing(index - from);
  const boundary = from + (grapheme?.index ?? around.length);
  return index - boundary >= longestGraphemeUnits ? codePointStart(text, index) : boundary;
}

/** The grapheme boundary at or after `index`. */
export function graphemeBoundaryAfter(text: string, index: number): number {
  const before = graphemeBoundaryBefore(text, index);
  if (before === index) return index;
  const rest = text.slice(before, codePointStart(text, Math.min(text.length, before + 2 * longestGraphemeUnits)));
  const [first] = segmenter.segment(rest);
  return before + (first?.segment.length ?? 0);
}

/**
 * A place at or before `index` from which segmenting finds the boundaries of the whole text. Starting inside a grapheme
 * spoils that grapheme only, with one exception: flags are pairs of regional indicators, so a run of them must be
 * counted from its beginning.
 */
function segmentationStart(text: string, index: number): number {
  let start = codePointStart(text, index);
  while (isRegionalIndicatorAt(text, start) && isRegionalIndicatorAt(text, start - 2)) start -= 2;
  return start;
}

function isRegionalIndicatorAt(text: string, index: number): boolean {
  const codePoint = text.codePointAt(index) ?? 0;
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

/** `index`, or one less where it would split a surrogate pair. */
export function codePointStart(text: string, index: number): number {
  const splits = isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1));
  return splits ? index - 1 : index;
}

/** Whether a UTF-16 unit is the first half of a pair. */
export function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** Whether a UTF-16 unit is the second half of a pair. */
export function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
