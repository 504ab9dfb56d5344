import { digestText } from './digest';
import type { Branch, BranchMessage, Message, MessageId, Part } from './message';

/**
 * Gives each message its id: a digest of its role, its normalised content and its parent's id.
 *
 * The chain makes an id name the whole prefix: the same prefix has the same id after a reload, in another window and
 * on another machine, and any edit gives every later message a new one. The identity is that of the transcript, not of
 * its delivery: text may arrive in other pieces, thinking may be missing, an attachment's contents are there only on
 * the turn it was sent. None of these is part of it.
 *
 * System messages are part of the request but not of the conversation; they take their parent's id through unchanged,
 * so that rewritten instructions leave the identity of the conversation alone.
 *
 * @param known ids of `messages[0..k)` computed before, so that only new messages are hashed
 */
export function identify(messages: readonly Message[], known: readonly MessageId[] = []): Branch {
  let parent: MessageId = '';
  let turn = 0;
  return messages.map((message, ordinal): BranchMessage => {
    if (message.role === 'user') turn += 1;
    const id = known[ordinal] ?? messageId(message, parent);
    if (message.role !== 'system') parent = id;
    return { ...message, id, ordinal, turn };
  });
}

/** The ids that do not follow from content and parent; empty when the branch is what it says it is. */
export function verify(branch: Branch): MessageId[] {
  const recomputed = identify(branch);
  return branch.filter((message, index) => message.id !== recomputed[index]?.id).map(({ id }) => id);
}

function messageId(message: Message, parent: MessageId): MessageId {
  return digestText(JSON.stringify([parent, message.role, ...normalisedContent(message.parts)]));
}

/** Neighbouring texts are one text; line endings and outer white space do not count. */
function normalisedContent(parts: readonly Part[]): string[][] {
  const content: string[][] = [];
  let pending = '';
  const flush = () => {
    const trimmed = pending.replace(/\r\n?/g, '\n').trim();
    if (trimmed !== '') content.push(['text', trimmed]);
    pending = '';
  };
  for (const part of parts) {
    if (part.kind === 'text') {
      pending += part.text;
      continue;
    }
    if (part.kind === 'thinking') continue;
    flush();
    content.push(partIdentity(part));
  }
  flush();
  return content;
}

function partIdentity(part: Exclude<Part, { kind: 'text' | 'thinking' }>): string[] {
  switch (part.kind) {
    case 'toolCall':
      return ['toolCall', part.callId, part.name, part.argumentsJson];
    case 'toolResult':
      return ['toolResult', part.callId, ...normalisedContent(part.content).flat()];
    case 'image':
      return ['image', part.mimeType, part.digest];
    case 'attachment':
      return ['attachment', part.reference];
  }
}
