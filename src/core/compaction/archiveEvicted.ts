import type { ArchiveStore, ConversationId } from '../archive/store';
import { isConversation, type Branch, type BranchMessage } from '../conversation/message';
import type { Cut } from './layout';

/**
 * Stores what a cut takes out of the request: only after this may anything leave (P1). What is stored is the
 * transcript's own message, not the repaired one.
 *
 * @param raw the branch as the editor holds it
 * @param sound the repaired branch that `cut` speaks of
 * @throws ArchiveError where the write fails or the store does not give back what was written
 */
export async function archiveEvicted(
  store: ArchiveStore,
  conversation: ConversationId,
  raw: Branch,
  sound: Branch,
  cut: Cut,
): Promise<void> {
  const shortened = new Set(cut.shortened.map(({ id }) => id));
  // By ordinal: repair may have moved a result to its call, or split one message in two of which one has a new id.
  const left = new Set(sound.slice(0, cut.coveredCount).map(({ ordinal }) => ordinal));
  const firstUncovered = sound[cut.coveredCount]?.ordinal ?? raw.length;
  const lastShortened = new Map(
    sound.filter(({ id }) => shortened.has(id)).map(({ ordinal }) => [raw[ordinal]?.turn, ordinal]),
  );
  // A shortened message takes the earlier ones of its turn along, so that citations count from the turn's first message.
  await archiveSome(
    store,
    conversation,
    raw,
    ({ ordinal, turn }) => ordinal < firstUncovered || left.has(ordinal) || ordinal <= (lastShortened.get(turn) ?? -1),
  );
}

/** Stores a whole branch, whatever is in the request: tool rounds need their bodies after a reload. */
export async function archiveAll(store: ArchiveStore, conversation: ConversationId, raw: Branch): Promise<void> {
  await archiveSome(store, conversation, raw, () => true);
}

async function archiveSome(
  store: ArchiveStore,
  conversation: ConversationId,
  raw: Branch,
  include: (message: BranchMessage) => boolean,
): Promise<void> {
  // Instructions and our own retrieval rounds are not part of the conversation and are not stored (A2).
  const chosen = raw.filter((message) => isConversation(message) && include(message));
  await store.archive(conversation, raw, new Set(chosen.map(({ id }) => id)));
}
