import type { Branch, BranchMessage, MessageId } from '../conversation/message';

/**
 * How people and models name an archived place: `#12` is the user message of turn 12, `#12.3` the third message after
 * it. A message of another branch carries the head of its id, `#12.3@1f0c9a2e`, since the number alone would name this
 * branch's own message.
 */
export type Citation = string;

/** The citation of a message, given where the first message of its turn stands. */
export function citationOf(message: Pick<BranchMessage, 'turn' | 'ordinal'>, firstOrdinalOfTurn: number): Citation {
  const offset = message.ordinal - firstOrdinalOfTurn;
  return offset === 0 ? `#${message.turn}` : `#${message.turn}.${offset}`;
}

/** Citations of all messages of a branch, by id. */
export function citationsOf(branch: Branch): Map<MessageId, Citation> {
  const firstOrdinals = new Map<number, number>();
  const citations = new Map<MessageId, Citation>();
  for (const message of branch) {
    if (message.role !== 'system' && !firstOrdinals.has(message.turn)) firstOrdinals.set(message.turn, message.ordinal);
    citations.set(message.id, citationOf(message, firstOrdinals.get(message.turn) ?? message.ordinal));
  }
  return citations;
}

/** What a citation points to: the `offset`-th message after the first one of the turn. */
export interface CitationTarget {
  readonly turn: number;
  readonly offset: number;
  /** First digits of the message's id, where the citation names another branch. */
  readonly idPrefix?: string;
}

/** `undefined` where the text is not a citation. The `#` may be missing: models drop it. */
export function parseCitation(text: string): CitationTarget | undefined {
  const match = /^#?(\d{1,9})(?:\.(\d{1,9}))?(?:@([0-9a-f]{4,32}))?$/.exec(text.trim());
  if (!match) return undefined;
  return { turn: Number(match[1]), offset: Number(match[2] ?? 0), ...(match[3] && { idPrefix: match[3] }) };
}
