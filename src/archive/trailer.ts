import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * What stands behind the database in a conversation's file: its entry for the list of conversations, a checksum over
 * everything and a stamp. So the list needs no file of its own that could be lost or disagree, a flipped bit is noticed
 * at opening, and a glance at the last bytes tells whether another window has written. SQLite ignores bytes behind its
 * last page. This layout is the same for every schema of the database.
 */
export interface Trailer {
  readonly title: string;
  readonly messages: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

export interface SealedFile {
  readonly database: Uint8Array;
  readonly trailer: Trailer;
  /** Names this generation of the file; see {@link stampOf}. */
  readonly stamp: string;
}

/** What follows the database: entry as JSON, its length (4 bytes), stamp (16), CRC-32 of all that (4), magic (8). */
export function sealOf(database: Uint8Array, trailer: Trailer): Uint8Array {
  const entry = Buffer.from(JSON.stringify([trailer.title, trailer.messages, trailer.updatedAt]));
  const checked = Buffer.concat([entry, uint32(entry.length), randomBytes(stampLength)]);
  return Buffer.concat([checked, uint32(crc32(checked, crc32(database))), magic]);
}

/** `undefined` where a single byte is not what was written. */
export function unseal(file: Uint8Array): SealedFile | undefined {
  const stamp = stampOf(file);
  const entry = trailerOf(file);
  if (stamp === undefined || entry === undefined) return undefined;
  const checked = file.subarray(0, file.length - checksumLength - magic.length);
  if (crc32(checked) !== bufferOf(file).readUInt32BE(checked.length)) return undefined;
  return { database: file.subarray(0, file.length - fixedBytes - entry.bytes), trailer: entry.trailer, stamp };
}

/** The stamp as the file's end states it, unchecked; `undefined` where there is no trailer. */
export function stampOf(fileEnd: Uint8Array): string | undefined {
  const end = bufferOf(fileEnd);
  if (end.length < fixedBytes || !end.subarray(-magic.length).equals(magic)) return undefined;
  return end.subarray(end.length - fixedBytes + 4, end.length - fixedBytes + 4 + stampLength).toString('hex');
}

/** The entry of a file's end, unchecked, and its size; `undefined` where there is none or it does not fit in. */
export function trailerOf(fileEnd: Uint8Array): { trailer: Trailer; bytes: number } | undefined {
  if (stampOf(fileEnd) === undefined) return undefined;
  const end = bufferOf(fileEnd);
  const bytes = end.readUInt32BE(end.length - fixedBytes);
  if (bytes > end.length - fixedBytes) return undefined;
  const json = end.subarray(end.length - fixedBytes - bytes, end.length - fixedBytes).toString('utf8');
  try {
    const entry: unknown = JSON.parse(json);
    if (!Array.isArray(entry)) return undefined;
    const [title, messages, updatedAt] = entry as unknown[];
    if (typeof title !== 'string' || typeof messages !== 'number' || typeof updatedAt !== 'number') return undefined;
    return { trailer: { title, messages, updatedAt }, bytes };
  } catch {
    return undefined;
  }
}

const magic = Buffer.from('TLARCH01', 'latin1');
const stampLength = 16;
const checksumLength = 4;
const fixedBytes = 4 + stampLength + checksumLength + magic.length;

/** The bytes at a file's end that surely hold the whole trailer. */
export const trailerMaxBytes = 2048;

/** The bytes at a file's end that hold its stamp. */
export const stampBytes = fixedBytes;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
