import type { Message } from '../core/conversation/message';
import { toChatMessages } from '../core/transcripts/chatMessage';
import type { Transcript } from '../core/transcripts/transcript';

/**
 * Writes messages as they are sent, in the shape of chat completions: one that came from such a message and went
 * through untouched is that very value, fields nobody here knows included.
 */
export function sentMessages({ messages, origins }: Transcript): (sent: readonly Message[]) => unknown[] {
  // A message that goes through the engine gets an id, so it is another object; its parts stay the same array.
  const byParts = new Map(messages.map((message, index) => [message.parts, origins?.[index]]));
  return (sent) => sent.flatMap((message) => byParts.get(message.parts) ?? toChatMessages([message]));
}
