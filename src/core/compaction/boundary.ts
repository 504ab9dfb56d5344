import type { MessageId } from '../conversation/message';

/** How a conversation is compacted. `off`: never automatically. */
export type Policy = 'checkpoint' | 'rolling' | 'off';

/** The host-made record that stands for what was evicted. It counts as one because the store says so, not its text. */
export interface Checkpoint {
  readonly id: string;
  /** As rendered into the request; byte-stable for the whole epoch. */
  readonly text: string;
  /** The piece of `text` that holds the user's own words. Empty where there are none. */
  readonly carriedText: string;
  /** Digest of `text`. */
  readonly digest: string;
  /** Id of the last message it stands for. */
  readonly covers: MessageId;
}

/** A message that stays, with its tool outputs and attachments replaced. The user's own text never is. */
export interface Shortened {
  readonly id: MessageId;
  /** UTF-16 units of each body that stay readable; 0 = a receipt only. */
  readonly keepUnits: number;
}

/** How far a branch is compacted. Stored; replayed on each later request of the same branch. */
export interface Boundary {
  readonly id: string;
  readonly policy: Exclude<Policy, 'off'>;
  /** `manual` boundaries apply even where the whole conversation would fit again: the user asked for them. */
  readonly origin: 'automatic' | 'manual';
  /** Last message of the covered prefix; absent where only tool outputs were pruned. */
  readonly covers?: MessageId;
  /** Messages inside the covered prefix that stay verbatim: the running turn's user message, pinned ones. */
  readonly kept: readonly MessageId[];
  /** Messages outside the covered prefix whose tool outputs or attachments are shown as a receipt or a preview. */
  readonly shortened: readonly Shortened[];
  readonly checkpoint?: Checkpoint;
  /** Tokens of the request before and after, by one counter. */
  readonly before: number;
  readonly after: number;
  /** Turns that left the request with this boundary. */
  readonly turnsMoved: number;
  readonly createdAt: number;
}
