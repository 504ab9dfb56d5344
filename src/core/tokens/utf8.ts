import { isHighSurrogate, isLowSurrogate } from '../conversation/unicode';

/**
 * Writes the UTF-8 form of `text[start .. end)` to the start of `into` and returns its length in bytes. A lone
 * surrogate counts as U+FFFD. (A `TextEncoder` would need a string of its own for each piece, and core has none.)
 *
 * @param into has room for {@link maxBytesPerUnit} bytes a unit
 */
export function encodeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let length = 0;
  for (let index = start; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      into[length] = unit;
      length += 1;
    } else if (unit < 0x800) {
      into[length] = 0xc0 | (unit >> 6);
      into[length + 1] = 0x80 | (unit & 0x3f);
      length += 2;
    } else if (isHighSurrogate(unit) && index + 1 < end && isLowSurrogate(text.charCodeAt(index + 1))) {
      index += 1;
      const codePoint = 0x10000 + ((unit & 0x3ff) << 10) + (text.charCodeAt(index) & 0x3ff);
      into[length] = 0xf0 | (codePoint >> 18);
      into[length + 1] = 0x80 | ((codePoint >> 12) & 0x3f);
      into[length + 2] = 0x80 | ((codePoint >> 6) & 0x3f);
      into[length + 3] = 0x80 | (codePoint & 0x3f);
      length += 4;
    } else {
      const wellFormed = isHighSurrogate(unit) || isLowSurrogate(unit) ? 0xfffd : unit;
      into[length] = 0xe0 | (wellFormed >> 12);
      into[length + 1] = 0x80 | ((wellFormed >> 6) & 0x3f);
      into[length + 2] = 0x80 | (wellFormed & 0x3f);
      length += 3;
    }
  }
  return length;
}

/** A pair of surrogates takes four bytes for two units. */
export const maxBytesPerUnit = 3;
