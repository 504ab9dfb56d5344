import { createHash } from 'node:crypto';

/**
 * What stands behind the database in a conversation's file: its entry for the list of conversations and a digest over
 * everything. So the list needs no file of its own that could be lost or disagree, one flipped bit is noticed at
 * opening, and a glance at the last bytes tells whether another window has written. SQLite ignores bytes behind its
 * last page.
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
  /** Names this content; see {@link stampOf}. */
  readonly stamp: string;
}

/** The file: database, entry as JSON, its length (4 bytes), SHA-256 of all that (32 bytes), magic (8 bytes). */
export function seal(database: Uint8Array, trailer: Trailer): Uint8Array {
  const entry = Buffer.from(JSON.stringify([trailer.title, trailer.messages, trailer.updatedAt]));
  const file = Buffer.alloc(database.length + entry.length + fixedBytes);
  file.set(database);
  file.set(entry, database.length);
  const digestStart = file.writeUInt32BE(entry.length, database.length + entry.length);
  file.set(createHash('sha256').update(file.subarray(0, digestStart)).digest(), digestStart);
  file.set(magic, digestStart + digestBytes);
  return file;
}

/** `undefined` where a single byte is not what was written. */
export function unseal(file: Uint8Array): SealedFile | undefined {
  const stamp = stampOf(file);
  const entry = trailerOf(file);
  if (stamp === undefined || entry === undefined) return undefined;
  const digestStart = file.length - digestBytes - magic.length;
  if (createHash('sha256').update(file.subarray(0, digestStart)).digest('hex') !== stamp) return undefined;
  return { database: file.subarray(0, digestStart - lengthBytes - entry.bytes), trailer: entry.trailer, stamp };
}

/** The digest as the file's end states it, unchecked; `undefined` where there is no trailer. */
export function stampOf(fileEnd: Uint8Array): string | undefined {
  const end = Buffer.from(fileEnd.buffer, fileEnd.byteOffset, fileEnd.byteLength);
  if (end.length < fixedBytes || !end.subarray(-magic.length).equals(magic)) return undefined;
  return end.subarray(-magic.length - digestBytes, -magic.length).toString('hex');
}

/** The entry of a file's end, unchecked, and its size; `undefined` where there is none or it does not fit in. */
export function trailerOf(fileEnd: Uint8Array): { trailer: Trailer; bytes: number } | undefined {
  if (stampOf(fileEnd) === undefined) return undefined;
  const end = Buffer.from(fileEnd.buffer, fileEnd.byteOffset, fileEnd.byteLength);
  const bytes = end.readUInt32BE(end.length - fixedBytes);
  if (bytes > end.length - fixedBytes) return undefined;
  try {
    const entry: unknown = JSON.parse(
      end.subarray(end.length - fixedBytes - bytes, end.length - fixedBytes).toString('utf8'),
    );
    if (!Array.isArray(entry)) return undefined;
    const [title, messages, updatedAt] = entry as unknown[];
    if (typeof title !== 'string' || typeof messages !== 'number' || typeof updatedAt !== 'number') return undefined;
    return { trailer: { title, messages, updatedAt }, bytes };
  } catch {
    return undefined;
  }
}

const magic = Buffer.from('TLARCH01', 'latin1');
const lengthBytes = 4;
const digestBytes = 32;
const fixedBytes = lengthBytes + digestBytes + magic.length;

/** The bytes at a file's end that surely hold the whole trailer. */
export const trailerMaxBytes = 2048;

/** The bytes at a file's end that hold its stamp. */
export const stampBytes = fixedBytes;
