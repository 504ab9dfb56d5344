import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toWellFormed } from './unicode';

/** The first 128 bits of SHA-256 over the UTF-8 form, as 32 hexadecimal digits. Lone surrogates count as U+FFFD. */
export function digestText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(toWellFormed(text))).subarray(0, 16));
}
