import type { ConversationId } from '../core/archive/store';
import { identify } from '../core/conversation/identity';
import type { Transcript } from '../core/transcripts/transcript';

/**
 * The name of a conversation that was given none: the id of its first message that is not an instruction. The same
 * conversation has the same name when it is longer, so that a second run finds the store of the first.
 */
export function conversationIdOf({ messages }: Transcript): ConversationId {
  const first = messages.find(({ role }) => role !== 'system') ?? messages[0];
  return first === undefined ? 'empty' : (identify([first])[0]?.id ?? 'empty');
}
