import type { MessageId } from '../../conversation/message';

/** One statement of a checkpoint: rendered text, and the place in the transcript it stands on. */
export interface Entry {
  /** One line or more, as shown; cites `#turn`. */
  readonly text: string;
  /** Where it belongs when shown: statements of a section stand in this order. */
  readonly ordinal: number;
  /** The message whose words it quotes: later sections do not quote it again. */
  readonly quotes?: MessageId;
}

/** Statements as shown: oldest first, the order of choice among equals. */
export function inShownOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.ordinal - b.ordinal);
}
