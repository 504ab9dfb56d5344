/**
 * The conversation model: what every layer means by a message.
 *
 * A message is plain data. It never knows which editor, file or endpoint it came from, and nobody edits it:
 * a changed message is a new object, so "returned unchanged" can be checked by identity.
 */

/** `tool` messages hold tool results and nothing else; every other role holds none. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** What a person, a model or a program wrote. */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}

/** Reasoning of a model. A message that holds one is kept whole or dropped whole: providers sign them. */
export interface ThinkingPart {
  readonly kind: 'thinking';
  readonly text: string;
  readonly signature?: string;
}

/** A model asks for a tool to be run. Answered by the result with the same `callId`. */
export interface ToolCallPart {
  readonly kind: 'toolCall';
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON text, not parsed, so that no byte is lost. */
  readonly argumentsJson: string;
}

/** What a tool returned for the call of that id. */
export interface ToolResultPart {
  readonly kind: 'toolResult';
  readonly callId: string;
  readonly content: readonly (TextPart | ImagePart)[];
  readonly isError?: boolean;
}

/** An image or another binary part. Its bytes are never counted or searched as text. */
export interface ImagePart {
  readonly kind: 'image';
  readonly mimeType: string;
  /** Size of the decoded bytes. */
  readonly byteLength: number;
  /** Digest of the bytes as {@link digestText} makes it of their base64 form. */
  readonly digest: string;
  /** Pixels, where the header of the file tells. */
  readonly width?: number;
  readonly height?: number;
  /** Base64 or a URL; absent where only the reference survived. */
  readonly data?: string;
}

/** A file, selection or other thing the user attached. Its contents are there only on the turn it was sent. */
export interface AttachmentPart {
  readonly kind: 'attachment';
  /** A stable name: a URI with an optional range. Part of the message's identity; the contents are not. */
  readonly reference: string;
  readonly text?: string;
}

/** A piece of a message; their order is that of the conversation. */
export type Part = TextPart | ThinkingPart | ToolCallPart | ToolResultPart | ImagePart | AttachmentPart;

/** One message, apart from any place in a conversation. */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  /**
   * Set on messages no person wrote although their role says `user` (injected rule files, controllers' prompts), and on
   * assistant and tool messages that are ours (a result for a call that has none, a filler, a search of the archive).
   */
  readonly synthetic?: boolean;
  /** Milliseconds since the epoch, where known. */
  readonly time?: number;
}

/** Names a message together with everything before it; see `identity.ts`. 32 hexadecimal digits. */
export type MessageId = string;

/** A message at its place in one branch of the conversation. */
export interface BranchMessage extends Message {
  readonly id: MessageId;
  /** Position in the branch, from 0, instructions included. */
  readonly ordinal: number;
  /** 1 for the first user message and what follows it; 0 for anything before that. */
  readonly turn: number;
}

/** One path through the conversation, oldest first; the last user message is the current one. */
export type Branch = readonly BranchMessage[];

/**
 * Whether a message belongs to the conversation. Instructions and our own rounds of retrieval do not: they are sent, but
 * they have no part in the identity of what follows and are not stored.
 */
export function isConversation({ role, synthetic }: Pick<Message, 'role' | 'synthetic'>): boolean {
  return role === 'user' || (role !== 'system' && synthetic !== true);
}

/** A tool as the model is told about it. `parametersJson` is its JSON Schema as text. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parametersJson: string;
}

/** All the text of a message that a person or a tool wrote, parts joined by a newline: no thinking, no images. */
export function textOf(message: Message): string {
  return message.parts.flatMap(partText).join('\n');
}

function partText(part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'attachment':
      return part.text === undefined ? [] : [part.text];
    case 'toolCall':
      return [`${part.name} ${part.argumentsJson}`];
    case 'toolResult':
      return part.content.flatMap(partText);
    case 'thinking':
    case 'image':
      return [];
  }
}

/** A text part. */
export function text(value: string): TextPart {
  return { kind: 'text', text: value };
}

/** What a person said, as text only. */
export function userMessage(value: string): Message {
  return { role: 'user', parts: [text(value)] };
}

/** What a model said, as text only. */
export function assistantMessage(value: string): Message {
  return { role: 'assistant', parts: [text(value)] };
}

/** The calls in a message, in order. */
export function toolCallsOf(message: Message): ToolCallPart[] {
  return message.parts.filter((part) => part.kind === 'toolCall');
}

/** The results in a message, in order. */
export function toolResultsOf(message: Message): ToolResultPart[] {
  return message.parts.filter((part) => part.kind === 'toolResult');
}
