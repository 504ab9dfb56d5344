import { digestText } from './digest';
import {
  isConversation,
  type Branch,
  type BranchMessage,
  type Message,
  type MessageId,
  type Part,
  type Role,
} from './message';
import { toWellFormed, toWellFormedJson } from './unicode';

/**
 * Gives each message its id: a digest of its role, its normalised content and its parent's id.
 *
 * The chain makes an id name the whole prefix: the same prefix has the same id after a reload, in another window and
 * on another machine, and any edit gives every later message a new one. The identity is that of the transcript, not of
 * its delivery: text may arrive in other pieces, arguments with other white space, thinking may be missing, an
 * attachment's contents are there only on the turn it was sent. None of these is part of it.
 *
 * System messages and our own retrieval rounds are part of the request but not of the conversation: the chain passes
 * them by, so that rewritten instructions and searches leave the identity of the conversation alone.
 *
 * @param memo remembers the ids of message objects seen before, so that only new ones are hashed
 */
export function identify(messages: readonly Message[], memo: IdentityMemo = new WeakMap()): Branch {
  let parent: MessageId = '';
  let previous: MessageId = '';
  let turn = 0;
  return messages.map((message, ordinal): BranchMessage => {
    if (message.role === 'user') turn += 1;
    // What the chain passes by hangs on the message before it, whatever that is: two equal ones in a row are still two.
    const id = rememberedId(message, isConversation(message) ? parent : previous, memo);
    previous = id;
    if (isConversation(message)) parent = id;
    return { ...message, id, ordinal, turn };
  });
}

/** By the parts of a message: its id, and the parent and role it was made for. */
export type IdentityMemo = WeakMap<
  readonly Part[],
  { readonly parent: MessageId; readonly role: Role; readonly id: MessageId }
>;

function rememberedId({ role, parts }: Message, parent: MessageId, memo: IdentityMemo): MessageId {
  const known = memo.get(parts);
  if (known && known.parent === parent && known.role === role) return known.id;
  const id = messageId({ role, parts }, parent);
  memo.set(parts, { parent, role, id });
  return id;
}

/** The ids that do not follow from content and position; empty when the branch is what it says it is. */
export function verify(branch: Branch): MessageId[] {
  const recomputed = identify(branch);
  return branch.filter((message, index) => message.id !== recomputed[index]?.id).map(({ id }) => id);
}

/** JSON keeps the pieces apart whatever they hold, so two contents never make one text. */
function messageId(message: Message, parent: MessageId): MessageId {
  return digestText(JSON.stringify([parent, message.role, normalisedContent(message.parts)]));
}

type Normalised = readonly (string | Normalised)[];

/** Neighbouring texts are one text; line endings and outer white space do not count. */
function normalisedContent(parts: readonly Part[]): Normalised {
  const content: Normalised[] = [];
  let pending = '';
  const flush = () => {
    const normalised = normalisedText(pending);
    if (normalised !== '') content.push(['text', normalised]);
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

function partIdentity(part: Exclude<Part, { kind: 'text' | 'thinking' }>): Normalised {
  switch (part.kind) {
    case 'toolCall':
      return ['toolCall', toWellFormed(part.callId), toWellFormed(part.name), normalisedJson(part.argumentsJson)];
    case 'toolResult':
      return ['toolResult', toWellFormed(part.callId), normalisedContent(part.content)];
    case 'image':
      return ['image', part.mimeType, part.digest];
    case 'attachment':
      return ['attachment', toWellFormed(part.reference)];
  }
}

/** Made well-formed here, because JSON would write a lone surrogate as an escape and so as another text. */
function normalisedText(text: string): string {
  return toWellFormed(text).replace(/\r\n?/g, '\n').trim();
}

/** An editor hands arguments back as an object, so their white space and escapes are its own. Not JSON: as text. */
function normalisedJson(json: string): string {
  const wellFormed = toWellFormedJson(json).trim();
  if (wellFormed === '') return '{}';
  try {
    return JSON.stringify(JSON.parse(wellFormed));
  } catch {
    return normalisedText(wellFormed);
  }
}
