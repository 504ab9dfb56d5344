import { ArchiveError, type ArchiveStore, type ConversationId } from '../archive/store';
import type { Branch, BranchMessage, MessageId } from '../conversation/message';
import type { Cut } from './layout';

/**
 * Stores what a cut takes out of the request, then reads it back and compares it: only after this may anything leave
 * (P1). What is stored is the transcript's own message, not the repaired one.
 *
 * @param raw the branch as the editor holds it
 * @param sound the repaired branch that `cut` speaks of
 * @throws ArchiveError where the write fails or what is read back differs
 */
export async function archiveEvicted(
  store: ArchiveStore,
  conversation: ConversationId,
  raw: Branch,
  sound: Branch,
  cut: Cut,
): Promise<void> {
  const shortened = new Set(cut.shortened.map(({ id }) => id));
  const firstUncovered = sound[cut.coveredCount]?.ordinal ?? raw.length;
  const lastShortened = new Map(raw.filter(({ id }) => shortened.has(id)).map(({ turn, ordinal }) => [turn, ordinal]));
  // A shortened message takes the earlier ones of its turn along, so that citations count from the turn's first message.
  await archiveSome(
    store,
    conversation,
    raw,
    ({ ordinal, turn }) => ordinal < firstUncovered || ordinal <= (lastShortened.get(turn) ?? -1),
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
  const chosen = raw.filter((message) => isConversation(message) && include(message));
  await store.archive(conversation, raw, new Set(chosen.map(({ id }) => id)));
  await verifyStored(store, conversation, chosen);
}

/** Instructions and our own retrieval rounds are not part of the conversation and are not stored (A2). */
function isConversation(message: BranchMessage): boolean {
  return message.role === 'user' || (message.role !== 'system' && message.synthetic !== true);
}

async function verifyStored(
  store: ArchiveStore,
  conversation: ConversationId,
  messages: readonly BranchMessage[],
): Promise<void> {
  const stored = new Map<MessageId, string>();
  for (const message of await store.read(
    conversation,
    messages.map(({ id }) => id),
  ))
    stored.set(message.id, message.role);
  const missing = messages.filter(({ id, role }) => stored.get(id) !== role);
  if (missing.length === 0) return;
  throw new ArchiveError(
    'verify',
    `The archive of this conversation did not keep ${missing.length} of ${messages.length} messages, so nothing was moved: check the disk, then try /compact again.`,
  );
}
