import { crc32 } from 'node:zlib';
import type { SqlValue } from 'sql.js';
import type { StoredMessage } from '../core/archive/store';
import type { Part, Role } from '../core/conversation/message';

/** A message as a row of the table `message`, in the order of {@link messageColumns}. */
export type MessageRow = readonly SqlValue[];

/** Columns of the table `message`, in the order of a {@link MessageRow}. */
export const messageColumns =
  'id, parent, role, ordinal, turn, turn_offset, synthetic, time, archived_at, parts, checksum';

/** A stored message and its place inside its turn, from which its citation is made. */
export interface ArchivedMessage extends StoredMessage {
  /** Messages between the first one of its turn and this one. */
  readonly turnOffset: number;
}

/**
 * Parts travel as JSON: SQLite's text is UTF-8 and would lose lone surrogates and end at a NUL, JSON escapes both. The
 * checksum over all columns tells, in a damaged file, which rows are still what was written.
 */
export function encodeMessage(message: ArchivedMessage): MessageRow {
  const row: SqlValue[] = [
    message.id,
    message.parent,
    message.role,
    message.ordinal,
    message.turn,
    message.turnOffset,
    message.synthetic === undefined ? null : Number(message.synthetic),
    message.time ?? null,
    message.archivedAt,
    JSON.stringify(message.parts),
  ];
  return [...row, checksumOf(row)];
}

/** `undefined` where the row is not what was written. */
export function decodeMessage(row: MessageRow): ArchivedMessage | undefined {
  const [id, parent, role, ordinal, turn, turnOffset, synthetic, time, archivedAt, parts, checksum] = row;
  if (checksum !== checksumOf(row.slice(0, -1)) || typeof parts !== 'string') return undefined;
  return {
    id: String(id),
    parent: String(parent),
    role: role as Role,
    ordinal: Number(ordinal),
    turn: Number(turn),
    turnOffset: Number(turnOffset),
    ...(synthetic !== null && { synthetic: synthetic === 1 }),
    ...(time !== null && { time: Number(time) }),
    archivedAt: Number(archivedAt),
    parts: JSON.parse(parts) as Part[],
  };
}

/** CRC-32 over the values of a row as text, each ended by a NUL. */
export function checksumOf(values: readonly (SqlValue | undefined)[]): number {
  return values.reduce((sum: number, value) => crc32(`${String(value)}\0`, sum), 0);
}
