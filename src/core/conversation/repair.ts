import type { Branch, MessageId } from './message';
import { repairPairing } from './pairing';
import { sanitiseUnicode } from './sanitise';

/** A fault found in the history and mended for the request; the transcript itself is never changed. */
export interface Repair {
  readonly messageId: MessageId;
  readonly kind: string;
  /** One sentence. */
  readonly detail: string;
}

/**
 * Mends what would make a provider refuse the request (C2, C3), whatever broke it. Ids stay those of the transcript.
 * The very same branch where nothing is broken.
 */
export function repairOnReading(branch: Branch): { branch: Branch; repairs: Repair[] } {
  const sanitised = sanitiseUnicode(branch);
  const paired = repairPairing(sanitised.branch);
  return { branch: paired.branch, repairs: [...sanitised.repairs, ...paired.repairs] };
}
