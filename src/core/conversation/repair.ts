import type { Branch, MessageId } from './message';
import { repairPairing } from './repairPairing';
import { sanitiseUnicode } from './sanitiseUnicode';

/** A fault found in stored history and mended in what goes out; the transcript itself is never changed. */
export interface Repair {
  /** The message as the transcript names it. */
  readonly messageId: MessageId;
  readonly kind:
    | 'orphanResult'
    | 'misplacedResult'
    | 'missingResult'
    | 'duplicateCallId'
    | 'misplacedPart'
    | 'emptyMessage'
    | 'loneSurrogate';
  /** One sentence: what was wrong and what was done. */
  readonly detail: string;
}

/** `branch` is the very array that was given where there are no `repairs`, and its messages the same objects. */
export interface Repaired {
  readonly branch: Branch;
  readonly repairs: readonly Repair[];
}

/**
 * Makes a branch read from an editor, a file or a store fit to be sent: C2 and C3 hold for the result. Unicode comes
 * first, because two call ids may become one when their lone surrogates are replaced.
 */
export function repairOnReading(branch: Branch): Repaired {
  const unicode = sanitiseUnicode(branch);
  const pairing = repairPairing(unicode.branch);
  return { branch: pairing.branch, repairs: [...unicode.repairs, ...pairing.repairs] };
}
